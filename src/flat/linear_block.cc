#include "flat/linear_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "expr/graph.h"
#include "expr/substitute.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

class RowMaker {
 public:
  RowMaker(const FlatEquation& equation, const std::unordered_map<Expr, std::size_t>& columns)
      : equation_(equation), columns_(columns) {}

  /// What is solved already is put into coefficients alone, so that long formulas are not gone through again.
  LinearRow make(const Substitution& solved, SampledValues& samples) {
    const Expr roots[] = {equation_.left, equation_.right};
    const Graph graph(roots);
    find_dependent(graph);
    std::vector<Expr> weight(graph.size());
    weight[graph.roots()[0]] += Expr(1);
    weight[graph.roots()[1]] += Expr(-1);
    Expr constant;
    for (std::size_t i = graph.size(); i-- > 0;) {
      if (weight[i].is_zero()) continue;
      if (!dependent_[i]) {
        constant += weight[i] * graph.node(i);
      } else if (graph.node(i).kind() == Kind::kSymbol) {
        coefficients_[columns_.at(graph.node(i))] = weight[i];
      } else {
        pass_on(graph, i, weight);
      }
    }
    LinearRow row{{}, -substitute(constant, solved)};
    for (const auto& [column, coefficient] : coefficients_) {
      const Expr known = substitute(coefficient, solved);
      if (!samples.is_zero(known)) row.entries.emplace_back(column, known);
    }
    return row;
  }

 private:
  void find_dependent(const Graph& graph) {
    dependent_.assign(graph.size(), false);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      dependent_[i] = graph.node(i).kind() == Kind::kSymbol && columns_.contains(graph.node(i));
      for (std::uint32_t operand : graph.operands(i)) dependent_[i] = dependent_[i] || dependent_[operand];
    }
  }

  void pass_on(const Graph& graph, std::size_t i, std::vector<Expr>& weight) {
    const Expr node = graph.node(i);
    const auto operands = graph.operands(i);
    if (node.kind() == Kind::kSum) {
      for (std::uint32_t operand : operands) weight[operand] += weight[i];
    } else if (node.kind() == Kind::kProduct && !(dependent_[operands[0]] && dependent_[operands[1]])) {
      const std::size_t unknown = dependent_[operands[0]] ? 0 : 1;
      weight[operands[unknown]] += weight[i] * graph.node(operands[1 - unknown]);
    } else if (node.is_call(Function::kIf) && !dependent_[operands[0]]) {
      const Expr condition = graph.node(operands[0]);
      weight[operands[1]] += make_if(condition, weight[i], Expr(0));
      weight[operands[2]] += make_if(condition, Expr(0), weight[i]);
    } else {
      refuse(graph, i);
    }
  }

  [[noreturn]] void refuse(const Graph& graph, std::size_t i) {
    std::string names;
    for (Expr symbol : free_symbols(graph.node(i)))
      if (columns_.contains(symbol)) names += (names.empty() ? "" : ", ") + to_text(symbol);
    Error error(ErrorCode::kFlatUnsolvable,
                fmt::format("{} is not linear in its unknowns: {}", equation_.name,
                            to_text(graph.node(i), {.largest = 200, .cut = true})),
                fmt::format("{} must be found together with what stands in this equation, which takes equations that "
                            "are linear in them; what is known belongs to the parameters",
                            names));
    error.place = equation_.place;
    throw error;
  }

  const FlatEquation& equation_;
  const std::unordered_map<Expr, std::size_t>& columns_;
  std::vector<bool> dependent_;
  std::map<std::size_t, Expr> coefficients_;
};

}  // namespace

LinearBlock make_linear_block(const FlatSystem& system, const FlatBlock& block,
                              const std::unordered_map<Expr, Expr>& solved, SampledValues& samples) {
  LinearBlock linear{block.equations, block.unknowns, {}};
  std::unordered_map<Expr, std::size_t> columns;
  for (std::size_t i = 0; i < block.unknowns.size(); ++i) columns.emplace(system.unknowns[block.unknowns[i]].symbol, i);
  for (std::size_t e : block.equations) {
    const FlatEquation& equation = system.equations[e];
    Substitution known;
    const Expr sides[] = {equation.left, equation.right};
    for (Expr symbol : free_symbols(sides))
      if (const auto found = solved.find(symbol); found != solved.end()) known.symbols.emplace(symbol, found->second);
    linear.rows.push_back(RowMaker(equation, columns).make(known, samples));
  }
  return linear;
}

}  // namespace kinemate
