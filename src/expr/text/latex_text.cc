#include "expr/text/latex_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/utf8.h"

namespace kinemate {
namespace {

// The Greek letters of Unicode in code point order from U+0391 and U+03B1.
constexpr std::array<std::string_view, 25> kUpperGreek = {
    "A",    "B", "\\Gamma", "\\Delta", "E", "Z",       "H", "\\Theta",   "I",     "K", "\\Lambda", "M",      "N",
    "\\Xi", "O", "\\Pi",    "P",       "",  "\\Sigma", "T", "\\Upsilon", "\\Phi", "X", "\\Psi",    "\\Omega"};
constexpr std::array<std::string_view, 25> kLowerGreek = {
    "\\alpha", "\\beta",   "\\gamma",   "\\delta",  "\\epsilon", "\\zeta", "\\eta",  "\\theta", "\\iota",
    "\\kappa", "\\lambda", "\\mu",      "\\nu",     "\\xi",      "o",      "\\pi",   "\\rho",   "\\varsigma",
    "\\sigma", "\\tau",    "\\upsilon", "\\varphi", "\\chi",     "\\psi",  "\\omega"};

// а to я, from U+0430; the signs of hard and soft are left out.
constexpr std::array<std::string_view, 32> kCyrillic = {"a", "b",  "v",  "g",    "d", "e", "zh", "z", "i",  "j", "k",
                                                        "l", "m",  "n",  "o",    "p", "r", "s",  "t", "u",  "f", "h",
                                                        "c", "ch", "sh", "shch", "",  "y", "",   "e", "yu", "ya"};

struct Spelling {
  char32_t character;
  std::string_view text;
};

// In the order of the characters.
constexpr Spelling kSpellings[] = {
    {'"', "''"},
    {'#', "\\#"},
    {'$', "\\$"},
    {'%', "\\%"},
    {'&', "\\&"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'\\', "\\textbackslash{}"},
    {'^', "\\textasciicircum{}"},
    {'_', "\\_"},
    {'{', "\\{"},
    {'|', "\\textbar{}"},
    {'}', "\\}"},
    {'~', "\\textasciitilde{}"},
    {0xA0, "~"},
    {0xB0, "\\ensuremath{^\\circ}"},
    {0xB1, "\\ensuremath{\\pm}"},
    {0xB2, "\\ensuremath{^2}"},
    {0xB3, "\\ensuremath{^3}"},
    {0xB5, "\\ensuremath{\\mu}"},
    {0xB7, "\\ensuremath{\\cdot}"},
    {0xD7, "\\ensuremath{\\times}"},
    {0x401, "Jo"},
    {0x451, "jo"},
    {0x2010, "-"},
    {0x2011, "-"},
    {0x2013, "--"},
    {0x2014, "---"},
    {0x2018, "`"},
    {0x2019, "'"},
    {0x201C, "``"},
    {0x201D, "''"},
    {0x2026, "\\ldots{}"},
    {0x2190, "\\ensuremath{\\leftarrow}"},
    {0x2192, "\\ensuremath{\\rightarrow}"},
    {0x2212, "\\ensuremath{-}"},
    {0x2260, "\\ensuremath{\\ne}"},
    {0x2264, "\\ensuremath{\\le}"},
    {0x2265, "\\ensuremath{\\ge}"},
};

// Latin letters with marks that Computer Modern has or puts together.
bool has_accents(char32_t c) {
  constexpr char32_t kMissing[] = {0xD0,  0xDE,  0xF0,  0xFE,  0x104, 0x105, 0x110, 0x111, 0x118, 0x119, 0x126, 0x127,
                                   0x12E, 0x12F, 0x138, 0x13F, 0x140, 0x149, 0x14A, 0x14B, 0x166, 0x167, 0x172, 0x173};
  if (c < 0xC0 || c > 0x17E || c == 0xF7) return false;
  return !std::binary_search(std::begin(kMissing), std::end(kMissing), c);
}

std::string cyrillic(char32_t c) {
  std::string text(kCyrillic[c - (c < 0x430 ? 0x410 : 0x430)]);
  if (c < 0x430 && !text.empty()) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string spell(char32_t c, std::string_view bytes) {
  const auto found = std::lower_bound(std::begin(kSpellings), std::end(kSpellings), c,
                                      [](const Spelling& row, char32_t wanted) { return row.character < wanted; });
  if (found != std::end(kSpellings) && found->character == c) return std::string(found->text);
  if (c < 0x7F || has_accents(c)) return std::string(bytes);
  if (c >= 0x410 && c <= 0x44F) return cyrillic(c);
  const std::string_view greek = greek_latex(c);
  return greek.empty() ? fmt::format("[{:04X}]", static_cast<std::uint32_t>(c))
                       : fmt::format("\\ensuremath{{{}}}", greek);
}

}  // namespace

std::string_view greek_latex(char32_t letter) {
  if (letter >= 0x391 && letter <= 0x3A9) return kUpperGreek[letter - 0x391];
  if (letter >= 0x3B1 && letter <= 0x3C9) return kLowerGreek[letter - 0x3B1];
  return {};
}

std::string latex_words(std::string_view words) {
  std::string text;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t length = decode_utf8(words, at).length;
    const std::string shown = printable(words.substr(at, length));
    text += spell(decode_utf8(shown, 0).code_point, shown);
    at += length;
  }
  return text;
}

}  // namespace kinemate
