// Words and letters of any alphabet in LaTeX, as pdflatex sets them without further packages.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// A Greek letter in mathematics: \varphi, A. Empty for all others.
std::string_view greek_latex(char32_t letter);

/// Any text as words of a document, in one line: what LaTeX takes for commands is escaped. Letters with accents stay,
/// Cyrillic ones are written in Latin, and what there is no type for by its number: [4E2D].
std::string latex_words(std::string_view words);

}  // namespace kinemate
