#include "codegen/modelica/language.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "codegen/names.h"
#include "codegen/plain_text.h"
#include "expr/text/modelica_text.h"

namespace kinemate {
namespace {

// Types, functions and operators that Modelica has beside its words, and names that generated files have themselves.
constexpr std::string_view kTaken =
    "Real Integer Boolean String Clock Complex ExternalObject Modelica ModelicaServices Connections StateSelect "
    "AssertionLevel time Machine "
    "abs sign sqrt div mod rem ceil floor integer sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 delay "
    "spatialDistribution cardinality semiLinear homotopy inStream actualStream terminal noEvent smooth sample pre edge "
    "change reinit assert terminate promote ndims size scalar vector matrix identity diagonal zeros ones fill linspace "
    "min max sum product transpose outerProduct symmetric cross skew cat array rooted previous hold interval "
    "backSample "
    "noClock shiftSample subSample superSample firstTick activeState ticksInState timeInState getInstanceName "
    "log1p_of asinh_of acosh_of atanh_of log2_of cbrt_of step_at step_between";

bool is_modelica_taken(std::string_view name) {
  static const auto* const words = new std::unordered_set<std::string_view>(make_word_set(kTaken));
  return is_modelica_word(name) || words->contains(name);
}

// In the order of a reader. Modelica's library has some of these, but inexact near 0.
const CodeDefinition kModelicaDefinitions[] = {
    {"log1p_of",
     "function log1p_of \"log(1 + x), exact near 0\"\n  input Real x;\n  output Real y;\nprotected\n  Real u;\n"
     "algorithm\n  u := 1.0 + x;\n  y := if u == 1.0 then x else log(u) * (x / (u - 1.0));\nend log1p_of;\n"},
    {"asinh_of",
     "function asinh_of \"inverse of sinh\"\n  input Real x;\n  output Real y;\nprotected\n  Real a;\nalgorithm\n"
     "  a := abs(x);\n"
     "  y := sign(x) * (if a > 1e8 then log(a) + log(2.0) else log1p_of(a + a * a / (1.0 + sqrt(a * a + 1.0))));\n"
     "end asinh_of;\n"},
    {"acosh_of",
     "function acosh_of \"inverse of cosh\"\n  input Real x;\n  output Real y;\nprotected\n  Real a;\nalgorithm\n"
     "  a := x - 1.0;\n"
     "  y := if a > 1e8 then log(x) + log(2.0) else log1p_of(a + sqrt(a * (a + 2.0)));\nend acosh_of;\n"},
    {"atanh_of",
     "function atanh_of \"inverse of tanh\"\n  input Real x;\n  output Real y;\nalgorithm\n"
     "  y := 0.5 * sign(x) * log1p_of(2.0 * abs(x) / (1.0 - abs(x)));\nend atanh_of;\n"},
    {"log2_of",
     "function log2_of \"logarithm to the base 2\"\n  input Real x;\n  output Real y;\nalgorithm\n"
     "  y := log(x) / log(2.0);\nend log2_of;\n"},
    {"cbrt_of",
     "function cbrt_of \"cube root\"\n  input Real x;\n  output Real y;\nprotected\n  Real a;\nalgorithm\n"
     "  a := abs(x)^(1.0 / 3.0);\n"
     "  y := if x == 0.0 then 0.0 else sign(x) * (a - (a - abs(x) / (a * a)) / 3.0);\nend cbrt_of;\n"},
    {"step_at",
     "function step_at \"1 from 0 on, else 0\"\n  input Real x;\n  output Real y;\nalgorithm\n"
     "  y := if x >= 0.0 then 1.0 else 0.0;\nend step_at;\n"},
    {"step_between",
     "function step_between \"1 for a <= x < b and for a == x == b, else 0\"\n"
     "  input Real a;\n  input Real x;\n  input Real b;\n  output Real y;\nalgorithm\n"
     "  y := if a <= x and x < b or a == x and x == b then 1.0 else 0.0;\nend step_between;\n"},
};

// Powers do not chain, and a sign before one is that of the whole.
Language make_modelica_language() {
  return {.title = "Modelica",
          .column = LanguageColumn::kModelica,
          .power = {"{}^{}", Phrase::Level::kSign, Phrase::Level::kPrimary, Phrase::Level::kPrimary},
          .not_equal = "{} <> {}",
          .conjunction = "({}) and ({})",
          .disjunction = "({}) or ({})",
          .choice = "(if {} then {} else {})",
          .truth_value = "(if {} then 1.0 else 0.0)",
          .define = "{} := {};",
          .store = "{} := {};",
          .first_index = 1,
          .number = modelica_number,
          .is_taken = is_modelica_taken,
          .definitions = {std::begin(kModelicaDefinitions), std::end(kModelicaDefinitions)}};
}

}  // namespace

const Language& modelica_language() {
  static const auto* const language = new Language(make_modelica_language());
  return *language;
}

const Language& modelica_equations() {
  static const auto* const language = [] {
    auto* made = new Language(make_modelica_language());
    made->define = made->store = "{} = {};";
    made->equal = "{0} <= {1} and {0} >= {1}";
    made->not_equal = "{0} < {1} or {0} > {1}";
    return made;
  }();
  return *language;
}

std::string modelica_number(double number) {
  if (!std::isfinite(number))
    throw Error(ErrorCode::kTarget, fmt::format("Modelica has no number {}, which stands in this program", number),
                "look for a division by zero among the formulas of the machine");
  return decimal_number(number);
}

std::string modelica_class_name(std::string_view name) {
  std::string made;
  bool begins = true;
  for (const char c : make_name(name, modelica_language())) {
    if (c != '_') made += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = c == '_';
  }
  return make_name(made, modelica_language());
}

std::string modelica_remark(const Entry& entry, std::string_view variable) {
  const std::string text = plain_entry(entry.name == variable ? "" : entry.name, entry.meaning);
  return text.empty() ? "" : " " + modelica_string(text);
}

std::string modelica_text(std::string_view text) { return modelica_string(plain_line(text)); }

std::string modelica_variables(const std::vector<std::string>& names) {
  return names.empty() ? "" : wrapped("  Real ", names) + ";\n";
}

}  // namespace kinemate
