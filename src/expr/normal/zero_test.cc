#include "expr/normal/zero_test.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/error.h"
#include "expr/ball.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/arguments.h"
#include "expr/normal/branches.h"
#include "expr/normal/modular.h"
#include "expr/normal/normal_form.h"
#include "expr/normal/sample_functions.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr long kFewBits = 128;
constexpr long kManyBits = 2000;
constexpr int kEnough = 3;  // points with the value 0
constexpr int kFewestPoints = 12;
constexpr int kMostPoints = 48;
constexpr double kNodesInAll = 2e6;  // large formulas are tried at fewer points

int point_count(Expr formula) {
  const double affordable = kNodesInAll / static_cast<double>(count_nodes({&formula, 1}));
  return static_cast<int>(std::clamp<double>(affordable, kFewestPoints, kMostPoints));
}

// Every fourth point is positive and near 1, where most formulas have a value; elsewhere each symbol has a sign and a
// size of its own, from 1e-4 to 1e4, so that what holds only for some signs or sizes is found out. Content alone
// decides.
Rational coordinate(Expr symbol, int point) {
  std::uint64_t x = symbol.hash() + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(point + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  const long top = 1 + static_cast<long>((x >> 20) % 997), bottom = 333 + static_cast<long>((x >> 40) % 331);
  const Rational size(top + bottom / 3, static_cast<unsigned long>(bottom));
  if (point % 4 == 0) return size;
  const long exponent = static_cast<long>((x >> 10) % 9) - 4;
  const Rational scaled = point % 4 == 1 ? size : size * power(Rational(10), exponent);
  return (x & 1) != 0 ? -scaled : scaled;
}

// REQUIRES: no unspecified functions.
Ball value_at(Expr formula, int point, long bits) {
  BallValues values;
  for (const Expr symbol : free_symbols(formula)) values.emplace(symbol, Ball::from(coordinate(symbol, point), bits));
  return evaluate_balls({&formula, 1}, values, bits)[0];
}

bool has_nonzero_value(Expr formula) {
  for (int point = 0, count = point_count(formula); point < count; ++point) {
    const Ball value = value_at(formula, point, kFewBits);
    if (value.is_finite() && arb_contains_zero(value.arb()) == 0) return true;
  }
  return false;
}

std::optional<ZeroTest> test_normal_form(Expr formula, double limit) {
  try {
    Work work(limit);
    const Expr normal = normalize_arguments({&formula, 1}, work)[0];
    const NormalForm form({&normal, 1}, Trigonometry::kResolved, work);
    return ZeroTest{form.quotients()[0].numerator.is_zero(), ZeroTest::Method::kNormalForm};
  } catch (const WorkExceeded&) {
  } catch (const Error&) {  // a hidden division by zero: there is no value, and no normal form
  }
  return std::nullopt;
}

std::optional<ZeroTest> test_modular(Expr formula, double limit) {
  try {
    Work work(limit);
    const Expr normal = normalize_arguments({&formula, 1}, work)[0];
    int zeros = 0;
    for (std::uint64_t seed = 0; seed < kFewestPoints && zeros < kEnough; ++seed) {
      const std::optional<std::uint64_t> value = value_modulo_prime(normal, seed);
      if (value && *value != 0) return std::nullopt;
      zeros += value ? 1 : 0;
    }
    if (zeros == kEnough) return ZeroTest{true, ZeroTest::Method::kModular};
  } catch (const WorkExceeded&) {
  } catch (const Error&) {
  }
  return std::nullopt;
}

ZeroTest test_precision(Expr formula) {
  int zeros = 0;
  for (int point = 0, count = point_count(formula); point < count; ++point) {
    const Ball value = value_at(formula, point, kManyBits);
    if (!value.is_finite()) continue;
    if (arb_contains_zero(value.arb()) == 0) return {false, ZeroTest::Method::kValue};
    if (mag_cmp_2exp_si(arb_radref(value.arb()), -kManyBits / 2) < 0) ++zeros;
  }
  return zeros > 0 ? ZeroTest{true, ZeroTest::Method::kPrecision} : ZeroTest{false, ZeroTest::Method::kUndecided};
}

// Whether a point that was tried is in a branch: where it has a value, it is 0.
bool was_met(Expr formula, const Branch& branch) {
  for (int point = 0, count = point_count(formula); point < count; ++point) {
    const bool inside = std::all_of(branch.decisions.begin(), branch.decisions.end(), [&](const Decision& one) {
      const Ball value = value_at(one.of, point, kFewBits);
      if (one.of.is_call(Function::kNotEqual)) return (value.to_double() > 0.5) == (one.sign > 0);
      return value.is_finite() && arb_contains_zero(value.arb()) == 0 && (value.to_double() > 0) == (one.sign > 0);
    });
    if (inside && value_at(formula, point, kFewBits).is_finite()) return true;
  }
  return false;
}

// Points tell nothing of branches that none of them takes.
bool is_zero_on_branches(Expr formula, const ZeroTestOptions& options) {
  const auto branches = branches_of(formula);
  return branches && std::all_of(branches->begin(), branches->end(), [&](const Branch& branch) {
           return was_met(formula, branch) || test_zero(branch.formula, options).zero;
         });
}

}  // namespace

bool ZeroTest::is_proof() const { return method == Method::kNormalForm || method == Method::kValue; }

ZeroTest test_zero(Expr formula, const ZeroTestOptions& options) {
  if (formula.is_number()) return {formula.is_zero(), ZeroTest::Method::kNormalForm};
  std::optional<Expr> sample;
  try {
    sample = with_sample_functions({&formula, 1})[0];
  } catch (const Error&) {  // one function with different numbers of arguments, a high derivative, a division by zero
  }
  if (sample && has_nonzero_value(*sample)) return {false, ZeroTest::Method::kValue};
  // Algebra proves zeros only: two equal arguments of a function may not have been recognised as such.
  const auto answer_zero = [](const std::optional<ZeroTest>& answer) { return answer && answer->zero; };
  if (const auto answer = test_normal_form(formula, options.work); answer_zero(answer)) return *answer;
  if (const auto answer = test_modular(formula, options.work); answer_zero(answer)) return *answer;
  if (!sample) return {false, ZeroTest::Method::kUndecided};
  const ZeroTest seen = test_precision(*sample);
  const bool hidden = seen.zero && has_switch(*sample) && !is_zero_on_branches(*sample, options);
  return hidden ? ZeroTest{false, ZeroTest::Method::kUndecided} : seen;
}

std::string describe(const ZeroTest& test) {
  switch (test.method) {
    case ZeroTest::Method::kNormalForm: return "by normal form";
    case ZeroTest::Method::kValue: return "by its value at a point";
    case ZeroTest::Method::kModular: return "by random points modulo a prime, not proven";
    case ZeroTest::Method::kPrecision: return "by 600 digits at random points, not proven";
    case ZeroTest::Method::kUndecided: break;
  }
  return "undecided: no point was found where it has a value other than 0";
}

}  // namespace kinemate
