// Random formulas as plain trees, apart from the library's own: a tree can be built as Expr, with all rewrites, or
// evaluated operation by operation, without any.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "expr/ball.h"
#include "expr/expr.h"
#include "expr/pool.h"

namespace kinemate {

struct Tree {
  enum class What { kNumber, kPi, kSymbol, kNegate, kAdd, kSubtract, kMultiply, kDivide, kPower, kCall, kNot };
  What what;
  Rational number = {};  // of a number; of a power with an exact exponent
  std::string name = {};
  int primes = 0;
  Function function = {};
  std::vector<Tree> operands = {};  // a power with one operand has the exponent `number`
};

class RandomTrees {
 public:
  explicit RandomTrees(unsigned seed) : random_(seed) {}

  Tree make(int depth) {
    if (depth == 0 || chance(8)) return leaf();
    switch (below(14)) {
      case 0:
      case 1: return {.what = Tree::What::kAdd, .operands = many(2, depth)};
      case 2: return {.what = Tree::What::kSubtract, .operands = many(2, depth)};
      case 3:
      case 4: return {.what = Tree::What::kMultiply, .operands = many(2, depth)};
      case 5: return {.what = Tree::What::kDivide, .operands = many(2, depth)};
      case 6: return {.what = Tree::What::kNegate, .operands = many(1, depth)};
      case 7:
      case 8: return {.what = Tree::What::kPower, .number = exponent(), .operands = many(1, depth)};
      case 9: return chance(4) ? Tree{.what = Tree::What::kPower, .operands = many(2, depth)} : call(depth);
      case 10: return repeated(depth);
      default: return call(depth);
    }
  }

  /// Rationals between -3 and 3, few digits, not 0; `symbols` names of what make() uses.
  Rational coordinate() { return Rational(static_cast<long>(below(2999)) + 1, 1000) * Rational(chance(3) ? -1 : 1); }
  static const std::vector<std::pair<std::string, int>>& symbols() {
    static const std::vector<std::pair<std::string, int>> all = {{"x", 0}, {"y", 0}, {"q1", 0}, {"x", 1}, {"x", 2}};
    return all;
  }

  bool chance(unsigned one_in) { return below(one_in) == 0; }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

 private:
  std::vector<Tree> many(int count, int depth) {
    std::vector<Tree> operands;
    for (int i = 0; i < count; ++i) operands.push_back(make(depth - 1));
    return operands;
  }

  // The same part twice: what like terms and equal bases need.
  Tree repeated(int depth) {
    const Tree part = make(depth - 1);
    const auto scaled = [&]() -> Tree {
      if (chance(2)) return {.what = Tree::What::kPower, .number = exponent(), .operands = {part}};
      return {.what = Tree::What::kMultiply, .operands = {number(), part}};
    };
    const auto what = chance(2) ? Tree::What::kMultiply : chance(2) ? Tree::What::kAdd : Tree::What::kSubtract;
    return {.what = what, .operands = {scaled(), chance(3) ? part : scaled()}};
  }

  Tree number() {
    static const long tops[] = {0, 1, 1, 2, 3, 4, 5, 8, 9, 10, 27, 31, 100, 123456789012};
    static const unsigned long bottoms[] = {1, 1, 1, 1, 2, 3, 4, 7, 100, 1000000007};
    const Rational value = Rational(tops[below(14)], bottoms[below(10)]) * Rational(chance(3) ? -1 : 1);
    return {.what = Tree::What::kNumber, .number = value};
  }

  Rational exponent() {
    static const Rational all[] = {2,
                                   2,
                                   3,
                                   -1,
                                   -1,
                                   -2,
                                   4,
                                   Rational(1, 2),
                                   Rational(1, 2),
                                   Rational(-1, 2),
                                   Rational(3, 2),
                                   Rational(1, 3),
                                   Rational(2, 3),
                                   0,
                                   1,
                                   -3};
    return all[below(16)];
  }

  Tree leaf() {
    if (chance(3)) return number();
    if (chance(12)) return {.what = Tree::What::kPi};
    const auto& [name, primes] = symbols()[below(5)];
    return {.what = Tree::What::kSymbol, .name = name, .primes = primes};
  }

