// LaTeX documents of formulas.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// A document that compiles, on paper that is wide enough for long formulas.
std::string latex_document(std::string_view body);

}  // namespace kinemate
