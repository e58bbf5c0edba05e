#include "codegen/c/language.h"

#include "codegen/c/text.h"

namespace kinemate {
namespace {

constexpr std::string_view kCWords =
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

// In the order of a reader.
const CodeDefinition kCDefinitions[] = {
    {"sign_of", "static double sign_of(double x)\n{\n  return (x > 0.0 ? 1.0 : 0.0) - (x < 0.0 ? 1.0 : 0.0);\n}\n"},
    {"smaller_of", "static double smaller_of(double a, double b)\n{\n  return b < a ? b : a;\n}\n"},
    {"larger_of", "static double larger_of(double a, double b)\n{\n  return a < b ? b : a;\n}\n"},
    {"step_at", "static double step_at(double x)\n{\n  return x >= 0.0 ? 1.0 : 0.0;\n}\n"},
    {"step_between",
     "/* 1 for a <= x < b and for a == x == b, else 0 */\n"
     "static double step_between(double a, double x, double b)\n{\n"
     "  return (a <= x && x < b) || (a == x && x == b) ? 1.0 : 0.0;\n}\n"},
    {"factorial_of",
     "static double factorial_of(double n)\n{\n"
     "  return n < 0.0 || n != floor(n) ? (double)NAN : tgamma(n + 1.0);\n}\n"},
    {"comb_of",
     "/* n!/(a! (n - a)!) */\n"
     "static double comb_of(double n, double a)\n{\n"
     "  const double rest = n - a;\n"
     "  if (n < 0.0 || n != floor(n) || a < 0.0 || a != floor(a) || rest < 0.0) return (double)NAN;\n"
     "  return round(exp(lgamma(n + 1.0) - lgamma(a + 1.0) - lgamma(rest + 1.0)));\n}\n"},
    {"multinomial_of",
     "/* n!/(a! b! (n - a - b)!) */\n"
     "static double multinomial_of(double n, double a, double b)\n{\n"
     "  const double rest = n - a - b;\n"
     "  if (n < 0.0 || n != floor(n) || a < 0.0 || a != floor(a)) return (double)NAN;\n"
     "  if (b < 0.0 || b != floor(b) || rest < 0.0) return (double)NAN;\n"
     "  return round(exp(lgamma(n + 1.0) - lgamma(a + 1.0) - lgamma(b + 1.0) - lgamma(rest + 1.0)));\n}\n"},
};

}  // namespace

bool is_c_word(std::string_view name) {
  static const auto* const words = new std::unordered_set<std::string_view>(make_word_set(kCWords));
  static const auto* const mathematics = new std::unordered_set<std::string_view>(make_word_set(kMathematics));
  if (words->contains(name) || mathematics->contains(name)) return true;
  return (name.ends_with('f') || name.ends_with('l')) && mathematics->contains(name.substr(0, name.size() - 1));
}

const Language& c_language() {
  static const auto* const language = new Language{.title = "C",
                                                   .column = LanguageColumn::kC,
                                                   .loops = true,
                                                   .number = c_number,
                                                   .is_taken = is_c_word,
                                                   .definitions = {std::begin(kCDefinitions), std::end(kCDefinitions)}};
  return *language;
}

std::string c_compiler_flags(bool fast) {
  return fast ? "-O3 -march=native -ffp-contract=fast" : "-O2 -ffp-contract=off";
}

}  // namespace kinemate
