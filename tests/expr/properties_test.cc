// Properties that hold for every formula, tried on random ones with fixed seeds.
#include <algorithm>
#include <cmath>

#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"
#include "expr/random_formula.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr int kCases = 20'000;
constexpr long kCarriedBits = 600;        // carried
constexpr long kBitsOfFiftyDigits = 166;  // bits of 50 digits

// The tree as a formula; nothing where building it is refused.
std::optional<Expr> try_build(const Tree& tree, std::string* why = nullptr) {
  try {
    return build(tree);
  } catch (const Error& error) {
    if (why != nullptr) *why = error.message;
    return std::nullopt;
  }
}

std::string everything_about(Expr e) {
  std::string text = to_text(e) + "\n" + to_latex(e);
  try {
    for (const Expr derivative : gradient(e, free_symbols(e))) text += "\n" + to_text(derivative);
  } catch (const Error& error) {  // the derivative of 0^x asks for log(0)
    text += error.message;
  }
  return text;
}

Ball value_of(Expr e, const BallValues& point) { return evaluate_balls({&e, 1}, point, kCarriedBits)[0]; }

bool is_known(const Ball& ball) {
  return ball.is_finite() && (ball.accurate_bits() > 2 * kBitsOfFiftyDigits || arb_is_zero(ball.arb()) != 0);
}

TEST(Properties, EveryRewriteKeepsTheValue) {
  RandomTrees random(1);
  int compared = 0;
  for (int i = 0; i < random_cases(kCases); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const Tree tree = random.make(static_cast<int>(random.below(5)) + 1);
    const BallValues point = random_point(random, kCarriedBits);
    const Ball plain = evaluate_tree(tree, point, kCarriedBits);
    if (!is_known(plain)) continue;
    std::string why;
    const std::optional<Expr> e = try_build(tree, &why);
    if (!e && why.find("too large") != std::string::npos) continue;  // 5^123456789012
    ASSERT_TRUE(e) << "case " << i << " has a value but is refused: " << why;
    const Ball rewritten = value_of(*e, point);
    ASSERT_TRUE(rewritten.is_finite()) << "case " << i << ": " << to_text(*e);
    ASSERT_TRUE(agree(plain, rewritten, kBitsOfFiftyDigits))
        << "case " << i << ": " << to_text(*e) << "\n plain " << plain.to_string(60) << "\n rewritten "
        << rewritten.to_string(60);
    ++compared;
  }
  EXPECT_GT(compared, random_cases(kCases) / 3);
}

TEST(Properties, TextRoundTripsToTheSameHandle) {
  RandomTrees random(2);
  for (int i = 0; i < random_cases(kCases); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const std::optional<Expr> e = try_build(random.make(static_cast<int>(random.below(6)) + 1));
    if (!e) continue;
    const std::string text = to_text(*e);
    ASSERT_TRUE(parse(text) == *e) << "case " << i << ": " << text << " reads back as " << to_text(parse(text));
  }
}

TEST(Properties, TwoPoolsGiveTheSameText) {
  RandomTrees random(3);
  for (int i = 0; i < random_cases(kCases); ++i) {
    const Tree tree = random.make(static_cast<int>(random.below(6)) + 1), other = random.make(3);
    std::string first, second;
    {
      Pool pool;
      const PoolScope scope(pool);
      if (const auto e = try_build(tree)) first = everything_about(*e);
    }
    {
      Pool pool;  // where other formulas, and the parts of this one in another order, came first
      const PoolScope scope(pool);
      try_build(other);
      for (std::size_t k = tree.operands.size(); k-- > 0;) try_build(tree.operands[k]);
      if (const auto e = try_build(tree)) second = everything_about(*e);
    }
    ASSERT_EQ(first, second) << "case " << i;
  }
}

// (f(x+h) - f(x-h))/2h
Ball central_difference(Expr e, Expr x, const BallValues& point, long h_exponent) {
  Ball h, sum[2], result;
  arb_set_si(h.arb(), 1);
  arb_mul_2exp_si(h.arb(), h.arb(), -h_exponent);
  for (const int side : {0, 1}) {
    BallValues moved = point;
    Ball& at = moved.at(x);
    side == 0 ? arb_add(at.arb(), at.arb(), h.arb(), kCarriedBits) : arb_sub(at.arb(), at.arb(), h.arb(), kCarriedBits);
    sum[side] = value_of(e, moved);
  }
  arb_sub(result.arb(), sum[0].arb(), sum[1].arb(), kCarriedBits);
  arb_mul_2exp_si(result.arb(), result.arb(), h_exponent - 1);
  return result;
}

