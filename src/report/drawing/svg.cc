#include "report/drawing/svg.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "base/utf8.h"

namespace kinemate {

std::string svg_head(double width, double height) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
      "font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, height);
}

std::string svg_text(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    switch (text[at]) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += printable(std::string_view(text).substr(at, length));
    }
    at += length;
  }
  return result;
}

std::string svg_label(double x, double y, const std::string& look, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y, look.empty() ? "" : " ", look,
                     svg_text(text));
}

std::string shortened_name(const std::string& text, std::size_t most) {
  std::size_t at = 0, count = 0;
  while (at < text.size() && count < most) at += decode_utf8(text, at).length, ++count;
  return at < text.size() ? text.substr(0, at) + "..." : text;
}

double nice_step(double range, double parts) {
  const double rough = range / parts, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

double distance(SvgPixel a, SvgPixel b) {
  return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y));
}

std::string tenths(long n) {
  const char* sign = n < 0 ? "-" : "";
  const long size = std::abs(n);
  return size % 10 == 0 ? fmt::format("{}{}", sign, size / 10) : fmt::format("{}{}.{}", sign, size / 10, size % 10);
}

std::string to_text(SvgPixel p) { return tenths(p.x) + (p.y < 0 ? "" : " ") + tenths(p.y); }

}  // namespace kinemate
