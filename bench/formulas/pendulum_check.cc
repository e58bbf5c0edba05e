#include "bench/formulas/pendulum_check.h"

#include <algorithm>
#include <cmath>

#include "bench/formulas/tape.h"
#include "expr/evaluate.h"
#include "expr/normal/polynomial_formula.h"

namespace kinemate {
namespace {

constexpr double kStep = 1e-5;        // balances rounding against the error of differences, both about 1e-10
constexpr double kDifference = 1e-8;  // relative to the largest value, as is kRounding
constexpr double kRounding = 1e-12;

Values make_point(const Pendulum& pendulum) {
  Values point;
  std::size_t k = 0;
  for (const char* name : {"m", "l", "a", "Ixx", "Iyy", "Izz"}) point.emplace(make_symbol(name), check_value(k++));
  for (const Expr q : pendulum.angles) point.emplace(q, check_value(k++));
  return point;
}

std::vector<double> make_differences(const Pendulum& pendulum, const Values& point, Expr q) {
  Values shifted = point;
  shifted[q] = point.at(q) + kStep;
  std::vector<double> after = evaluate(pendulum.metric, shifted);
  shifted[q] = point.at(q) - kStep;
  const std::vector<double> before = evaluate(pendulum.metric, shifted);
  for (std::size_t e = 0; e < after.size(); ++e) after[e] = (after[e] - before[e]) / (2 * kStep);
  return after;
}

std::vector<double> christoffel_by_differences(const Pendulum& pendulum, const Values& point) {
  const std::size_t n = pendulum.angles.size();
  std::vector<std::vector<double>> by;
  for (const Expr q : pendulum.angles) by.push_back(make_differences(pendulum, point, q));
  std::vector<double> result;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = j; k < n; ++k) {
        result.push_back((by[k][place(i, j, n)] + by[j][place(i, k, n)] - by[i][place(j, k, n)]) / 2);
      }
    }
  }
  return result;
}

bool are_close(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  double largest = 0, error = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    largest = std::max(largest, std::abs(b[k]));
    error = std::max(error, std::abs(a[k] - b[k]));
  }
  return a.size() == b.size() && error <= tolerance * largest;
}

}  // namespace

bool agrees_with_differences(const Pendulum& pendulum, const NormalForm& metric,
                             const std::vector<Polynomial>& christoffel) {
  const Values point = make_point(pendulum);
  std::vector<Expr> entries, symbols;
  for (const Quotient& entry : metric.quotients()) entries.push_back(write_out(entry.numerator, metric.variables()));
  for (const Polynomial& symbol : christoffel) symbols.push_back(write_out(symbol, metric.variables()));
  return are_close(evaluate(entries, point), evaluate(pendulum.metric, point), kRounding) &&
         are_close(evaluate(symbols, point), christoffel_by_differences(pendulum, point), kDifference);
}

}  // namespace kinemate
