#include "codegen/python/language.h"

#include <fmt/format.h>

#include <cmath>

#include "codegen/plain_text.h"

namespace kinemate {
namespace {

constexpr std::string_view kPythonWords =
    "False None True and as assert async await break class continue def del elif else except finally for from global "
    "if import in is lambda nonlocal not or pass raise return try while with yield match case type "
    // what generated code calls
    "abs all dict enumerate float getattr len list print range repr round self str super tuple zip "
    "ArithmeticError OverflowError ValueError m math np scipy";

// A function of the namespaces: of Python's numbers, and of arrays.
struct NumpyRow {
  std::string_view name, one, many;
};

constexpr NumpyRow kNumpyRows[] = {
    {"m.sin", "math.sin", "np.sin"},
    {"m.cos", "math.cos", "np.cos"},
    {"m.tan", "math.tan", "np.tan"},
    {"m.asin", "math.asin", "np.arcsin"},
    {"m.acos", "math.acos", "np.arccos"},
    {"m.atan", "math.atan", "np.arctan"},
    {"m.atan2", "math.atan2", "np.arctan2"},
    {"m.sinh", "math.sinh", "np.sinh"},
    {"m.cosh", "math.cosh", "np.cosh"},
    {"m.tanh", "math.tanh", "np.tanh"},
    {"m.asinh", "math.asinh", "np.arcsinh"},
    {"m.acosh", "math.acosh", "np.arccosh"},
    {"m.atanh", "math.atanh", "np.arctanh"},
    {"m.exp", "math.exp", "np.exp"},
    {"m.log", "math.log", "np.log"},
    {"m.log10", "math.log10", "np.log10"},
    {"m.log2", "math.log2", "np.log2"},
    {"m.sqrt", "math.sqrt", "np.sqrt"},
    {"m.pow", "math.pow", "np.power"},
    {"m.cbrt", "getattr(math, \"cbrt\", lambda x: float(np.cbrt(x)))", "np.cbrt"},  // in math since Python 3.11
    {"m.erf", "math.erf", "np.vectorize(math.erf, otypes=[float])"},
    {"m.where", "lambda condition, a, b: a if condition else b", "np.where"},
    {"m.sign", "lambda x: float((x > 0.0) - (x < 0.0))", "lambda x: 1.0 * (x > 0.0) - 1.0 * (x < 0.0)"},
    {"m.floor", "lambda x: float(math.floor(x))", "np.floor"},
    {"m.smaller_of", "lambda a, b: b if b < a else a", "lambda a, b: np.where(b < a, b, a)"},
    {"m.larger_of", "lambda a, b: b if a < b else a", "lambda a, b: np.where(a < b, b, a)"},
    {"m.step_at", "lambda x: 1.0 if x >= 0.0 else 0.0", "lambda x: 1.0 * (x >= 0.0)"},
    {"m.step_between", "lambda a, x, b: 1.0 if a <= x < b or a == x == b else 0.0",
     "lambda a, x, b: 1.0 * (((a <= x) & (x < b)) | ((a == x) & (x == b)))"},
    {"m.factorial_of", "_factorial", "np.vectorize(_factorial, otypes=[float])"},
    {"m.comb_of", "_comb", "np.vectorize(_comb, otypes=[float])"},
    {"m.multinomial_of", "_comb", "np.vectorize(_comb, otypes=[float])"},
};

constexpr std::string_view kFactorial =
    "def _factorial(n):\n"
    "    if n == math.inf:\n"
    "        return n\n"
    "    if not n >= 0.0 or n != math.floor(n):\n"
    "        return math.nan\n"
    "    return math.gamma(n + 1.0) if n < 171.0 else math.inf\n\n\n";

constexpr std::string_view kComb =
    "def _comb(n, *parts):\n"
    "    \"\"\"n!/(a! b! ... rest!)\"\"\"\n"
    "    if not all(x >= 0.0 and (x == math.inf or x == math.floor(x)) for x in (n, *parts)):\n"
    "        return math.nan\n"
    "    try:\n"
    "        rest, logarithm = n, math.lgamma(n + 1.0)\n"
    "        for part in parts:\n"
    "            rest, logarithm = rest - part, logarithm - math.lgamma(part + 1.0)\n"
    "        if rest < 0.0:\n"
    "            return math.nan\n"
    "        logarithm -= math.lgamma(rest + 1.0)\n"
    "    except OverflowError:\n"
    "        return math.nan\n"
    "    if not logarithm < 709.78:\n"
    "        return logarithm * math.inf\n"
    "    return float(round(math.exp(logarithm)))\n\n\n";

bool is_python_word(std::string_view name) {
  static const auto* const words = new std::unordered_set<std::string_view>(make_word_set(kPythonWords));
  return words->contains(name);
}

}  // namespace

const Language& python_language() {
  static const auto* const language =
      new Language{.title = "Python",
                   .column = LanguageColumn::kPython,
                   .power = {"m.pow({}, {})", Phrase::Level::kPrimary, Phrase::Level::kSum, Phrase::Level::kSum},
                   .conjunction = "({}) & ({})",
                   .disjunction = "({}) | ({})",
                   .choice = "m.where({}, {}, {})",
                   .truth_value = "(1.0 * ({}))",
                   .define = "{} = {}",
                   .store = "{} = {}",
                   .number = python_number,
                   .is_taken = is_python_word};
  return *language;
}

std::string python_number(double number) {
  if (std::isnan(number)) return "math.nan";
  if (std::isinf(number)) return number < 0 ? "-math.inf" : "math.inf";
  return decimal_number(number);
}

std::string python_string(std::string_view text) { return quoted(text, "\"\\"); }

std::string python_namespaces(const std::set<std::string>& called) {
  std::string one, many;
  for (const NumpyRow& row : kNumpyRows) {
    if (!called.contains(std::string(row.name))) continue;
    const std::string_view name = row.name.substr(2);
    one += fmt::format("    {} = {}\n", name, row.one);
    many += fmt::format("    {} = {}\n", name, row.many);
  }
  std::string text;
  if (called.contains("m.factorial_of")) text += kFactorial;
  if (called.contains("m.comb_of") || called.contains("m.multinomial_of")) text += kComb;
  text += "class _One:\n    \"\"\"Functions of numbers.\"\"\"\n\n" + one;
  text +=
      "\n\nclass _Many:\n    \"\"\"The same of arrays, and beyond their domain: there, numbers are inf or "
      "nan.\"\"\"\n\n";
  return text + many + "\n\n";
}

}  // namespace kinemate
