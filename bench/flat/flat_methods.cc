#include "bench/flat/flat_methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "flat/information_flow.h"

namespace kinemate {
namespace {

void copy_to(std::span<const double> from, std::span<double> to) { std::copy(from.begin(), from.end(), to.begin()); }

// All unknowns of the system.
std::vector<double> put_together(const std::vector<std::size_t>& columns, std::span<const double> column_values,
                                 const std::vector<std::size_t>& before, std::span<const double> before_values) {
  std::vector<double> all(columns.size() + before.size());
  for (std::size_t i = 0; i < columns.size(); ++i) all[columns[i]] = column_values[i];
  for (std::size_t i = 0; i < before.size(); ++i) all[before[i]] = before_values[i];
  return all;
}

struct SparseFormulas {
  SparsePattern pattern;
  std::vector<Expr> entries, rights;
};

SparseFormulas make_sparse(const LinearBlock& block) {
  std::vector<std::vector<std::pair<int, Expr>>> columns(block.unknowns.size());
  SparseFormulas sparse;
  for (std::size_t r = 0; r < block.rows.size(); ++r) {
    for (const auto& [column, coefficient] : block.rows[r].entries)
      columns[column].emplace_back(static_cast<int>(r), coefficient);
    sparse.rights.push_back(block.rows[r].right);
  }
  sparse.pattern.column_begins.push_back(0);
  for (const auto& column : columns) {
    for (const auto& [row, coefficient] : column) {
      sparse.pattern.rows.push_back(row);
      sparse.entries.push_back(coefficient);
    }
    sparse.pattern.column_begins.push_back(static_cast<int>(sparse.entries.size()));
  }
  return sparse;
}

Program make_coefficient_program(const FlatSystem& system, const LinearPart& part) {
  const SparseFormulas sparse = make_sparse(part.block);
  const InputFormulas inputs[] = {known_inputs(system)};
  const OutputFormulas outputs[] = {make_output("a", sparse.entries), make_output("b", sparse.rights),
                                    make_output("x", part.before_values)};
  return make_short_program(inputs, outputs);
}

}  // namespace

void SolvedMethod::run(std::span<const double> inputs) {
  copy_to(inputs, program_.inputs());
  program_();
}

std::vector<double> SolvedMethod::unknowns() const { return {program_.outputs().begin(), program_.outputs().end()}; }

SparseMethod::SparseMethod(const FlatSystem& system, const LinearPart& part, MakeSolver make_solver,
                           std::span<const double> inputs)
    : columns_(part.block.unknowns),
      before_(part.before),
      pattern_(make_sparse(part.block).pattern),
      program_(make_coefficient_program(system, part)) {
  copy_to(inputs, program_.inputs());
  solver_ = make_solver(pattern_, program_().first(entries()));
}

void SparseMethod::run(std::span<const double> inputs) {
  copy_to(inputs, program_.inputs());
  const std::span<const double> numbers = program_();
  solution_ = solver_->solve(numbers.first(entries()), numbers.subspan(entries(), columns_.size()));
}

std::vector<double> SparseMethod::unknowns() const {
  return put_together(columns_, solution_, before_, program_.outputs().last(before_.size()));
}

// Programs of a system that is torn.
struct TearingMethod::Torn {
  Program residuals, others;
  std::size_t tears, carried;

  Torn(const FlatSystem& system, const LinearPart& part) {
    const InformationFlow flow = find_information_flow(part.block);
    tears = flow.tears.size();
    make_residuals(system, part, flow, make_others(part.block, flow));
  }

 private:
  // Every column as a constant and multiples of the tearing variables: those of the pairs one after another.
  struct Affine {
    Expr constant;
    std::map<std::size_t, Expr> multiples;  // by the number of the tear
  };

  // right - the sum of coefficient * column, all columns but `own`.
  static Affine what_is_left(const LinearRow& row, std::size_t own, const std::vector<Affine>& columns) {
    Affine left{row.right, {}};
    for (const auto& [column, coefficient] : row.entries) {
      if (column == own) continue;
      left.constant -= coefficient * columns[column].constant;
      for (const auto& [tear, multiple] : columns[column].multiples) left.multiples[tear] -= coefficient * multiple;
    }
    return left;
  }

