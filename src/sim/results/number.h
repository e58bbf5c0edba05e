// Numbers as text that gives back the same bits.
#pragma once

#include <string>

namespace kinemate {

/// Appends the shortest decimal that reads back as the same number: 0.1, 1e+22, -0.0, nan, inf, -inf.
void append_decimal(std::string& text, double value);

}  // namespace kinemate
