#include "study/programs/program_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/count.h"
#include "expr/text/print.h"
#include "formalism/mass_solver.h"
#include "formalism/methods/joint_loads.h"
#include "study/model_outputs.h"

namespace kinemate {
namespace {

std::vector<Expr> rates_of(const ProgramSource& machine, const std::vector<Expr>& accelerations) {
  std::vector<Expr> rates = machine.rates.rates;
  rates.insert(rates.end(), accelerations.begin(), accelerations.end());
  for (const LoadState& state : machine.states) rates.push_back(state.rate);
  return rates;
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

// The accelerations as they are, instead of their symbols.
Substitution put_in(const ProgramSource& machine, std::span<const Expr> accelerations) {
  Substitution made;
  const std::vector<Expr> symbols = accelerations_of(machine.equations.speeds);
  for (std::size_t i = 0; i < symbols.size(); ++i) made.symbols.emplace(symbols[i], accelerations[i]);
  return made;
}

struct Derivatives {
  std::vector<std::vector<Expr>> rates, outputs;  // by columns
};

// ∂ẋ/∂v and ∂y/∂v by columns. ṡ(x) solves r(x, ṡ) = 0, so M ∂ṡ/∂v = −∂r/∂v with ṡ held fixed; y(x, ṡ) depends on v
// itself and by way of ṡ.
Derivatives differentiate_machine(const ProgramSource& machine, std::span<const Expr> outputs,
                                  std::span<const Expr> symbols) {
  const std::size_t n = machine.rates.coordinates.size(), f = machine.equations.speeds.size();
  const std::vector<Expr> held = accelerations_of(machine.equations.speeds);
  std::vector<Expr> formulas = machine.rates.rates;
  for (Expr r : residual_of(machine.equations)) formulas.push_back(r);
  for (const LoadState& state : machine.states) formulas.push_back(state.rate);
  const MassSolver mass(machine.kinematics, machine.equations.mass);
  const std::vector<Expr> accelerations = mass.solve(right_sides(machine.equations));
  const Substitution fixed = put_in(machine, accelerations);
  const std::size_t first_output = formulas.size();
  formulas.insert(formulas.end(), outputs.begin(), outputs.end());
  const std::vector<std::vector<Expr>> by_rates = columns_of_derivatives(outputs, held);
  Derivatives made{columns_of_derivatives(formulas, symbols), {}};
  for (std::vector<Expr>& column : made.rates) {
    std::vector<Expr> right;
    for (std::size_t i = 0; i < f; ++i) right.push_back(-substitute(column[n + i], fixed));
    const std::vector<Expr> solved = mass.solve(right);
    std::copy(solved.begin(), solved.end(), column.begin() + static_cast<std::ptrdiff_t>(n));
    std::vector<Expr>& of_outputs = made.outputs.emplace_back();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      Expr sum = column[first_output + i];
      for (std::size_t j = 0; j < f; ++j) sum += by_rates[j][i] * solved[j];
      of_outputs.push_back(substitute(sum, fixed));
    }
    column.resize(first_output);
  }
  return made;
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
  const OutputFormulas y = make_model_outputs(machine);
  const Derivatives derivatives = differentiate_machine(machine, y.formulas, by);
  const Array dx = make_rate_array(machine, "dx", "", x), causes = make_array(machine, "", "", by);
  std::vector<OutputFormulas> outputs;
  auto add = [&](const char* name, const char* meaning, const std::vector<std::vector<Expr>>& columns,
                 const Array& effects, std::size_t first, std::size_t count) {
    const std::size_t rows = effects.entries.size();
    if (rows == 0 || count == 0) return;
    OutputFormulas output{make_matrix_array(name, meaning, rows, count), {}};
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < count; ++j) {
        output.array.entries[output.formulas.size()].meaning =
            fmt::format("{} by {}", effects.entries[i].name, causes.entries[first + j].name);
        output.formulas.push_back(columns[first + j][i]);
      }
    outputs.push_back(std::move(output));
  };
  add("A", "derivatives of dx by x, row by row: A(i,j) is that of dx(i) by x(j)", derivatives.rates, dx, 0, x.size());
  add("B", "derivatives of dx by u, row by row", derivatives.rates, dx, x.size(), inputs.size());
  add("C", "derivatives of y by x, row by row", derivatives.outputs, y.array, 0, x.size());
  add("D", "derivatives of y by u, row by row", derivatives.outputs, y.array, x.size(), inputs.size());
  return outputs;
}

std::vector<OutputFormulas> regressor_output(const ProgramSource& machine) {
  const std::vector<Expr>& speeds = machine.equations.speeds;
  std::vector<Expr> symbols, values;
  for (const BaseParameter& base : machine.base.base) symbols.push_back(base.symbol), values.push_back(base.value);
  const auto rest = machine.solution.end() - static_cast<std::ptrdiff_t>(speeds.size());
  OutputFormulas Y{
      make_matrix_array("Y", "regressor, row by row: the efforts are Y b + r", speeds.size(), values.size()),
      {machine.solution.begin(), rest}};
  for (std::size_t i = 0; i < Y.array.entries.size(); ++i)
    Y.array.entries[i].meaning =
        fmt::format("effort on {} by {}", to_text(speeds[i / values.size()]), to_text(symbols[i % values.size()]));
  OutputFormulas r{{"r", "efforts that do not come from inertia", {}}, {rest, machine.solution.end()}};
  for (std::size_t i = 0; i < speeds.size(); ++i)
    r.array.entries.push_back({fmt::format("r({})", i + 1), fmt::format("on {}", to_text(speeds[i]))});
  return {Y, r, {make_array(machine, "b", "base parameters, as the machine has them", symbols), values}};
}

}  // namespace

