// A figure in gnuplot's language.
//
// The legend never covers a curve: it is a row above each panel if the names fit there, else a column at the right.
// Colours are those of M. Okabe and K. Ito, "Color Universal Design", 2008, which the colour blind can tell apart,
// without the yellow, too pale for lines; curves beyond them are dashed in another way.
#pragma once

#include <string>

#include "picture/figure.h"

namespace kinemate {

enum class PictureKind { kSvg, kPng };

/// REQUIRES: the figure is as figure.h says.
std::string gnuplot_script(const Figure& figure, PictureKind kind);

/// A text in gnuplot's single quotes, within which nothing but the quote itself has a meaning.
std::string gnuplot_string(const std::string& text);

}  // namespace kinemate