  static Expr coefficient_of(const LinearRow& row, std::size_t column) {
    return std::find_if(row.entries.begin(), row.entries.end(), [&](const auto& e) { return e.first == column; })
        ->second;
  }

  void make_residuals(const FlatSystem& system, const LinearPart& part, const InformationFlow& flow,
                      std::vector<Expr> carried_formulas) {
    std::vector<Affine> columns(part.block.unknowns.size());
    for (std::size_t t = 0; t < tears; ++t) columns[flow.tears[t]].multiples.emplace(t, Expr(1));
    for (const auto& [row, column] : flow.pairs) {
      Affine& made = columns[column] = what_is_left(part.block.rows[row], column, columns);
      const Expr sign = coefficient_of(part.block.rows[row], column);  // 1 or -1
      made.constant *= sign;
      for (auto& [tear, multiple] : made.multiples) multiple *= sign;
    }
    std::vector<Expr> matrix(tears * tears), right;
    for (std::size_t r = 0; r < tears; ++r) {
      const Affine left = what_is_left(part.block.rows[flow.residuals[r]], kUnmatched, columns);
      right.push_back(left.constant);
      for (const auto& [tear, multiple] : left.multiples) matrix[tear * tears + r] = -multiple;
    }
    const InputFormulas inputs[] = {known_inputs(system)};
    const OutputFormulas outputs[] = {make_output("a", std::move(matrix)), make_output("b", std::move(right)),
                                      make_output("c", std::move(carried_formulas)),
                                      make_output("x", part.before_values)};
    residuals = make_short_program(inputs, outputs);
  }

  // Columns by the pairs, once the tearing variables are numbers. Coefficients and right sides that are no numbers are
  // carried over from the first program; these are returned.
  std::vector<Expr> make_others(const LinearBlock& block, const InformationFlow& flow) {
    std::vector<Expr> formulas;
    std::unordered_map<Expr, Expr> names;
    auto carry = [&](Expr formula) {
      if (formula.is_number()) return formula;
      const auto [found, is_new] = names.emplace(formula, make_symbol(fmt::format("c{}", formulas.size())));
      if (is_new) formulas.push_back(formula);
      return found->second;
    };
    std::vector<Expr> values(block.unknowns.size()), symbols;
    for (std::size_t t = 0; t < tears; ++t)
      symbols.push_back(values[flow.tears[t]] = make_symbol(fmt::format("tear{}", t)));
    for (const auto& [row, column] : flow.pairs) {
      Expr sum = carry(block.rows[row].right);
      for (const auto& [c, coefficient] : block.rows[row].entries)
        if (c != column) sum -= carry(coefficient) * values[c];
      values[column] = coefficient_of(block.rows[row], column) * sum;
    }
    InputFormulas inputs[] = {{{"c", "", {}}, {}}, {{"t", "", {}}, symbols}};
    for (Expr formula : formulas) inputs[0].symbols.push_back(names.at(formula));
    for (InputFormulas& input : inputs) input.array.entries.resize(input.symbols.size());
    const OutputFormulas outputs[] = {make_output("x", values)};
    others = make_short_program(inputs, outputs);
    carried = formulas.size();
    return formulas;
  }
};

TearingMethod::TearingMethod(const FlatSystem& system, const LinearPart& part)
    : TearingMethod(part, Torn(system, part)) {}

TearingMethod::TearingMethod(const LinearPart& part, const Torn& torn)
    : columns_(part.block.unknowns),
      before_(part.before),
      tears_(torn.tears),
      carried_(torn.carried),
      residuals_(torn.residuals),
      lu_(torn.tears),
      others_(torn.others) {}

void TearingMethod::run(std::span<const double> inputs) {
  copy_to(inputs, residuals_.inputs());
  const std::span<const double> numbers = residuals_();
  const std::span<const double> carried = numbers.subspan(tears_ * tears_ + tears_, carried_);
  const std::span<const double> tears = lu_.solve(numbers.data(), numbers.data() + tears_ * tears_);
  copy_to(carried, others_.inputs());
  copy_to(tears, others_.inputs().subspan(carried_));
  others_();
}

std::vector<double> TearingMethod::unknowns() const {
  return put_together(columns_, others_.outputs(), before_, residuals_.outputs().last(before_.size()));
}

}  // namespace kinemate
