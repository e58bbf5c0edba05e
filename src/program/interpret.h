// The reference for running schedules: step by step, every value in its slot.
#pragma once

#include <memory>

#include "program/order/schedule.h"
#include "program/runner.h"

namespace kinemate {

/// REQUIRES: width is 1, 4 or 8.
std::unique_ptr<Runner> interpret(const Schedule& schedule, unsigned width);

}  // namespace kinemate
