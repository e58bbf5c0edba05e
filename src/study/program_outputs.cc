#include "study/program_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/count.h"
#include "expr/print.h"
#include "formalism/joint_loads.h"
#include "recursion/mass_factors.h"

namespace kinemate {
namespace {

std::vector<Expr> rates_of(const ProgramSource& machine, const std::vector<Expr>& accelerations) {
  std::vector<Expr> rates = machine.rates.rates;
  rates.insert(rates.end(), accelerations.begin(), accelerations.end());
  for (const LoadState& state : machine.states) rates.push_back(state.rate);
  return rates;
}

// M a + k − τ
std::vector<Expr> residual(const Equations& equations, std::span<const Expr> accelerations) {
  std::vector<Expr> r;
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
    Expr sum = equations.bias[i] - equations.forces[i];
    for (std::size_t j = 0; j < equations.speeds.size(); ++j) sum += equations.mass_at(i, j) * accelerations[j];
    r.push_back(sum);
  }
  return r;
}

std::vector<Expr> right_side(const Equations& equations) {
  std::vector<Expr> right;
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) right.push_back(equations.forces[i] - equations.bias[i]);
  return right;
}

// Column by column, forwards or backwards, whichever is cheaper.
std::vector<std::vector<Expr>> columns_of_derivatives(std::span<const Expr> formulas, std::span<const Expr> symbols) {
  std::vector<std::vector<Expr>> forwards, backwards(symbols.size());
  std::vector<Expr> all_forwards, all_backwards;
  for (Expr symbol : symbols) {
    forwards.push_back(differentiate(formulas, {{symbol, Expr(1)}}));
    all_forwards.insert(all_forwards.end(), forwards.back().begin(), forwards.back().end());
  }
  for (const std::vector<Expr>& row : jacobian(formulas, symbols)) {
    for (std::size_t i = 0; i < symbols.size(); ++i) backwards[i].push_back(row[i]);
    all_backwards.insert(all_backwards.end(), row.begin(), row.end());
  }
  return cost(all_forwards) <= cost(all_backwards) ? forwards : backwards;
}

// ∂ẋ/∂y by columns. ṡ(x) solves r(x, ṡ) = 0, so M ∂ṡ/∂y = −∂r/∂y with ṡ held fixed.
std::vector<std::vector<Expr>> derivatives_of_rates(const ProgramSource& machine, std::span<const Expr> symbols) {
  const std::size_t n = machine.rates.coordinates.size(), f = machine.equations.speeds.size();
  const std::vector<Expr> held = accelerations_of(machine.equations.speeds);
  std::vector<Expr> formulas = machine.rates.rates;
  for (Expr r : residual(machine.equations, held)) formulas.push_back(r);
  for (const LoadState& state : machine.states) formulas.push_back(state.rate);
  const MassFactors<Expr> factors = factor_mass(machine.equations.mass);
  const std::vector<Expr> accelerations = solve(factors, right_side(machine.equations));
  Substitution fixed;
  for (std::size_t i = 0; i < f; ++i) fixed.symbols.emplace(held[i], accelerations[i]);
  std::vector<std::vector<Expr>> columns = columns_of_derivatives(formulas, symbols);
  for (std::vector<Expr>& column : columns) {
    std::vector<Expr> right;
    for (std::size_t i = 0; i < f; ++i) right.push_back(-substitute(column[n + i], fixed));
    const std::vector<Expr> solved = solve(factors, right);
    std::copy(solved.begin(), solved.end(), column.begin() + static_cast<std::ptrdiff_t>(n));
  }
  return columns;
}

std::vector<OutputFormulas> mass_output(const ProgramSource& machine) {
  const std::size_t f = machine.equations.speeds.size();
  OutputFormulas output{make_matrix_array("M", "mass matrix, row by row", f, f), {}};
  const std::vector<Expr>& mass = machine.solution.empty() ? machine.equations.mass : machine.solution;
  for (std::size_t i = 0; i < f; ++i)
    for (std::size_t j = 0; j < f; ++j) output.formulas.push_back(mass[Equations::place(i, j)]);
  return {output};
}

std::vector<OutputFormulas> equations_output(const ProgramSource& machine) {
  const Equations& equations = machine.equations;
  OutputFormulas mass{{"M", "lower triangle of the mass matrix, row by row", {}}, equations.mass};
  for (std::size_t i = 0; i < equations.speeds.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) mass.array.entries.push_back({fmt::format("M({},{})", i + 1, j + 1), ""});
  auto vector = [&](const char* name, const char* meaning, const std::vector<Expr>& formulas) {
    OutputFormulas output{{name, meaning, {}}, formulas};
    for (std::size_t i = 0; i < formulas.size(); ++i)
      output.array.entries.push_back(
          {fmt::format("{}({})", name, i + 1), fmt::format("equation of {}", to_text(equations.speeds[i]))});
    return output;
  };
  return {mass, vector("k", "centrifugal, Coriolis and other inertia terms", equations.bias),
          vector("tau", "gravity and applied loads", equations.forces)};
}

std::vector<OutputFormulas> jacobian_output(const ProgramSource& machine, std::span<const Expr> inputs) {
  const std::vector<Expr> x = state_of(machine);
  std::vector<Expr> by = x;
  by.insert(by.end(), inputs.begin(), inputs.end());
  const std::vector<std::vector<Expr>> columns = derivatives_of_rates(machine, by);
  auto matrix = [&](const char* name, const char* meaning, std::size_t first, std::size_t count) {
    OutputFormulas output{make_matrix_array(name, meaning, x.size(), count), {}};
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < count; ++j) output.formulas.push_back(columns[first + j][i]);
    return output;
  };
  std::vector<OutputFormulas> outputs = {
      matrix("A", "derivatives of dx by x, row by row: A(i,j) is that of dx(i) by x(j)", 0, x.size())};
  if (!inputs.empty()) outputs.push_back(matrix("B", "derivatives of dx by u, row by row", x.size(), inputs.size()));
  return outputs;
}

}  // namespace

bool needs_inertia(Purpose purpose) {
  return purpose == Purpose::kForward || purpose == Purpose::kOde || purpose == Purpose::kJacobian;
}

std::vector<OutputFormulas> make_outputs(const ProgramSource& machine, Purpose purpose, std::span<const Expr> inputs) {
  const Equations& equations = machine.equations;
  auto accelerations = [&] {
    return machine.solution.empty() ? solve(factor_mass(equations.mass), right_side(equations)) : machine.solution;
  };
  switch (purpose) {
    case Purpose::kForward:
      return {{make_rate_array(machine, "a", "accelerations: rates of the speeds", equations.speeds), accelerations()}};
    case Purpose::kInverse: {
      OutputFormulas efforts{
          make_array(machine, "effort", "efforts that the accelerations need, beside the loads", equations.speeds),
          machine.solution.empty() ? residual(equations, accelerations_of(equations.speeds)) : machine.solution};
      for (std::size_t i = 0; i < equations.speeds.size(); ++i)
        efforts.array.entries[i] = {fmt::format("effort({})", i + 1),
                                    fmt::format("on {}", to_text(equations.speeds[i]))};
      return {efforts};
    }
    case Purpose::kMass: return mass_output(machine);
    case Purpose::kEquations: return equations_output(machine);
    case Purpose::kOde:
      return {{make_rate_array(machine, "dx", "rates of x", state_of(machine)), rates_of(machine, accelerations())}};
    case Purpose::kJacobian: return jacobian_output(machine, inputs);
  }
  return {};
}

}  // namespace kinemate
