#include "codegen/matlab/language.h"

#include <fmt/format.h>

#include <cmath>

#include "codegen/names.h"
#include "codegen/plain_text.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestPrefix = 50;

constexpr std::string_view kMatlabWords =
    // of MATLAB
    "break case catch classdef continue else elseif end for function global if otherwise parfor persistent return spmd "
    "switch try while arguments enumeration events methods properties import "
    // of Octave
    "do until unwind_protect unwind_protect_cleanup end_try_catch end_unwind_protect endarguments endclassdef "
    "endenumeration endevents endfor endfunction endif endmethods endparfor endproperties endspmd endswitch endwhile "
    // functions and constants that generated code calls
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log log10 log2 nthroot erf abs sign sqrt "
    "floor fix round gamma gammaln double zeros reshape numel NaN nan Inf inf pi ans eps nargin nargout "
    "varargin varargout true false fprintf printf disp odeset ode45 ode15s plot legend xlabel figure usejava exist "
    "have_window_system clear feval eval i j e I J "
    // definitions
    "sqrt_of asin_of acos_of acosh_of atanh_of log_of log10_of log2_of power_of choice_of sign_of smaller_of larger_of "
    "step_at step_between factorial_of comb_of multinomial_of";

bool is_matlab_word(std::string_view name) {
  static const auto* const words = new std::unordered_set<std::string_view>(make_word_set(kMatlabWords));
  return words->contains(name);
}

// NaN where the condition is not true, so that there is never a complex number.
std::string guarded(std::string_view function, std::string_view condition) {
  return fmt::format("function y = {0}_of(x)\n  if {1}\n    y = {0}(x);\n  else\n    y = NaN;\n  end\nend\n", function,
                     condition);
}

struct Definition {
  std::string name, text;
};

std::vector<Definition> make_definitions() {
  return {
      {"sqrt_of", guarded("sqrt", "x >= 0")},
      {"asin_of", guarded("asin", "abs(x) <= 1")},
      {"acos_of", guarded("acos", "abs(x) <= 1")},
      {"acosh_of", guarded("acosh", "x >= 1")},
      {"atanh_of", guarded("atanh", "abs(x) <= 1")},
      {"log_of", guarded("log", "x >= 0")},
      {"log10_of", guarded("log10", "x >= 0")},
      {"log2_of", guarded("log2", "x >= 0")},
      {"power_of",
       "function y = power_of(a, b)\n  if a < 0 && (isinf(b) || (isinf(a) && b ~= fix(b)))\n    y = abs(a) ^ b;\n"
       "  elseif a < 0 && b ~= fix(b)\n    y = NaN;\n  else\n    y = a ^ b;\n  end\nend\n"},
      {"choice_of",
       "function y = choice_of(condition, a, b)\n  if condition\n    y = a;\n  else\n    y = b;\n  end\nend\n"},
      {"sign_of", "function y = sign_of(x)\n  y = double(x > 0) - double(x < 0);\nend\n"},
      {"smaller_of", "function y = smaller_of(a, b)\n  if b < a\n    y = b;\n  else\n    y = a;\n  end\nend\n"},
      {"larger_of", "function y = larger_of(a, b)\n  if a < b\n    y = b;\n  else\n    y = a;\n  end\nend\n"},
      {"step_at", "function y = step_at(x)\n  y = double(x >= 0);\nend\n"},
      {"step_between",
       "% 1 for a <= x < b and for a == x == b, else 0\n"
       "function y = step_between(a, x, b)\n  y = double((a <= x && x < b) || (a == x && x == b));\nend\n"},
      {"factorial_of",
       "function y = factorial_of(n)\n"
       "  if n >= 0 && n == floor(n)\n    y = gamma(n + 1);\n  else\n    y = NaN;\n  end\nend\n"},
      {"comb_of",
       "% n!/(a! (n - a)!)\n"
       "function y = comb_of(n, a)\n"
       "  rest = n - a;\n"
       "  if n >= 0 && n == floor(n) && a >= 0 && a == floor(a) && ~(rest < 0)\n"
       "    y = round(exp(gammaln(n + 1) - gammaln(a + 1) - gammaln(rest + 1)));\n"
       "  else\n    y = NaN;\n  end\nend\n"},
      {"multinomial_of",
       "% n!/(a! b! (n - a - b)!)\n"
       "function y = multinomial_of(n, a, b)\n"
       "  rest = n - a - b;\n"
       "  if n >= 0 && n == floor(n) && a >= 0 && a == floor(a) && b >= 0 && b == floor(b) && ~(rest < 0)\n"
       "    y = round(exp(gammaln(n + 1) - gammaln(a + 1) - gammaln(b + 1) - gammaln(rest + 1)));\n"
       "  else\n    y = NaN;\n  end\nend\n"},
  };
}

Language make_matlab_language() {
  static const auto* const definitions = new std::vector<Definition>(make_definitions());
  Language language{.title = "MATLAB",
                    .column = LanguageColumn::kMatlab,
                    .power = {"power_of({}, {})", Phrase::Level::kPrimary, Phrase::Level::kSum, Phrase::Level::kSum},
                    .not_equal = "{} ~= {}",
                    .choice = "choice_of({}, {}, {})",
                    .truth_value = "double({})",
                    .define = "{} = {};",
                    .element = "{}({})",
                    .first_index = 1,
                    .number = matlab_number,
                    .is_taken = is_matlab_word};
  for (const Definition& definition : *definitions) language.definitions.push_back({definition.name, definition.text});
  return language;
}

}  // namespace

const Language& matlab_language() {
  static const auto* const language = new Language(make_matlab_language());
  return *language;
}

std::string matlab_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Inf" : "Inf";
  return decimal_number(number);
}

std::string matlab_string(std::string_view text) {
  std::string made = "'";
  for (const char c : plain_line(text)) made += c == '\'' ? "''" : std::string(1, c);
  return made + "'";
}

std::string matlab_prefix(std::string_view machine, std::string_view prefix) {
  std::string made = make_name(prefix.empty() ? machine : prefix, matlab_language()).substr(0, kLongestPrefix);
  while (made.ends_with('_')) made.pop_back();
  return made;
}

}  // namespace kinemate