std::vector<Expr> residual_of(const Equations& equations) {
  const std::vector<Expr> accelerations = accelerations_of(equations.speeds);
  std::vector<Expr> r;
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
    Expr sum = equations.bias[i] - equations.forces[i];
    for (std::size_t j = 0; j < equations.speeds.size(); ++j) sum += equations.mass_at(i, j) * accelerations[j];
    r.push_back(sum);
  }
  return r;
}

bool needs_inertia(Purpose purpose) {
  return purpose == Purpose::kForward || purpose == Purpose::kOde || purpose == Purpose::kJacobian ||
         purpose == Purpose::kOutputs;
}

bool needs_equations(const ProgramSource& machine, Purpose purpose) {
  return purpose != Purpose::kOutputs || hold_accelerations(machine, make_model_outputs(machine).formulas);
}

std::vector<OutputFormulas> make_outputs(const ProgramSource& machine, Purpose purpose, std::span<const Expr> inputs) {
  const Equations& equations = machine.equations;
  auto accelerations = [&] {
    if (!machine.solution.empty()) return machine.solution;
    return MassSolver(machine.kinematics, equations.mass).solve(right_sides(equations));
  };
  switch (purpose) {
    case Purpose::kForward:
      return {{make_rate_array(machine, "a", "accelerations: rates of the speeds", equations.speeds), accelerations()}};
    case Purpose::kInverse: {
      OutputFormulas efforts{
          make_array(machine, "effort", "efforts that the accelerations need, beside the loads", equations.speeds),
          machine.solution.empty() ? residual_of(equations) : machine.solution};
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
    case Purpose::kRegressor: return regressor_output(machine);
    case Purpose::kOutputs: {
      OutputFormulas y = make_model_outputs(machine);
      if (!hold_accelerations(machine, y.formulas)) return {y};
      const Substitution fixed = put_in(machine, accelerations());
      for (Expr& formula : y.formulas) formula = substitute(formula, fixed);
      return {y};
    }
  }
  return {};
}

}  // namespace kinemate