  Tree call(int depth) {
    const auto function = static_cast<Function>(below(kFunctionCount));
    switch (function) {
      case Function::kFactorial:
      case Function::kComb: return leaf();
      case Function::kIf:
        return {.what = Tree::What::kCall,
                .function = function,
                .operands = {condition(depth), make(depth - 1), make(depth - 1)}};
      case Function::kStep:
        return {.what = Tree::What::kCall, .function = function, .operands = many(chance(2) ? 1 : 3, depth)};
      case Function::kAnd:
      case Function::kOr:
        return {.what = Tree::What::kCall, .function = function, .operands = {condition(depth), condition(depth)}};
      default:
        return {
            .what = Tree::What::kCall, .function = function, .operands = many(info(function).least_arguments, depth)};
    }
  }

  Tree condition(int depth) {
    static const Function all[] = {Function::kLess, Function::kLessEqual, Function::kEqual, Function::kNotEqual};
    const Tree relation{.what = Tree::What::kCall, .function = all[below(4)], .operands = many(2, depth)};
    return chance(5) ? Tree{.what = Tree::What::kNot, .operands = {relation}} : relation;
  }

  std::mt19937 random_;
};

/// The formula of a tree from given operands.
inline Expr apply_tree(const Tree& tree, const std::vector<Expr>& x) {
  switch (tree.what) {
    case Tree::What::kNumber: return tree.number;
    case Tree::What::kPi: return make_pi();
    case Tree::What::kSymbol: return make_symbol(tree.name, tree.primes);
    case Tree::What::kNegate: return -x[0];
    case Tree::What::kAdd: return x[0] + x[1];
    case Tree::What::kSubtract: return x[0] - x[1];
    case Tree::What::kMultiply: return x[0] * x[1];
    case Tree::What::kDivide: return x[0] / x[1];
    case Tree::What::kPower: return pow(x[0], x.size() == 2 ? x[1] : Expr(tree.number));
    case Tree::What::kCall: return make_call(tree.function, x);
    case Tree::What::kNot: return make_not(x[0]);
  }
  return {};
}

inline Expr build(const Tree& tree) {
  std::vector<Expr> operands;
  for (const Tree& operand : tree.operands) operands.push_back(build(operand));
  return apply_tree(tree, operands);
}

/// The value without any rewriting: each operation is applied to symbols of their own. Not finite as soon as a part
/// is not, also where that part is not needed: in a branch that is not taken, or to the power 0.
inline Ball evaluate_tree(const Tree& tree, const BallValues& point, long bits) {
  if (tree.what == Tree::What::kNumber) return Ball::from(tree.number, bits);
  BallValues values = point;
  std::vector<Expr> operands;
  for (std::size_t i = 0; i < tree.operands.size(); ++i) {
    operands.push_back(make_symbol("operand" + std::to_string(i)));
    const Ball value = evaluate_tree(tree.operands[i], point, bits);
    if (!value.is_finite()) return value;
    values.insert_or_assign(operands.back(), value);
  }
  const Expr operation = apply_tree(tree, operands);
  return evaluate_balls({&operation, 1}, values, bits)[0];
}

inline BallValues random_point(RandomTrees& random, long bits) {
  BallValues point;
  for (const auto& [name, primes] : RandomTrees::symbols()) {
    point.emplace(make_symbol(name, primes), Ball::from(random.coordinate(), bits));
  }
  return point;
}

/// Whether two balls agree to so many bits, relative to the larger of 1 and the first.
inline bool agree(const Ball& a, const Ball& b, long bits) {
  Ball difference, bound;
  arb_sub(difference.arb(), a.arb(), b.arb(), bits + 64);
  arb_get_mag(arb_radref(bound.arb()), difference.arb());
  Ball scale;
  arb_abs(scale.arb(), a.arb());
  arb_add_ui(scale.arb(), scale.arb(), 1, bits);
  arb_mul_2exp_si(scale.arb(), scale.arb(), -bits);
  arb_abs(difference.arb(), difference.arb());
  return arb_le(difference.arb(), scale.arb()) != 0;
}

}  // namespace kinemate
