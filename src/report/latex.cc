#include "report/latex.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace kinemate {
namespace {

constexpr double kPageLetters = 72;   // across the page
constexpr double kIndent = 4;         // of all lines but the first
constexpr double kLeastShare = 0.35;  // of a line, before it is broken

// One sign of a formula: "\alpha", "{", "x", " + ".
std::string_view next_sign(std::string_view text) {
  if (text.starts_with(" + ") || text.starts_with(" - ")) return text.substr(0, 3);
  if (text[0] != '\\' || text.size() < 2) return text.substr(0, 1);
  std::size_t length = 1;
  while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length])) != 0) ++length;
  return text.substr(0, std::max<std::size_t>(length, 2));
}

double sign_width(std::string_view sign) {
  if (sign.size() == 3 && sign[0] == ' ') return 3;
  if (sign == "\\," || sign == " ") return sign == " " ? 0 : 0.4;
  if (sign == "\\quad") return 2;
  for (const char* none : {"{", "}", "^", "_", "\\left", "\\right", "\\frac", "\\dot", "\\ddot", "\\mathrm", "\\bar"})
    if (sign == none) return 0;
  for (const char* name : {"\\sin", "\\cos", "\\tan", "\\exp", "\\ln"})
    if (sign == name) return 2.5;
  return 1;
}

// A place before the sign of a sum outside of all braces.
struct BreakPlace {
  std::size_t at;  // in the text
  double width;    // before it
  int depth;       // of \left
};

struct LatexBreaks {
  std::vector<BreakPlace> places;
  double width = 0;
};

LatexBreaks find_breaks(std::string_view text) {
  LatexBreaks found;
  int braces = 0, depth = 0, environments = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view sign = next_sign(text.substr(at));
    if (sign == "{") ++braces;
    if (sign == "}") --braces;
    if (sign == "\\left") ++depth;
    if (sign == "\\right") --depth;
    if (sign == "\\begin") ++environments;
    if (sign == "\\end") --environments;
    if (sign.size() == 3 && sign[0] == ' ' && braces == 0 && environments == 0)
      found.places.push_back({at, found.width, depth});
    found.width += sign_width(sign);
    at += sign.size();
  }
  return found;
}

std::string repeated(const char* text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// The last place on a line that is not too early, of those outermost; none if there is none.
const BreakPlace* choose_break(const std::vector<BreakPlace>& places, std::size_t after, double from, double room) {
  const BreakPlace* best = nullptr;
  for (const BreakPlace& place : places) {
    const double used = place.width - from;
    if (place.at <= after || used > room) continue;
    const bool early = used < kLeastShare * room;
    if (!best || place.depth <= best->depth || (best->width - from < kLeastShare * room && !early)) best = &place;
  }
  if (best) return best;
  for (const BreakPlace& place : places)  // one that is too far is better than none
    if (place.at > after) return &place;
  return nullptr;
}

}  // namespace

std::string latex_document(std::string_view body) {
  return "\\documentclass[a4paper]{article}\n\\usepackage{amsmath,graphicx}\n"
         "\\usepackage[a4paper,margin=2cm]{geometry}\n"
         "\\setcounter{MaxMatrixCols}{100}\n\\allowdisplaybreaks\n\\begin{document}\n" +
         std::string(body) + "\\end{document}\n";
}

double latex_width(std::string_view formula) { return find_breaks(formula).width; }

std::string latex_scaled(const std::string& formula, double width, double part) {
  if (width <= part * kPageLetters) return formula;
  return fmt::format("\\resizebox{{{:.2f}\\linewidth}}{{!}}{{$\\displaystyle {}$}}", std::min(part, 0.95), formula);
}

std::string latex_equation(const std::string& left, const std::string& right, const char* relation) {
  const LatexBreaks breaks = find_breaks(right);
  const double room = std::max(kPageLetters - latex_width(left) - 3, kPageLetters / 3);
  std::string text = left + " " + relation;
  std::size_t from = 0;
  double width = 0;
  int open = 0;  // of \left, where the line begins
  for (bool first = true;; first = false) {
    const double here = first ? room : room - kIndent;
    const BreakPlace* next = breaks.width - width > here ? choose_break(breaks.places, from, width, here) : nullptr;
    const std::size_t to = next ? next->at : right.size();
    const std::string line =
        repeated("\\left. ", open) + right.substr(from, to - from) + (next ? repeated(" \\right.", next->depth) : "");
    text += latex_scaled(line, latex_width(line), here / kPageLetters * 1.15);
    if (!next) return text;
    text += " \\\\\n&\\quad";
    from = next->at, width = next->width, open = next->depth;
  }
}

}  // namespace kinemate
