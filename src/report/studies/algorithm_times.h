// Times of algorithms as a table, or JSON.
#pragma once

#include <span>
#include <string>

#include "study/programs/algorithm_times.h"

namespace kinemate {

std::string algorithm_times_text(const std::string& machine, std::span<const AlgorithmTime> times);
std::string algorithm_times_json(const std::string& machine, std::span<const AlgorithmTime> times);

}  // namespace kinemate
