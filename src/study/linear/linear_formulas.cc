#include "study/linear/linear_formulas.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/differentiate.h"
#include "expr/normal/zero_test.h"
#include "expr/text/print.h"
#include "formalism/mass_solver.h"
#include "formalism/methods/joint_loads.h"
#include "study/form.h"
#include "study/linear/time_terms.h"
#include "study/programs/program_outputs.h"

namespace kinemate {
namespace {

using SymbolValues = std::unordered_map<Expr, Expr>;

SymbolValues without(SymbolValues values, std::span<const Expr> symbols) {
  for (Expr symbol : symbols) values.erase(symbol);
  return values;
}

// Derivatives by columns of directions, at the reference. All that is not differentiated by is put in before: most of
// the formulas vanish then.
FormulaMatrix derivatives(const std::vector<Expr>& rows, const std::vector<Seeds>& directions,
                          std::span<const Expr> symbols, const SymbolValues& reference) {
  const std::vector<Expr> near = substitute(rows, {without(reference, symbols), {}});
  FormulaMatrix result = zero_matrix(rows.size(), directions.size());
  const Substitution at{reference, {}};
  for (std::size_t j = 0; j < directions.size(); ++j) {
    const std::vector<Expr> column = substitute(differentiate(near, directions[j]), at);
    for (std::size_t i = 0; i < rows.size(); ++i) result.at(i, j) = column[i];
  }
  return result;
}

std::vector<Seeds> unit_directions(std::span<const Expr> symbols) {
  std::vector<Seeds> directions;
  for (Expr symbol : symbols) directions.push_back({{symbol, Expr(1)}});
  return directions;
}

// ∂q/∂y
std::vector<Seeds> deviation_seeds(const ProgramSource& source, const std::vector<Deviation>& deviations) {
  std::vector<Seeds> directions;
  for (const Deviation& one : deviations) {
    Seeds& seeds = directions.emplace_back();
    const auto coordinate = static_cast<std::size_t>(one.coordinate);
    if (one.axis < 0) {
      seeds.emplace(source.rates.coordinates[coordinate], Expr(1));
      continue;
    }
    for (std::size_t i = 0; i <= static_cast<std::size_t>(one.turns); ++i)
      seeds.emplace(source.rates.coordinates[coordinate + i],
                    source.rates.H[coordinate + i][static_cast<std::size_t>(one.speed)]);
  }
  return directions;
}

// Of coordinates and speeds at the reference.
void set_turning_rows(const std::vector<Deviation>& deviations, const std::vector<Expr>& q,
                      const std::vector<Expr>& speeds, LinearFormulas& formulas) {
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const Deviation& one = deviations[i];
    if (one.axis < 0) continue;
    const auto axis = static_cast<std::size_t>(one.axis), speed = static_cast<std::size_t>(one.speed);
    const auto about = [&](std::size_t other) {  // the speed of the same joint about another of its axes
      return speeds[static_cast<std::size_t>(deviations[i - axis + other].speed)];
    };
    for (std::size_t j = 0; j < formulas.W.columns; ++j) formulas.W.at(i, j) = Expr(0);
    for (std::size_t j = 0; j < formulas.V.columns; ++j) formulas.V.at(i, j) = Expr(j == speed ? 1 : 0);
    if (one.turns == 2) {
      const auto p = static_cast<std::size_t>(one.coordinate);
      const auto W = homokinetic_deviation_rates<Expr>({q[p], q[p + 1], q[p + 2]}, about(0), about(1));
      for (std::size_t k = 0; k < 2; ++k) formulas.W.at(i, i - axis + k) = W[2 * axis + k];
      continue;
    }
    const std::size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
    formulas.W.at(i, i - axis + last) = -about(next);
    formulas.W.at(i, i - axis + next) = about(last);
  }
}

bool is_identity(const FormulaMatrix& matrix) {
  if (matrix.rows != matrix.columns) return false;
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.columns; ++j)
      if (!(matrix.at(i, j) == Expr(i == j ? 1 : 0))) return false;
  return true;
}

void split_symmetric(const FormulaMatrix& whole, FormulaMatrix& symmetric, FormulaMatrix& skew) {
  symmetric = skew = zero_matrix(whole.rows, whole.columns);
  const Expr half = Expr(1) / Expr(2);
  for (std::size_t i = 0; i < whole.rows; ++i)
    for (std::size_t j = 0; j < whole.columns; ++j) {
      const Expr a = whole.at(i, j), b = whole.at(j, i);
      symmetric.at(i, j) = a == b ? a : (a + b) * half;
      skew.at(i, j) = a == b ? Expr(0) : (a - b) * half;
    }
}

// All at once, since they share much.
void simplify_together(std::vector<FormulaMatrix*> matrices, std::vector<std::vector<Expr>*> vectors) {
  std::vector<Expr*> places;
  for (FormulaMatrix* matrix : matrices)
    for (Expr& entry : matrix->entries) places.push_back(&entry);
  for (std::vector<Expr>* vector : vectors)
    for (Expr& entry : *vector) places.push_back(&entry);
  std::vector<Expr> formulas;
  for (const Expr* place : places) formulas.push_back(*place);
  formulas = simplify_within_a_second(formulas);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = formulas[i];
}

