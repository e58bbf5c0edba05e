// Pictures of graphs by Graphviz.
//
// Its program is run, not its library: the library of Debian 12 reads freed memory when it draws a second time.
#pragma once

#include <string>

namespace kinemate {

/// A text in the quotes of Graphviz's language.
std::string dot_string(const std::string& text);

/// The SVG picture of a graph in Graphviz's language, laid out by layers. Throws Error of kind kFileSystem where the
/// program dot is not there, and of kind kNumerical where it fails.
std::string draw_svg(const std::string& dot);

}  // namespace kinemate
