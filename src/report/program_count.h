// What a program costs, pass by pass.
#pragma once

#include <string>

#include "program/optimize.h"

namespace kinemate {

/// A table: a row for each pass, a column for each class of operations that occurs. `way` says how it was derived.
std::string program_count_text(const Optimized& optimized, const std::string& way);
/// All classes; docs/programs.md describes it.
std::string program_count_json(const Optimized& optimized, const std::string& way);

}  // namespace kinemate
