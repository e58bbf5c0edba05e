// Numbers of a machine at a state as text and JSON. Every number is the shortest one that reads back the same.
#pragma once

#include <string>

#include "study/evaluate.h"

namespace kinemate {

std::string state_numbers_text(const std::string& machine, const StateNumbers& numbers);
std::string state_numbers_json(const std::string& machine, const StateNumbers& numbers);

}  // namespace kinemate
