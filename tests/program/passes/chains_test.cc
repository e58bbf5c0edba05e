#include "program/passes/chains.h"

#include <gtest/gtest.h>

#include <limits>

#include "program/fixture.h"

namespace kinemate {
namespace {

// x0 - x2 + 5, with values as in the program
std::string text_of(const Program& program, const Sum& sum) {
  std::string text = std::to_string(static_cast<int>(sum.constant));
  for (const SignedTerm& term : sum.terms) {
    const Operation& operation = program.operations[term.value];
    const bool input = operation.code == Code::kInput;
    text += (term.negative ? " - " : " + ") + (input ? "x" + std::to_string(operation.operands[0]) : "?");
  }
  return text;
}

std::string text_of(const Program& program, const std::vector<Value>& inputs) {
  std::string text;
  for (Value value : inputs) text += "x" + std::to_string(program.operations[value].operands[0]);
  return text;
}

TEST(Chains, SumsAreListsInTheOrderOfTheProgram) {
  // ((x0 + 1) - (x1 - 5)) - (x2 - (-(x3 + x4)))
  const Program program = program_of(5, [](Builder& b, const ValueList& x) {
    const Value left = b.subtract(b.add(x[0], b.constant(1)), b.subtract(x[1], b.constant(5)));
    return ValueList{b.subtract(left, b.subtract(x[2], b.negate(b.add(x[3], x[4]))))};
  });
  const Chains chains(program);
  const Value root = program.results[0];
  ASSERT_TRUE(chains.is_sum(root));
  EXPECT_FALSE(chains.is_product(root));
  EXPECT_EQ(chains.sum(root).constants, 2u);
  EXPECT_EQ(text_of(program, chains.sum(root)), "6 + x0 - x1 - x2 - x3 - x4");
}

TEST(Chains, NegationsTurnWhatIsBelow) {
  Program program =
      program_of(3, [](Builder& b, const ValueList& x) { return ValueList{b.add(b.add(x[0], x[1]), x[2])}; });
  program.operations.push_back({Code::kNegate, Function::kSin, 1, {program.results[0]}});
  program.results[0] = static_cast<Value>(program.operations.size() - 1);
  EXPECT_EQ(text_of(program, Chains(program).sum(program.results[0])), "0 - x2 - x0 - x1");  // Builder orders by number
}

TEST(Chains, ProductsAreListsOfFactorsAndDivisors) {
  // 3*x0*x1/(x2*2)/(x3/x4)
  const Program program = program_of(5, [](Builder& b, const ValueList& x) {
    const Value product = b.divide(b.multiply(b.constant(3), b.multiply(x[0], x[1])), b.multiply(x[2], b.constant(2)));
    return ValueList{b.divide(product, b.divide(x[3], x[4]))};
  });
  const Chains chains(program);
  const Value root = program.results[0];
  ASSERT_TRUE(chains.is_product(root));
  EXPECT_FALSE(chains.is_sum(root));
  const Product product = chains.product(root);
  EXPECT_EQ(product.coefficient, 1.5);
  EXPECT_EQ(product.coefficients, 2u);
  EXPECT_EQ(text_of(program, product.factors), "x0x1x4");
  EXPECT_EQ(text_of(program, product.divisors), "x2x3");
}

TEST(Chains, WhatOthersUseIsNoPartOfATree) {
  // s = x0 + x1 is a result too; p = x0*x1 is used twice
  const Program program = program_of(3, [](Builder& b, const ValueList& x) {
    const Value s = b.add(x[0], x[1]), p = b.multiply(x[0], x[1]);
    return ValueList{b.subtract(s, x[2]), s, b.multiply(b.multiply(p, p), x[2])};
  });
  const Chains chains(program);
  EXPECT_EQ(text_of(program, chains.sum(program.results[0])), "0 + ? - x2");
  EXPECT_TRUE(chains.is_sum(program.results[1]));
  EXPECT_EQ(chains.uses(program.results[1]), 2u);
  const Product product = chains.product(program.results[2]);
  ASSERT_EQ(product.factors.size(), 3u);
  EXPECT_EQ(product.factors[1], product.factors[2]);
  EXPECT_TRUE(chains.is_product(product.factors[1]));
}

TEST(Chains, InnerNodesAreNoRoots) {
  const Program program = program_of(4, [](Builder& b, const ValueList& x) {
    return ValueList{b.add(b.subtract(x[0], x[1]), b.multiply(b.multiply(x[2], x[3]), x[0]))};
  });
  const Chains chains(program);
  std::size_t sums = 0, products = 0;
  for (Value i = 0; i < chains.size(); ++i) {
    sums += chains.is_sum(i) ? 1 : 0;
    products += chains.is_product(i) ? 1 : 0;
  }
  EXPECT_EQ(sums, 1u);
  EXPECT_EQ(products, 1u);
}

TEST(Chains, NumbersWithoutANormalInverseAreNoCoefficients) {
  const Program program = program_of(1, [](Builder& b, const ValueList& x) {
    const Value infinite = b.constant(std::numeric_limits<double>::infinity());
    return ValueList{b.divide(x[0], b.constant(1e-310)), b.multiply(x[0], b.constant(1.5e308)), b.add(x[0], infinite)};
  });
  const Chains chains(program);
  EXPECT_EQ(chains.product(program.results[0]).divisors.size(), 1u);
  EXPECT_EQ(chains.product(program.results[1]).factors.size(), 2u);
  EXPECT_EQ(chains.product(program.results[1]).coefficients, 0u);
  EXPECT_EQ(chains.sum(program.results[2]).terms.size(), 2u);
}

}  // namespace
}  // namespace kinemate