TEST(Properties, DerivativesAgreeWithDifferences) {
  RandomTrees random(4);
  int compared = 0, singular = 0;
  for (int i = 0; i < random_cases(kCases); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const std::optional<Expr> e = try_build(random.make(static_cast<int>(random.below(5)) + 1));
    if (!e) continue;
    const Expr x = make_symbol("x");
    const BallValues point = random_point(random, kCarriedBits);
    const Ball difference = central_difference(*e, x, point, 150), check = central_difference(*e, x, point, 151);
    if (!is_known(value_of(*e, point)) || !difference.is_finite() || difference.accurate_bits() < 100) continue;
    if (!agree(difference, check, 120)) continue;  // close to a singularity: the difference says nothing
    std::vector<Ball> derivatives;
    try {
      const Expr forwards = differentiate(*e, x), backwards = gradient(*e, std::vector<Expr>{x})[0];
      derivatives = evaluate_balls(std::vector<Expr>{forwards, backwards}, point, kCarriedBits);
    } catch (const Error& error) {  // the derivative of 0^x and the like asks for log(0)
      ASSERT_NE(error.message.find("not finite"), std::string::npos) << error.message;
      continue;
    }
    if (!derivatives[0].is_finite()) {  // 0·∞ by the chain rule, as of (x*(x == y))^(2/3)
      ++singular;
      continue;
    }
    for (const Ball& derivative : derivatives) {
      ASSERT_TRUE(derivative.is_finite() && agree(difference, derivative, 100))
          << "case " << i << ": d/dx " << to_text(*e) << "\n difference " << difference.to_string(40)
          << "\n derivative " << derivative.to_string(40);
    }
    ++compared;
  }
  EXPECT_GT(compared, random_cases(kCases) / 4);
  EXPECT_LE(singular, 1 + compared / 500);
}

// Whether a part is so small that it is 0 in doubles, and its sign is lost.
bool underflows(Expr e, const BallValues& point) {
  const Graph graph(e);
  std::vector<Expr> nodes;
  for (std::size_t i = 0; i < graph.size(); ++i) nodes.push_back(graph.node(i));
  const std::vector<Ball> values = evaluate_balls(nodes, point, 53);
  return std::any_of(values.begin(), values.end(),
                     [](const Ball& x) { return arb_contains_zero(x.arb()) == 0 && x.to_double() == 0; });
}

TEST(Properties, DoublesAgreeWithBalls) {
  RandomTrees random(5);
  int compared = 0, overflows = 0;
  for (int i = 0; i < random_cases(kCases); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const std::optional<Expr> e = try_build(random.make(3));
    if (!e) continue;
    BallValues point;
    Values values;
    for (const auto& [name, primes] : RandomTrees::symbols()) {
      const double at = random.coordinate().to_double();
      point.emplace(make_symbol(name, primes), Ball::from(at));
      values.emplace(make_symbol(name, primes), at);
    }
    const Ball exact = value_of(*e, point), coarse = evaluate_balls({&*e, 1}, point, 53)[0];
    if (!is_known(exact) || !coarse.is_finite() || coarse.accurate_bits() < 20) continue;  // ill conditioned
    double value = 0;
    try {
      value = evaluate(*e, values);
      if (underflows(*e, point)) continue;
    } catch (const Error&) {
      ++overflows;  // a part beyond 1e308
      continue;
    }
    ASSERT_NEAR(value, exact.to_double(), std::ldexp(std::abs(exact.to_double()), -12)) << to_text(*e);
    ++compared;
  }
  EXPECT_GT(compared, random_cases(kCases) / 3);
  EXPECT_LE(overflows, 1 + compared / 50);
}

TEST(Properties, SubstitutionCommutesWithEvaluation) {
  RandomTrees random(6);
  int compared = 0, refused = 0;
  for (int i = 0; i < random_cases(kCases); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const std::optional<Expr> e = try_build(random.make(4)), inner = try_build(random.make(2));
    if (!e || !inner) continue;
    const Expr x = make_symbol("x");
    const BallValues point = random_point(random, kCarriedBits);
    const Ball at = value_of(*inner, point);
    if (!is_known(at)) continue;
    BallValues moved = point;
    moved.at(x) = at;
    const Ball expected = value_of(*e, moved);
    if (!is_known(expected)) continue;
    try {
      const Ball result = value_of(substitute(*e, {{{x, *inner}}, {}}), point);
      ASSERT_TRUE(result.is_finite() && agree(expected, result, kBitsOfFiftyDigits))
          << to_text(*e) << " with x = " << to_text(*inner);
      ++compared;
    } catch (const Error&) {
      ++refused;  // a division by zero in a branch that is not taken
    }
  }
  EXPECT_GT(compared, random_cases(kCases) / 4);
  EXPECT_LE(refused, 1 + compared / 50);
}

TEST(Properties, LatexBracesBalance) {
  RandomTrees random(7);
  for (int i = 0; i < random_cases(kCases); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const std::optional<Expr> e = try_build(random.make(5));
    if (!e) continue;
    const std::string latex = to_latex(*e);
    int depth = 0, left = 0;
    for (std::size_t k = 0; k < latex.size(); ++k) {
      depth += latex[k] == '{' ? 1 : latex[k] == '}' ? -1 : 0;
      ASSERT_GE(depth, 0) << latex;
      left += latex.compare(k, 5, "\\left") == 0 ? 1 : latex.compare(k, 6, "\\right") == 0 ? -1 : 0;
    }
    ASSERT_EQ(depth, 0) << latex;
    ASSERT_EQ(left, 0) << latex;
  }
}

}  // namespace
}  // namespace kinemate
