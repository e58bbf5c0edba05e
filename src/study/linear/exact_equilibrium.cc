#include "study/linear/exact_equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "expr/text/print.h"
#include "study/linear/time_terms.h"
#include "study/programs/program_outputs.h"

namespace kinemate {
namespace {

using Eigen::Index;

constexpr double kSameNumber = 1e-9;
constexpr int kMostDenominator = 12;

bool contains_symbol(const std::vector<Expr>& symbols, Expr symbol) {
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

// A number as people write it, where it is one: 0, 1/2, 2*pi/3.
std::optional<Expr> as_round_number(double number) {
  for (int denominator = 1; denominator <= kMostDenominator; ++denominator)
    for (const bool of_pi : {false, true}) {
      const double times = number * denominator / (of_pi ? std::numbers::pi : 1);
      if (std::abs(times) > 1000 || std::abs(times - std::round(times)) > kSameNumber) continue;
      const Expr ratio = Expr(static_cast<long>(std::lround(times))) / Expr(denominator);
      return of_pi ? ratio * make_pi() : ratio;
    }
  return std::nullopt;
}

class RestingFormulas {
 public:
  RestingFormulas(const ProgramSource& source, const SymbolFormulas& others) {
    rows_ = substitute(residual_of(source.equations), {others, {}});
    for (const LoadState& state : source.states) rows_.push_back(substitute(state.rate, {others, {}}));
    for (Expr speed : source.equations.speeds) names_.push_back("the force on " + to_text(speed));
    for (const LoadState& state : source.states) names_.push_back("the rate of " + state.name);
  }

  std::vector<Expr> rows() const { return at({}); }

  // The rows that are not zero at positions, in words.
  std::vector<std::string> remaining(const SymbolFormulas& positions) const {
    std::vector<std::string> forces;
    const std::vector<Expr> here = at(positions);
    for (std::size_t i = 0; i < here.size(); ++i)
      if (!test_zero(here[i]).zero)
        forces.push_back(
            fmt::format("{} {}", names_[i], to_text(simplify(-here[i], kBriefly), {.largest = 200, .cut = true})));
    return forces;
  }

 private:
  // Without terms of time.
  std::vector<Expr> at(const SymbolFormulas& positions) const {
    std::vector<Expr> rows;
    for (const PartedFormula& parted : part_time(substitute(rows_, {positions, {}}))) rows.push_back(parted.without);
    return rows;
  }

  std::vector<Expr> rows_;
  std::vector<std::string> names_;
};

// Not where a formula has no value, as those of closed loops have none at a dead centre.
bool rests_at(const RestingFormulas& rest, const SymbolFormulas& positions) {
  try {
    return rest.remaining(positions).empty();
  } catch (const Error&) {
    return false;
  }
}

SymbolFormulas round_positions(const ProgramSource& source, const MachinePoint& numbers) {
  SymbolFormulas positions;
  const std::vector<Expr> symbols = position_symbols(source);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const auto k = static_cast<Index>(i);
    const double number = k < numbers.q.size() ? numbers.q[k] : numbers.z[k - numbers.q.size()];
    const std::optional<Expr> round = as_round_number(number);
    positions[symbols[i]] = round ? *round : symbols[i];
  }
  return positions;
}

// Whether formulas of the parameters are these numbers.
bool agree(const ProgramSource& source, const SymbolFormulas& positions, const MachinePoint& numbers) {
  const Substitution parameters{parameter_values(source.model), {}};
  const std::vector<Expr> symbols = position_symbols(source);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const auto k = static_cast<Index>(i);
    const double number = k < numbers.q.size() ? numbers.q[k] : numbers.z[k - numbers.q.size()];
    const Expr value = substitute(positions.at(symbols[i]), parameters);
    if (!free_symbols(value).empty()) return false;
    if (std::abs(evaluate(value, {}) - number) > kSameNumber * (1 + std::abs(number))) return false;
  }
  return true;
}

}  // namespace

std::vector<Expr> position_symbols(const ProgramSource& source) {
  std::vector<Expr> symbols = source.rates.coordinates;
  for (const LoadState& state : source.states) symbols.push_back(make_symbol(state.name));
  return symbols;
}

SymbolFormulas initial_positions(const ProgramSource& source) {
  SymbolFormulas positions;
  for (Expr symbol : position_symbols(source)) positions[symbol] = initial_value(source.model, symbol);
  return positions;
}

std::vector<std::string> remaining_forces(const ProgramSource& source, const SymbolFormulas& others,
                                          const SymbolFormulas& positions) {
  return RestingFormulas(source, others).remaining(positions);
}

std::optional<SymbolFormulas> find_exact_equilibrium(const ProgramSource& source, const SymbolFormulas& others,
                                                     const std::optional<MachinePoint>& numbers) {
  const RestingFormulas rest(source, others);
  std::vector<SymbolFormulas> candidates = {initial_positions(source)};
  if (numbers) {
    candidates.push_back(round_positions(source, *numbers));
  } else {
    SymbolFormulas zeros = initial_positions(source);
    for (Expr q : source.rates.coordinates) zeros[q] = Expr(0);
    for (const Joint& joint : source.model.joints)
      for (Expr p : euler_parameters(source.model, joint)) zeros[p] = initial_value(source.model, p);
    candidates.push_back(zeros);
  }
  for (const SymbolFormulas& positions : candidates)
    if ((!numbers || agree(source, positions, *numbers)) && rests_at(rest, positions)) return positions;
  try {
    if (const auto solved = solve_linear_equilibrium(source, others);
        solved && (!numbers || agree(source, *solved, *numbers)))
      return solved;
  } catch (const Error&) {  // a formula has no value there
  }
  return std::nullopt;
}

std::optional<SymbolFormulas> solve_linear_equilibrium(const ProgramSource& source, const SymbolFormulas& others) {
  std::vector<Expr> rows = RestingFormulas(source, others).rows();
  for (Expr& row : rows) row = simplify(row, kBriefly);
  std::vector<Expr> unknowns = position_symbols(source);
  SymbolFormulas solved;
  for (bool found = true; found && !unknowns.empty();) {
    found = false;
    for (std::size_t i = 0; i < rows.size() && !found; ++i) {
      std::vector<Expr> left;
      for (Expr symbol : free_symbols(rows[i]))
        if (contains_symbol(unknowns, symbol)) left.push_back(symbol);
      if (left.size() != 1) continue;
      const Expr slope = simplify(differentiate(rows[i], left[0]), kBriefly);
      const std::vector<Expr> in_slope = free_symbols(slope);
      if (slope == Expr(0) || contains_symbol(in_slope, left[0])) continue;
      const Expr rest = substitute(rows[i], {{{left[0], Expr(0)}}, {}});
      const Expr value = simplify(-rest / slope, kBriefly);
      solved[left[0]] = value;
      std::erase(unknowns, left[0]);
      for (Expr& row : rows) row = simplify(substitute(row, {{{left[0], value}}, {}}), kBriefly);
      found = true;
    }
  }
  for (Expr row : rows)
    if (!test_zero(row).zero) return std::nullopt;
  for (Expr symbol : unknowns) solved[symbol] = initial_value(source.model, symbol);  // nothing depends on it
  return solved;
}

}  // namespace kinemate
