// Pictures of graphs by Graphviz.
#pragma once

#include <string>

namespace kinemate {

/// A text in the quotes of Graphviz's language.
std::string dot_string(const std::string& text);

/// The SVG picture of a graph in Graphviz's language, laid out by layers. Throws Error of kind kNumerical where
/// Graphviz fails.
std::string draw_svg(const std::string& dot);

}  // namespace kinemate
