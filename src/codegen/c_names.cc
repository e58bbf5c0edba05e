#include "codegen/c_names.h"

#include <fmt/format.h>

#include <array>
#include <unordered_set>

#include "base/utf8.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongest = 60;

// α to ω, with both forms of the small sigma.
constexpr std::array<std::string_view, 25> kGreek = {
    "alpha", "beta",    "gamma", "delta", "epsilon", "zeta",  "eta", "theta",   "iota", "kappa", "lambda", "mu",   "nu",
    "xi",    "omicron", "pi",    "rho",   "sigma",   "sigma", "tau", "upsilon", "phi",  "chi",   "psi",    "omega"};

constexpr std::string_view kWords =
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while alignas "
    "alignof bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual asm and and_eq bitand "
    "bitor catch char8_t char16_t char32_t class compl concept consteval constinit const_cast co_await co_return "
    "co_yield decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq operator "
    "or "
    "or_eq private protected public reinterpret_cast requires static_cast template this throw try typeid typename "
    "using "
    "virtual wchar_t xor xor_eq "
    // macros that are about
    "linux unix i386 near far min max NULL EOF I complex imaginary noreturn assert offsetof errno stdin stdout stderr "
    "NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS MAXFLOAT math_errhandling "
    // types, and functions that generated code calls or has of its own
    "size_t ptrdiff_t max_align_t float_t double_t main printf sign_of smaller_of larger_of step_at step_between "
    "factorial_of comb_of multinomial_of";

// Functions of math.h, those of POSIX and GNU among them; each with f or l at its end is taken too.
constexpr std::string_view kMathematics =
    "acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 "
    "log1p "
    "log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint "
    "llrint round lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma "
    "fpclassify isfinite isinf isnan isnormal signbit isgreater isgreaterequal isless islessequal islessgreater "
    "isunordered j0 j1 jn y0 y1 yn gamma signgam sincos exp10 pow10 drem significand finite scalb abs labs "
    "roundeven canonicalize";

std::unordered_set<std::string_view> split(std::string_view list) {
  std::unordered_set<std::string_view> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    words.insert(list.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool is_taken(std::string_view name) {
  static const auto* const words = new std::unordered_set<std::string_view>(split(kWords));
  static const auto* const mathematics = new std::unordered_set<std::string_view>(split(kMathematics));
  if (words->contains(name) || mathematics->contains(name)) return true;
  return (name.ends_with('f') || name.ends_with('l')) && mathematics->contains(name.substr(0, name.size() - 1));
}

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

// What stands for the character at `at`, and how many bytes it stands for.
std::pair<std::string, std::size_t> spell(std::string_view name, std::size_t at) {
  const Utf8 character = decode_utf8(name, at);
  if (is_letter(character.code_point) || is_digit(character.code_point)) return {std::string(1, name[at]), 1};
  if (name[at] == '\'') {
    const std::size_t count = std::min(name.find_first_not_of('\'', at), name.size()) - at;
    return {count == 1 ? "_prime_" : fmt::format("_prime{}_", count), count};
  }
  const std::string letter = character.valid ? greek(character.code_point) : "";
  return {letter.empty() ? "_" : letter, character.length};
}

}  // namespace

std::string make_c_name(std::string_view name) {
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
  return is_taken(made) ? made + "_v" : made;
}

std::string make_c_macro(std::string_view c_name) {
  std::string made(c_name);
  for (char& c : made) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return made;
}

std::string CNames::take(std::string_view name) {
  const std::string made = make_c_name(name);
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