// What the machine is differentiated by, and where.
struct Causes {
  const ProgramSource& source;
  const SymbolValues& reference;
  std::vector<Deviation> deviations = list_deviations(source);
  std::vector<Expr> accelerations = accelerations_of(source.equations.speeds), states = {}, inputs = {};

  Causes(const ProgramSource& machine, const SymbolValues& at) : source(machine), reference(at) {
    for (const LoadState& state : source.states) states.push_back(make_symbol(state.name));
    for (const Input& input : source.model.inputs) inputs.push_back(make_symbol(input.name));
  }

  FormulaMatrix by_y(const std::vector<Expr>& rows) const {
    return derivatives(rows, deviation_seeds(source, deviations), source.rates.coordinates, reference);
  }
  FormulaMatrix by_s(const std::vector<Expr>& rows) const { return by(source.equations.speeds, rows); }
  FormulaMatrix by_a(const std::vector<Expr>& rows) const { return by(accelerations, rows); }
  FormulaMatrix by_z(const std::vector<Expr>& rows) const { return by(states, rows); }
  FormulaMatrix by_u(const std::vector<Expr>& rows) const { return by(inputs, rows); }

 private:
  FormulaMatrix by(const std::vector<Expr>& symbols, const std::vector<Expr>& rows) const {
    return derivatives(rows, unit_directions(symbols), symbols, reference);
  }
};

// Further columns of zeros.
FormulaMatrix widened(const FormulaMatrix& matrix, std::size_t columns) {
  FormulaMatrix wide = zero_matrix(matrix.rows, columns);
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.columns; ++j) wide.at(i, j) = matrix.at(i, j);
  return wide;
}

void set_matrices(const Causes& causes, const LinearFormulaRequest& request, LinearFormulas& result) {
  const ProgramSource& source = causes.source;
  const Substitution at{causes.reference, {}};
  const std::size_t f = source.equations.speeds.size(), own = causes.inputs.size();
  const std::vector<Expr> rows = residual_of(source.equations), mass = substitute(source.equations.mass, at);
  result.M = zero_matrix(f, f);
  for (std::size_t i = 0; i < f; ++i)
    for (std::size_t j = 0; j < f; ++j) result.M.at(i, j) = mass[Equations::place(i, j)];
  result.Q = causes.by_y(rows), result.P = causes.by_s(rows), result.Z = causes.by_z(rows);
  result.F = widened(causes.by_u(rows), own + request.efforts.size());
  for (Expr& entry : result.F.entries) entry = -entry;
  for (std::size_t j = 0; j < request.efforts.size(); ++j) result.F.at(request.efforts[j], own + j) = Expr(1);
  std::vector<Expr> rates;  // of the coordinates of y
  for (const Deviation& one : causes.deviations)
    rates.push_back(source.rates.rates[static_cast<std::size_t>(one.coordinate)]);
  result.V = causes.by_s(rates), result.W = causes.by_y(rates);
  set_turning_rows(causes.deviations, substitute(source.rates.coordinates, at), substitute(source.equations.speeds, at),
                   result);
  result.residual = substitute(rows, at);
  simplify_together({&result.M, &result.P, &result.Q, &result.Z, &result.F, &result.V, &result.W}, {&result.residual});
}

// The mean of what remains, and what excites the machine about it.
void set_excitation(const LinearFormulaRequest& request, LinearFormulas& result) {
  const std::size_t f = result.residual.size();
  result.excitation.assign(f, Expr(0));
  if (request.time_is_motion) {
    if (request.reference.rests) result.residual.assign(f, Expr(0));
    return;
  }
  const std::vector<PartedFormula> parted = part_time(result.residual);
  for (std::size_t i = 0; i < f; ++i) result.residual[i] = parted[i].without, result.excitation[i] = -parted[i].with;
  if (request.reference.rests) result.residual.assign(f, Expr(0));
  simplify_together({}, {&result.residual, &result.excitation});
}

void set_names(const Causes& causes, const LinearFormulaRequest& request, LinearFormulas& result) {
  const auto texts = [](const std::vector<Expr>& symbols) {
    std::vector<std::string> names;
    for (Expr symbol : symbols) names.push_back(to_text(symbol));
    return names;
  };
  for (const Deviation& one : causes.deviations) result.deviations.push_back(one.name);
  result.speeds = texts(causes.source.equations.speeds);
  result.states = texts(causes.states), result.inputs = texts(causes.inputs);
  for (const std::size_t effort : request.efforts)
    result.inputs.push_back(fmt::format("effort on {}", result.speeds[effort]));
  for (const NamedFormula& output : request.outputs) result.outputs.push_back(output.name);
}

