#include "picture/scripts/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/utf8.h"

namespace kinemate {
namespace {

std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> characters;
  for (std::size_t at = 0; at < text.size(); at += characters.back().size())
    characters.push_back(text.substr(at, decode_utf8(text, at).length));
  return characters;
}

std::string with_short_middle(const std::string& text, std::size_t most) {
  const std::vector<std::string_view> characters = characters_of(text);
  if (characters.size() <= most) return text;
  const std::size_t kept = std::max<std::size_t>(most, 3) - 1, before = kept - kept / 2;
  std::string shortened;
  for (std::size_t i = 0; i < before; ++i) shortened += characters[i];
  shortened += "…";
  for (std::size_t i = characters.size() - kept / 2; i < characters.size(); ++i) shortened += characters[i];
  return shortened;
}

}  // namespace

double text_width(std::string_view text) {
  const auto is_start = [](char byte) { return !is_utf8_continuation(byte); };
  return kLetterWidth * static_cast<double>(std::count_if(text.begin(), text.end(), is_start));
}

FittedText fit_text(const std::string& text, double room, double smallest) {
  const double font = kFontSize * room / std::max(text_width(text), 1.0);
  if (font >= smallest) return {text, std::min(font, kFontSize)};
  const double letters = std::max(room, 0.0) / (kLetterWidth * smallest / kFontSize);
  return {with_short_middle(text, static_cast<std::size_t>(letters)), smallest};
}

// gnuplot takes '' for one quote, but not two of these in a row: 'x' . "''" . ' [m/s^2]'.
std::string gnuplot_string(const std::string& text) {
  std::string quoted = "'";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of('\'', at), text.size());
    if (end - at > 1) {
      quoted += "' . \"" + text.substr(at, end - at) + "\" . '";
    } else if (end > at) {
      quoted += "''";
    }
    const std::size_t next = std::min(text.find('\'', end), text.size());
    for (const std::string_view character : characters_of(std::string_view(text).substr(end, next - end)))
      quoted += printable(character);
    at = next;
  }
  return quoted + "'";
}

std::string gnuplot_font(double size, PictureKind kind) {
  // gnuplot takes sizes as points for PNG, and 1 point as 4/3 pixels
  return fmt::format("'DejaVu Sans,{:.1f}'", kind == PictureKind::kSvg ? size : 0.75 * size);
}

std::string gnuplot_points(int sign, double size, PictureKind kind) {
  // the lines of crosses get thinner with the size there
  const double factor = kind == PictureKind::kPng ? 1 : sign == kCrossSign ? 0.95 : 0.62;
  return fmt::format("with points pointtype {} pointsize {:.2f}", sign, factor * size);
}

std::string gnuplot_page(PictureKind kind, double height) {
  return fmt::format(
      "set encoding utf8\n"
      "set terminal {} noenhanced rounded size {:.0f},{:.0f} font {} background 'white'\n",
      kind == PictureKind::kSvg ? "svg" : "pngcairo", kPageWidth, height, gnuplot_font(kFontSize, kind));
}

}  // namespace kinemate
