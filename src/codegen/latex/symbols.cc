#include "codegen/latex/symbols.h"

#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "codegen/latex/width.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr double kWidest = 14;  // in digits: of a name that formulas can have often

// The letters of an array's name.
std::string stem_of(const Array& array) {
  std::string stem;
  for (const char c : array.name)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) stem += c;
  return stem.empty() || stem.size() > 12 ? "x" : stem;
}

// M_{1,2}, x_{3}
Expr place_symbol(const Array& array, std::size_t i) {
  const std::string stem = stem_of(array);
  return array.columns > 0 ? make_symbol(fmt::format("{}_{}_{}", stem, i / array.columns + 1, i % array.columns + 1))
                           : make_symbol(fmt::format("{}_{}", stem, i + 1));
}

// k(2), M(2,1): k_{2}, M_{2,1}
std::optional<Expr> numbered_symbol(const Array& array, std::string_view name) {
  if (!name.starts_with(array.name + "(") || !name.ends_with(')')) return std::nullopt;
  std::string symbol = stem_of(array) + "_";
  for (const char c : name.substr(array.name.size() + 1, name.size() - array.name.size() - 2)) {
    if (c != ',' && (c < '0' || c > '9')) return std::nullopt;
    symbol += c == ',' ? '_' : c;
  }
  return make_symbol(symbol);
}

std::optional<Expr> formula_symbol(std::string_view name) {
  try {
    const Expr formula = parse(name);
    const bool symbol = formula.kind() == Kind::kSymbol || formula.kind() == Kind::kUnspecified;
    if (symbol && to_text(formula) == name) return formula;
  } catch (const Error&) {
  }
  return std::nullopt;
}

class SymbolMaker {
 public:
  LatexSymbols make(const Program& program) {
    LatexSymbols made;
    for (const Array& array : program.inputs) made.inputs.push_back(name_inputs(array));
    for (const Array& array : program.outputs) made.outputs.push_back(name_outputs(array));
    for (made.abbreviation = "z"; is_taken(made.abbreviation);) made.abbreviation += "z";
    return made;
  }

 private:
  std::vector<LatexSymbol> name_inputs(const Array& array) {
    std::vector<LatexSymbol> made;
    for (std::size_t i = 0; i < array.entries.size(); ++i) {
      LatexSymbol symbol = choose(array, i);
      for (std::size_t more = 2; !taken_.insert(symbol.latex).second; ++more)
        symbol = unnamed(make_symbol(fmt::format("{}_{}_{}", stem_of(array), i + 1, more)));
      made.push_back(std::move(symbol));
    }
    return made;
  }

  // A result may be called as an input: it is that input then, or its new value.
  std::vector<LatexSymbol> name_outputs(const Array& array) {
    std::vector<LatexSymbol> made;
    for (std::size_t i = 0; i < array.entries.size(); ++i) made.push_back(choose(array, i));
    return made;
  }

  static LatexSymbol choose(const Array& array, std::size_t i) {
    const std::string& name = array.entries[i].name;
    if (const auto numbered = numbered_symbol(array, name)) return {*numbered, to_latex(*numbered), true};
    if (const auto symbol = formula_symbol(name)) {
      std::string latex = to_latex(*symbol);
      if (measure_latex(latex).width <= kWidest) return {*symbol, std::move(latex), true};
    }
    return unnamed(place_symbol(array, i));
  }

  static LatexSymbol unnamed(Expr symbol) { return {symbol, to_latex(symbol), false}; }

  // Whether some symbol looks like an abbreviation.
  bool is_taken(const std::string& stem) const {
    const std::string head = to_latex(make_symbol(stem + "1"));
    const std::string begin = head.substr(0, head.size() - 2);  // z_{
    const auto found = taken_.lower_bound(begin);
    return found != taken_.end() && found->starts_with(begin);
  }

  std::set<std::string> taken_;
};

}  // namespace

LatexSymbols make_latex_symbols(const Program& program) { return SymbolMaker().make(program); }

std::string latex_array(const Array& array) { return to_latex(make_symbol(stem_of(array))); }

}  // namespace kinemate
