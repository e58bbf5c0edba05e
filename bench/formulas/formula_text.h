// Formula text to be parsed: one long sum, the same in every run.
#pragma once

#include <cstddef>
#include <string>

namespace kinemate {

/// A formula of at least so many bytes.
std::string make_formula_text(std::size_t bytes);

}  // namespace kinemate
