#include "expr/zero_test.h"

#include <optional>
#include <string>

#include "base/error.h"
#include "expr/arguments.h"
#include "expr/ball.h"
#include "expr/graph.h"
#include "expr/modular.h"
#include "expr/normal_form.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr long kFewBits = 128;
constexpr long kManyBits = 2000;
constexpr int kPoints = 12;  // signs and sizes differ, so that what holds for some of them only is found out
constexpr int kEnough = 3;   // points with the value 0

// Up to the scale of the point between 1/3 and 3; the first four points are positive, the ninth is negative throughout,
// the others have both signs. Content alone decides.
Rational coordinate(Expr symbol, int point) {
  static const Rational kScales[] = {1, 1, 10, Rational(1, 10), 1, 1, 100, Rational(1, 100), 1, 10, 1, Rational(1, 10)};
  const std::uint64_t x =
      (symbol.hash() + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(point + 1)) * 0xBF58476D1CE4E5B9u;
  const long top = 1 + static_cast<long>((x >> 20) % 997), bottom = 333 + static_cast<long>((x >> 40) % 331);
  const bool negative = point == 8 || (point > 3 && (x >> 60) % 2 == 1);
  const Rational size = Rational(top + bottom / 3, static_cast<unsigned long>(bottom)) * kScales[point];
  return negative ? -size : size;
}

// A function that is not likely to obey an equation which a user might write: sin(c·x) + (d·x)²/7 + exp(-(e·x)²/9).
Expr sample_function(std::uint64_t hash, std::size_t arguments) {
  Expr phase[3] = {Rational(static_cast<long>(hash % 89) + 1, 97), Expr(1), Expr(1)};
  for (std::size_t k = 1; k <= arguments; ++k) {
    for (Expr& part : phase) {
      hash = hash * 6364136223846793005u + 1442695040888963407u;
      part += Expr(Rational(static_cast<long>((hash >> 33) % 199) + 1, 101)) * make_parameter(k);
    }
  }
  return sin(phase[0]) + pow(phase[1], Expr(2)) / Expr(7) +
         make_call(Function::kExp, -pow(phase[2], Expr(2)) / Expr(9));
}

// Unspecified functions replaced by samples: what is not 0 for these is not 0.
Expr with_sample_functions(Expr formula) {
  Substitution samples;
  for (const Expr call : unspecified_calls({&formula, 1})) {
    const std::string name(call.name());
    const std::uint64_t hash = make_symbol(name).hash();
    samples.functions.try_emplace(name, Template{call.operand_count(), sample_function(hash, call.operand_count())});
  }
  return samples.functions.empty() ? formula : substitute(formula, samples);
}

// REQUIRES: no unspecified functions.
Ball value_at(Expr formula, int point, long bits) {
  BallValues values;
  for (const Expr symbol : free_symbols(formula)) values.emplace(symbol, Ball::from(coordinate(symbol, point), bits));
  return evaluate_balls({&formula, 1}, values, bits)[0];
}

bool has_nonzero_value(Expr formula) {
  for (int point = 0; point < kPoints; ++point) {
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
    const bool zero = form.quotients()[0].numerator.is_zero();
    if (zero || form.is_conclusive()) return ZeroTest{zero, ZeroTest::Method::kNormalForm};
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
    for (std::uint64_t seed = 0; seed < kPoints && zeros < kEnough; ++seed) {
      const std::optional<std::uint64_t> value = value_modulo_prime(normal, seed);
      if (value && *value != 0) return ZeroTest{false, ZeroTest::Method::kModular};
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
  for (int point = 0; point < kPoints; ++point) {
    const Ball value = value_at(formula, point, kManyBits);
    if (!value.is_finite()) continue;
    if (arb_contains_zero(value.arb()) == 0) return {false, ZeroTest::Method::kValue};
    if (mag_cmp_2exp_si(arb_radref(value.arb()), -kManyBits / 2) < 0) ++zeros;
  }
  return zeros > 0 ? ZeroTest{true, ZeroTest::Method::kPrecision} : ZeroTest{false, ZeroTest::Method::kUndecided};
}

}  // namespace

bool ZeroTest::is_proof() const {
  return method == Method::kNormalForm || method == Method::kValue || (method == Method::kModular && !zero);
}

ZeroTest test_zero(Expr formula, const ZeroTestOptions& options) {
  if (formula.is_number()) return {formula.is_zero(), ZeroTest::Method::kNormalForm};
  std::optional<Expr> sample;
  try {
    sample = with_sample_functions(formula);
  } catch (
      const Error&) {  // one function with different numbers of arguments, or a division by zero that comes to light
  }
  if (sample && has_nonzero_value(*sample)) return {false, ZeroTest::Method::kValue};
  if (const auto answer = test_normal_form(formula, options.work)) return *answer;
  if (const auto answer = test_modular(formula, options.work)) return *answer;
  return sample ? test_precision(*sample) : ZeroTest{false, ZeroTest::Method::kUndecided};
}

std::string describe(const ZeroTest& test) {
  switch (test.method) {
    case ZeroTest::Method::kNormalForm: return "by normal form";
    case ZeroTest::Method::kValue: return "by its value at a point";
    case ZeroTest::Method::kModular:
      return test.zero ? "by random points modulo a prime, not proven" : "by a point modulo a prime";
    case ZeroTest::Method::kPrecision: return "by 600 digits at random points, not proven";
    case ZeroTest::Method::kUndecided: break;
  }
  return "undecided: no point was found where it has a value";
}

}  // namespace kinemate
