#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "expr/text/print.h"
#include "report/linear/linear.h"

namespace kinemate {
namespace {

using Eigen::Index;

const std::set<Function>& common_functions() {
  static const std::set<Function> functions = {
      Function::kSin,   Function::kCos,  Function::kTan,  Function::kAsin,  Function::kAcos,  Function::kAtan,
      Function::kAtan2, Function::kSinh, Function::kCosh, Function::kTanh,  Function::kAsinh, Function::kAcosh,
      Function::kAtanh, Function::kExp,  Function::kLog,  Function::kLog10, Function::kLog2,  Function::kErf,
      Function::kAbs,   Function::kMin,  Function::kMax,  Function::kFloor};
  return functions;
}

// Names that mean something else in one of the languages, or in the script.
const std::set<std::string>& taken_names() {
  static const std::set<std::string> names = {
      "M",      "P",       "Q",         "Z",      "F",     "V",     "W",        "A",      "B",        "C",
      "D",      "G",       "K",         "N",      "h",     "r",     "poles",    "pi",     "e",        "i",
      "j",      "np",      "end",       "if",     "else",  "for",   "while",    "lambda", "def",      "and",
      "or",     "not",     "in",        "is",     "None",  "True",  "False",    "class",  "return",   "from",
      "import", "global",  "pass",      "del",    "as",    "with",  "try",      "break",  "continue", "function",
      "switch", "case",    "otherwise", "yield",  "sin",   "cos",   "tan",      "exp",    "log",      "sqrt",
      "abs",    "min",     "max",       "eye",    "zeros", "eig",   "NaN",      "float",  "elif",     "elseif",
      "except", "finally", "raise",     "assert", "async", "await", "nonlocal", "catch",  "parfor",   "persistent",
      "until",  "do",      "spmd",      "floor"};
  return names;
}

class ScriptWriter {
 public:
  explicit ScriptWriter(ScriptLanguage language) : matlab_(language == ScriptLanguage::kMatlab) {}

  std::string comment(const std::string& words) const { return (matlab_ ? "% " : "# ") + words + "\n"; }

  // A name that both languages take, and no other symbol has: R'' becomes R_rate2.
  std::string name(Expr symbol) {
    if (const auto known = names_.find(symbol); known != names_.end()) return known->second;
    std::string text;
    for (const char c : std::string(symbol.name()))
      text += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    if (symbol.primes() > 0) text += symbol.primes() == 1 ? "_rate" : "_rate" + std::to_string(symbol.primes());
    if (text.empty() || !std::isalpha(static_cast<unsigned char>(text[0]))) text = "p_" + text;
    while (taken_names().contains(text) || used_.contains(text)) text += "_";
    used_.insert(text);
    return names_.emplace(symbol, text).first->second;
  }

  std::string formula(Expr formula) {
    const Graph graph(formula);
    Substitution names;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const Expr node = graph.node(i);
      if (node.kind() == Kind::kSymbol) names.symbols.emplace(node, make_symbol(name(node)));
      if (node.kind() == Kind::kUnspecified ||
          (node.kind() == Kind::kCall && !common_functions().contains(node.function())))
        throw Error(ErrorCode::kTarget,
                    fmt::format("a script cannot compute {}", to_text(node, {.largest = 100, .cut = true})),
                    "give all parameters values with --set: numbers are written then");
    }
    std::string text = bare_numbers(to_text(substitute(formula, names)));
    if (matlab_) return text;
    for (std::size_t i = 0; (i = text.find('^', i)) != std::string::npos; i += 2) text.replace(i, 1, "**");
    return text;
  }

  template <class Entry>
  std::string matrix(const std::string& name, std::size_t rows, std::size_t columns, Entry entry) const {
    if (rows == 0 || columns == 0)
      return matlab_ ? fmt::format("{} = zeros({}, {});\n", name, rows, columns)
                     : fmt::format("{} = np.zeros(({}, {}))\n", name, rows, columns);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<std::string> cells;
      for (std::size_t j = 0; j < columns; ++j) cells.push_back(entry(i, j));
      lines.push_back(fmt::format("{}", fmt::join(cells, ", ")));
    }
    if (matlab_) return fmt::format("{} = [{}];\n", name, fmt::join(lines, "\n     "));
    return fmt::format("{} = np.array([[{}]], dtype=float)\n", name, fmt::join(lines, "],\n              ["));
  }
  std::string matrix(const std::string& name, const FormulaMatrix& matrix) {
    return this->matrix(name, matrix.rows, matrix.columns,
                        [&](std::size_t i, std::size_t j) { return formula(matrix.at(i, j)); });
  }
  std::string matrix(const std::string& name, const Eigen::MatrixXd& matrix) const {
    return this->matrix(name, static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()),
                        [&](std::size_t i, std::size_t j) {
                          return fmt::format("{}", matrix(static_cast<Index>(i), static_cast<Index>(j)) + 0.0);
                        });
  }
  std::string assign(const std::string& name, const std::string& value, const std::string& words) const {
    return fmt::format("{} = {}{}{}{}\n", name, value, matlab_ ? ";" : "",
                       words.empty() ? ""
                       : matlab_     ? "  % "
                                     : "  # ",
                       words);
  }
  std::string missing() const { return matlab_ ? "NaN" : "float('nan')"; }
  std::string head() const { return matlab_ ? "" : "import numpy as np\nfrom math import *\n\n"; }
  std::string poles() const { return matlab_ ? "poles = eig(A);\n" : "poles = np.linalg.eigvals(A)\n"; }

 private:
  bool matlab_;
  std::unordered_map<Expr, std::string> names_;
  std::set<std::string> used_;
};

