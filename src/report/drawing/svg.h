// Pieces of pictures in SVG that are drawn without gnuplot.
#pragma once

#include <cstddef>
#include <string>

namespace kinemate {

/// The first lines of a document: a white page of this size, in pixels.
std::string svg_head(double width, double height);

/// A text as SVG takes it between tags.
std::string svg_text(const std::string& text);

/// A text at a place, in pixels from the left and from the top; `look` are further attributes, or nothing.
std::string svg_label(double x, double y, const std::string& look, const std::string& text);

/// The first characters and "..." where a text has more.
std::string shortened_name(const std::string& text, std::size_t most);

/// 1, 2 or 5 times a power of ten, about a part of the range.
double nice_step(double range, double parts);

/// Tenths of a pixel, which is all that a picture needs: whole numbers, so that differences do not add up errors.
struct SvgPixel {
  long x = 0, y = 0;
};
double distance(SvgPixel a, SvgPixel b);
std::string tenths(long n);
std::string to_text(SvgPixel p);

}  // namespace kinemate
