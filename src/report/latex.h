// LaTeX documents of formulas.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// Words as text of a document: what LaTeX takes for commands is escaped.
std::string latex_words(std::string_view words);

/// A document that compiles, on paper that is wide enough for long formulas.
std::string latex_document(std::string_view body);

}  // namespace kinemate