// ṡ by x and u, by columns: M⁻¹ (−Q, −P, −Z, F).
std::vector<std::vector<Expr>> solve_columns(const Kinematics& kinematics, const LinearFormulas& formulas) {
  std::vector<Expr> mass;
  for (std::size_t i = 0; i < formulas.M.rows; ++i)
    for (std::size_t j = 0; j <= i; ++j) mass.push_back(formulas.M.at(i, j));
  const MassSolver solver(kinematics, mass);
  std::vector<std::vector<Expr>> columns;
  for (const FormulaMatrix* matrix : {&formulas.Q, &formulas.P, &formulas.Z, &formulas.F})
    for (std::size_t j = 0; j < matrix->columns; ++j) {
      std::vector<Expr> right;
      for (std::size_t i = 0; i < matrix->rows; ++i)
        right.push_back(matrix == &formulas.F ? matrix->at(i, j) : -matrix->at(i, j));
      columns.push_back(solver.solve(right));
    }
  return columns;
}

// Rows of x = (y, s, z) and of u that formulas of all these and ṡ have: by themselves, and by way of ṡ.
FormulaMatrix rows_by_x_and_u(const Causes& causes, const std::vector<Expr>& rows,
                              const std::vector<std::vector<Expr>>& accelerations) {
  FormulaMatrix result = zero_matrix(rows.size(), accelerations.size());
  std::size_t first = 0;
  for (const FormulaMatrix& part : {causes.by_y(rows), causes.by_s(rows), causes.by_z(rows), causes.by_u(rows)}) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < part.columns; ++j) result.at(i, first + j) = part.at(i, j);
    first += part.columns;
  }
  const FormulaMatrix by_a = causes.by_a(rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < accelerations.size(); ++j)
      for (std::size_t k = 0; k < by_a.columns; ++k) result.at(i, j) += by_a.at(i, k) * accelerations[j][k];
  return result;
}

// The rows of a matrix of x and u below others: the columns of x, and those of u.
void put_rows(const FormulaMatrix& rows, std::size_t first, FormulaMatrix& by_x, FormulaMatrix& by_u) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < by_x.columns; ++j) by_x.at(first + i, j) = rows.at(i, j);
    for (std::size_t j = 0; j < by_u.columns; ++j) by_u.at(first + i, j) = rows.at(i, by_x.columns + j);
  }
}

void set_state_space(const Causes& causes, const LinearFormulaRequest& request, LinearFormulas& result) {
  const std::vector<std::vector<Expr>> solved = solve_columns(causes.source.kinematics, result);
  const std::size_t y = causes.deviations.size(), f = result.M.rows, m = causes.states.size();
  const std::size_t x = y + f + m, u = result.F.columns;
  std::vector<Expr> state_rates, outputs;
  for (const LoadState& state : causes.source.states) state_rates.push_back(state.rate);
  for (const NamedFormula& output : request.outputs) outputs.push_back(output.formula);
  result.A = zero_matrix(x, x), result.B = zero_matrix(x, u);
  result.C = zero_matrix(outputs.size(), x), result.D_u = zero_matrix(outputs.size(), u);
  for (std::size_t i = 0; i < y; ++i) {
    for (std::size_t j = 0; j < y; ++j) result.A.at(i, j) = result.W.at(i, j);
    for (std::size_t j = 0; j < f; ++j) result.A.at(i, y + j) = result.V.at(i, j);
  }
  FormulaMatrix accelerations = zero_matrix(f, x + u);
  for (std::size_t i = 0; i < f; ++i)
    for (std::size_t j = 0; j < x + u; ++j) accelerations.at(i, j) = solved[j][i];
  put_rows(accelerations, y, result.A, result.B);
  put_rows(rows_by_x_and_u(causes, state_rates, solved), y + f, result.A, result.B);
  put_rows(rows_by_x_and_u(causes, outputs, solved), 0, result.C, result.D_u);
  simplify_together({&result.A, &result.B, &result.C, &result.D_u}, {});
}

}  // namespace

bool FormulaMatrix::is_zero() const {
  return std::all_of(entries.begin(), entries.end(), [](Expr e) { return e == Expr(0); });
}

FormulaMatrix zero_matrix(std::size_t rows, std::size_t columns) {
  return {rows, columns, std::vector<Expr>(rows * columns, Expr(0))};
}

LinearFormulas linearise_formulas(const ProgramSource& source, const LinearFormulaRequest& request,
                                  const Progress& progress) {
  progress("derivatives at the reference");
  LinearFormulas result;
  result.reference = request.reference;
  const Causes causes(source, request.reference.values);
  set_names(causes, request, result);
  set_matrices(causes, request, result);
  set_excitation(request, result);
  if (is_identity(result.V) && result.W.is_zero()) {
    split_symmetric(result.P, result.D, result.G), split_symmetric(result.Q, result.K, result.N);
    simplify_together({&result.D, &result.G, &result.K, &result.N}, {});
  }
  if (request.state_space) {
    progress("state space");
    set_state_space(causes, request, result);
  }
  return result;
}

}  // namespace kinemate