std::string names_comment(const ScriptWriter& writer, const std::string& what, const std::vector<std::string>& names) {
  return names.empty() ? "" : writer.comment(fmt::format("{}: {}", what, fmt::join(names, ", ")));
}

std::string numbers_script(const ScriptWriter& writer, const LinearSystem& system) {
  std::vector<std::string> names;
  for (const Deviation& one : system.deviations) names.push_back(one.name);
  std::string text = names_comment(writer, "y", names) + names_comment(writer, "s", system.speeds) +
                     names_comment(writer, "z", system.states) + names_comment(writer, "u", system.inputs) +
                     names_comment(writer, "outputs", system.outputs);
  const std::pair<const char*, const Eigen::MatrixXd*> matrices[] = {
      {"M", &system.M}, {"P", &system.P}, {"Q", &system.Q}, {"Z", &system.Z}, {"F", &system.F}, {"V", &system.V},
      {"W", &system.W}, {"A", &system.A}, {"B", &system.B}, {"C", &system.C}, {"D", &system.D}};
  for (const auto& [name, matrix] : matrices) text += writer.matrix(name, *matrix);
  return text + writer.poles();
}

std::string formulas_script(ScriptWriter& writer, const Linearisation& linear) {
  const LinearFormulas& formulas = *linear.formulas;
  std::string text = names_comment(writer, "y", formulas.deviations) + names_comment(writer, "s", formulas.speeds) +
                     names_comment(writer, "z", formulas.states) + names_comment(writer, "u", formulas.inputs) +
                     names_comment(writer, "outputs", formulas.outputs);
  const std::pair<const char*, const FormulaMatrix*> matrices[] = {
      {"M", &formulas.M}, {"P", &formulas.P}, {"Q", &formulas.Q},  {"Z", &formulas.Z},
      {"F", &formulas.F}, {"V", &formulas.V}, {"W", &formulas.W},  {"A", &formulas.A},
      {"B", &formulas.B}, {"C", &formulas.C}, {"D", &formulas.D_u}};
  std::vector<Expr> all;
  for (const auto& [name, matrix] : matrices) all.insert(all.end(), matrix->entries.begin(), matrix->entries.end());
  std::set<std::string> known;
  for (const Parameter& parameter : linear.parameters) {
    known.insert(parameter.name);
    text += writer.assign(writer.name(make_symbol(parameter.name)),
                          parameter.value ? writer.formula(*parameter.value) : writer.missing(),
                          parameter.value ? parameter.remark : "no value yet");
  }
  for (const auto& [name, formula] : formulas.reference.kept) {
    known.insert(name);
    const auto primes = static_cast<int>(std::count(name.begin(), name.end(), '\''));
    text += writer.assign(writer.name(make_symbol(name.substr(0, name.find('\'')), primes)), writer.formula(formula),
                          "at the reference");
  }
  for (Expr symbol : free_symbols(all))
    if (!known.contains(to_text(symbol))) text += writer.assign(writer.name(symbol), writer.missing(), "no value yet");
  for (const auto& [name, matrix] : matrices) text += writer.matrix(name, *matrix);
  return text + writer.poles();
}

}  // namespace

std::string linear_script(const Linearisation& linear, ScriptLanguage language) {
  ScriptWriter writer(language);
  std::string text =
      writer.comment(fmt::format("{}, linearised: M s' + P s + Q y + Z z = F u, y' = V s + W y", linear.machine)) +
      writer.comment("x' = A x + B u, outputs = C x + D u, x = (y, s, z): departures from the reference");
  text += writer.head();
  return text + (linear.numbers ? numbers_script(writer, *linear.numbers) : formulas_script(writer, linear));
}

}  // namespace kinemate
