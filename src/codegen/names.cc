#include "codegen/names.h"

#include <fmt/format.h>

#include <array>

#include "base/utf8.h"

namespace kinemate {
namespace {

// MATLAB takes 63 characters; what stands for the last sign, _v and numbers may come behind these.
constexpr std::size_t kLongest = 48;

// α to ω, with both forms of the small sigma.
constexpr std::array<std::string_view, 25> kGreek = {
    "alpha", "beta",    "gamma", "delta", "epsilon", "zeta",  "eta", "theta",   "iota", "kappa", "lambda", "mu",   "nu",
    "xi",    "omicron", "pi",    "rho",   "sigma",   "sigma", "tau", "upsilon", "phi",  "chi",   "psi",    "omega"};

bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

// The name of a Greek letter: Γ is Gamma. Empty for others.
std::string greek(char32_t c) {
  const bool capital = c >= 0x391 && c <= 0x3A9, small = c >= 0x3B1 && c <= 0x3C9;
  if (!capital && !small) return "";
  std::string name(kGreek[c - (capital ? 0x391 : 0x3B1)]);
  if (capital) name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

// À to ÿ: the letter without its accent; signs among them have none.
constexpr std::string_view kLatin[64] = {
    "A", "A", "A", "A", "A", "A", "AE", "C", "E", "E",  "E", "E", "I", "I", "I", "I", "D",  "N", "O", "O", "O", "O",
    "O", "",  "O", "U", "U", "U", "U",  "Y", "T", "ss", "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e",
    "i", "i", "i", "i", "d", "n", "o",  "o", "o", "o",  "o", "",  "o", "u", "u", "u", "u",  "y", "t", "y"};

std::string latin(char32_t c) { return c >= 0xC0 && c <= 0xFF ? std::string(kLatin[c - 0xC0]) : ""; }

// What stands for the character at `at`, and how many bytes it stands for.
std::pair<std::string, std::size_t> spell(std::string_view name, std::size_t at) {
  const Utf8 character = decode_utf8(name, at);
  if (is_letter(character.code_point) || is_digit(character.code_point)) return {std::string(1, name[at]), 1};
  if (name[at] == '\'') {
    const std::size_t count = std::min(name.find_first_not_of('\'', at), name.size()) - at;
    return {count == 1 ? "_prime_" : fmt::format("_prime{}_", count), count};
  }
  const char32_t c = character.valid ? character.code_point : 0;
  const std::string letter = greek(c) + latin(c);
  return {letter.empty() ? "_" : letter, character.length};
}

}  // namespace

std::string make_name(std::string_view name, const Language& language) {
  std::string made;
  for (std::size_t at = 0; at < name.size() && made.size() < kLongest;) {
    const auto [text, length] = spell(name, at);
    for (const char c : text) {
      if (c != '_' || (!made.empty() && made.back() != '_')) made += c;
    }
    at += length;
  }
  while (made.ends_with('_')) made.pop_back();
  if (made.empty() || is_digit(static_cast<unsigned char>(made[0]))) made.insert(0, "n");
  return language.is_taken(made) ? made + "_v" : made;
}

std::string CodeNames::take(std::string_view name) {
  const std::string made = make_name(name, *language_);
  const auto [known, fresh] = next_.try_emplace(made, 2);
  if (fresh) return made;
  for (std::size_t number = known->second;; ++number) {
    std::string other = fmt::format("{}_{}", made, number);
    if (next_.contains(other)) continue;
    next_.find(made)->second = number + 1;
    next_.emplace(other, 2);
    return other;
  }
}

}  // namespace kinemate
