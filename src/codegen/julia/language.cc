#include "codegen/julia/language.h"

#include <cmath>

#include "codegen/plain_text.h"

namespace kinemate {
namespace {

constexpr std::string_view kJuliaWords =
    "abstract baremodule begin break catch ccall const continue do else elseif end export false finally for function "
    "global if import in isa let local macro module mutable new outer primitive public quote return struct true try "
    "type using where while Inf NaN nothing undef "
    // functions and types that generated code uses, or has of its own
    "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp log log10 log2 cbrt sqrt pow erf abs floor round "
    "isfinite isinf ifelse one axes string throw DimensionMismatch promote_type typeof eltype similar zip println "
    "parse "
    "length permutedims include eval Base Core Main Float64 Int Vector Matrix Function ARGS "
    "sign_of smaller_of larger_of step_at step_between factorial_of comb_of multinomial_of";

// Each before those that call it.
const CodeDefinition kJuliaDefinitions[] = {
    {"sin", "sin(x) = isfinite(x) ? Base.sin(x) : NaN * x\n"},
    {"cos", "cos(x) = isfinite(x) ? Base.cos(x) : NaN * x\n"},
    {"tan", "tan(x) = isfinite(x) ? Base.tan(x) : NaN * x\n"},
    {"asin", "asin(x) = abs(x) > 1 ? NaN * x : Base.asin(x)\n"},
    {"acos", "acos(x) = abs(x) > 1 ? NaN * x : Base.acos(x)\n"},
    {"acosh", "acosh(x) = x < 1 ? NaN * x : Base.acosh(x)\n"},
    {"atanh", "atanh(x) = abs(x) > 1 ? NaN * x : Base.atanh(x)\n"},
    {"log", "log(x) = x < 0 ? NaN * x : Base.log(x)\n"},
    {"log10", "log10(x) = x < 0 ? NaN * x : Base.log10(x)\n"},
    {"log2", "log2(x) = x < 0 ? NaN * x : Base.log2(x)\n"},
    {"sqrt", "sqrt(x) = x < 0 ? NaN * x : Base.sqrt(x)\n"},
    {"pow",
     "function pow(x, y)\n"
     "  if x < 0 && y != floor(y)\n"
     "    return isinf(x) ? abs(x)^y : NaN * x\n"
     "  end\n"
     "  return x^y\n"
     "end\n"},
    {"sign_of", "sign_of(x) = (x > 0 ? 1.0 : 0.0) - (x < 0 ? 1.0 : 0.0)\n"},
    {"smaller_of", "smaller_of(a, b) = b < a ? b : a\n"},
    {"larger_of", "larger_of(a, b) = a < b ? b : a\n"},
    {"step_at", "step_at(x) = x >= 0 ? 1.0 : 0.0\n"},
    {"step_between",
     "# 1 for a <= x < b and for a == x == b, else 0\n"
     "step_between(a, x, b) = (a <= x && x < b) || (a == x && x == b) ? 1.0 : 0.0\n"},
    // A series of positive terms: nothing cancels. The terms behind the 110th are below 1e-22 of the sum.
    {"erf",
     "# Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.6, to the digits of Float64\n"
     "function erf(x)\n"
     "  if abs(x) >= 6\n"
     "    return x > 0 ? one(x) : -one(x)\n"
     "  end\n"
     "  term = x * 1.0\n"
     "  total = term\n"
     "  for n in 1:110\n"
     "    term = term * (2 * x * x / (2 * n + 1))\n"
     "    total = total + term\n"
     "  end\n"
     "  return 1.1283791670955126 * exp(-x * x) * total\n"
     "end\n"},
    {"factorial_of",
     "function factorial_of(n)\n"
     "  if !(n >= 0 && n == floor(n))\n"
     "    return NaN\n"
     "  end\n"
     "  result = 1.0\n"
     "  factor = 2.0\n"
     "  while factor <= n && isfinite(result)\n"
     "    result = result * factor\n"
     "    factor = factor + 1.0\n"
     "  end\n"
     "  return result\n"
     "end\n"},
    {"comb_of",
     "# n!/(a! (n - a)!)\n"
     "function comb_of(n, a)\n"
     "  if !(isfinite(n) && n == floor(n) && a >= 0 && a == floor(a) && n - a >= 0)\n"
     "    return NaN\n"
     "  end\n"
     "  few = 2 * a < n ? a : n - a\n"
     "  result = 1.0\n"
     "  factor = 1.0\n"
     "  while factor <= few && isfinite(result)\n"
     "    result = result * (n - few + factor) / factor\n"
     "    factor = factor + 1.0\n"
     "  end\n"
     "  return round(result)\n"
     "end\n"},
    {"multinomial_of",
     "# n!/(a! b! (n - a - b)!)\n"
     "multinomial_of(n, a, b) = comb_of(n, a) * comb_of(n - a, b)\n"},
};

bool is_julia_word(std::string_view name) {
  static const auto* const words = new std::unordered_set<std::string_view>(make_word_set(kJuliaWords));
  return words->contains(name);
}

}  // namespace

const Language& julia_language() {
  static const auto* const language =
      new Language{.title = "Julia",
                   .column = LanguageColumn::kJulia,
                   .power = {"pow({}, {})", Phrase::Level::kPrimary, Phrase::Level::kSum, Phrase::Level::kSum},
                   .choice = "ifelse({}, {}, {})",
                   .define = "{} = {}",
                   .store = "{} = {}",
                   .matrix_element = "{}[{}, {}]",
                   .first_index = 1,
                   .number = julia_number,
                   .is_taken = is_julia_word,
                   .definitions = {std::begin(kJuliaDefinitions), std::end(kJuliaDefinitions)}};
  return *language;
}

std::string julia_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Inf" : "Inf";
  return decimal_number(number);
}

std::string julia_escaped(std::string_view text) { return escaped(text, "\"\\$"); }

std::string julia_string(std::string_view text) { return quoted(text, "\"\\$"); }

std::string julia_definitions(std::set<std::string> called) {
  if (called.contains("multinomial_of")) called.insert("comb_of");
  std::string text;
  for (const std::string_view definition : definitions_of(julia_language(), called)) {
    if (text.empty()) text = "# Beyond their domain, functions are NaN here; those of Julia would throw.\n";
    text += definition;
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace kinemate
