#include "formalism/ignorable.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_set>

#include "base/error.h"
#include "expr/ball.h"
#include "expr/graph.h"
#include "expr/normal/branches.h"
#include "expr/normal/sample_functions.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kVisible = 1e-7;  // of values: what differs by more depends on the coordinate
constexpr long kBits = 300;
constexpr double kSame = 1e-60;  // of values at so many bits
constexpr int kPoints = 3;
constexpr double kReach = 0.1;  // of points about a given one

// In the order of the names of the symbols.
class RandomPoint {
 public:
  RandomPoint(std::vector<Expr> symbols, const Values& near, unsigned seed) : random_(seed) {
    std::sort(symbols.begin(), symbols.end(),
              [](Expr a, Expr b) { return std::pair(a.name(), a.primes()) < std::pair(b.name(), b.primes()); });
    for (Expr symbol : symbols) {
      const auto found = near.find(symbol);
      values_[symbol] = (found == near.end() ? 1 : found->second) + kReach * number();
    }
  }
  const Values& values() const { return values_; }
  Values moved(std::span<const Expr> coordinates) {
    Values values = values_;
    for (Expr q : coordinates) values[q] += number();
    return values;
  }

 private:
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }

  std::mt19937_64 random_;
  Values values_;
};

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

bool look_the_same(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= kVisible * std::max(1.0, std::abs(a[i])))) return false;
  return true;
}

std::vector<Ball> at(const BallEvaluator& formulas, const Values& values) {
  BallValues balls;
  for (const auto& [symbol, value] : values) balls.emplace(symbol, Ball::from(value));
  return formulas.evaluate(balls, kBits);
}

// To sixty digits; not where something has no value.
bool are_the_same(const std::vector<Ball>& a, const std::vector<Ball>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a[i].is_finite() || !b[i].is_finite()) return false;
    Ball gap;
    arb_sub(gap.arb(), a[i].arb(), b[i].arb(), kBits);
    const double size = std::max(1.0, std::abs(a[i].to_double()));
    if (!(std::abs(gap.to_double()) + gap.radius() <= kSame * size)) return false;
  }
  return true;
}

}  // namespace

std::vector<Expr> find_ignorable(std::span<const Expr> formulas, std::span<const Expr> coordinates,
                                 const Values& near) {
  std::vector<Expr> sampled = with_sample_functions(std::vector<Expr>(formulas.begin(), formulas.end()));
  // a stop or a pulse that no point meets: what switches select among and by may not depend on a coordinate either
  const std::vector<Expr> selected = switch_operands(sampled);
  sampled.insert(sampled.end(), selected.begin(), selected.end());
  const std::vector<Expr> symbols = free_symbols(sampled);
  const std::unordered_set<Expr> standing(symbols.begin(), symbols.end());
  std::vector<Expr> hidden;  // stand there, but nothing is seen of them
  try {
    RandomPoint point(symbols, near, 1);
    const std::vector<double> first = evaluate(sampled, point.values());
    for (Expr q : coordinates)
      if (standing.contains(q) && all_finite(first) && look_the_same(first, evaluate(sampled, point.moved({&q, 1}))))
        hidden.push_back(q);
    const BallEvaluator precise(sampled);
    for (unsigned seed = 2; seed < 2 + kPoints && !hidden.empty(); ++seed) {
      RandomPoint other(symbols, near, seed);
      const std::vector<Ball> here = at(precise, other.values());
      Values zero = other.values();  // where they are put to: nothing may become singular there
      for (Expr q : hidden) zero[q] = 0;
      if (!are_the_same(here, at(precise, other.moved(hidden))) || !are_the_same(here, at(precise, zero)))
        hidden.clear();
    }
  } catch (const Error&) {  // no value
    hidden.clear();
  }
  std::vector<Expr> ignorable;
  for (Expr q : coordinates)
    if (!standing.contains(q) || std::find(hidden.begin(), hidden.end(), q) != hidden.end()) ignorable.push_back(q);
  return ignorable;
}

std::vector<Expr> without_ignorable(std::vector<Expr> formulas, std::span<const Expr> ignorable) {
  Substitution zero;
  for (Expr q : ignorable) zero.symbols.emplace(q, Expr(0));
  try {
    return substitute(formulas, zero);
  } catch (const Error&) {
    return formulas;
  }
}

}  // namespace kinemate
