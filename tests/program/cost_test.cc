#include "program/cost.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(Cost, CountsByClass) {
  const Program program = program_of(2, [](Builder& b, const ValueList& x) {
    const Value a = x[0], c = x[1];
    return ValueList{b.add(a, c),
                     b.subtract(a, c),
                     b.negate(a),
                     b.multiply(a, c),
                     b.divide(a, c),
                     b.square_root(a),
                     b.power(a, c),
                     b.sine(a),
                     b.cosine(a),
                     b.sine(c),
                     b.call(Function::kTanh, std::array{a}),
                     b.call(Function::kMax, std::array{a, c}),
                     b.call(Function::kIf, std::array{a, a, c}),
                     b.call(Function::kLess, std::array{a, c})};
  });
  const OperationCount count = count_operations(program);
  EXPECT_EQ(count.additions, 2);
  EXPECT_EQ(count.negations, 1);
  EXPECT_EQ(count.multiplications, 1);
  EXPECT_EQ(count.divisions, 1);
  EXPECT_EQ(count.square_roots, 1);
  EXPECT_EQ(count.powers, 1);
  EXPECT_EQ(count.calls, 4);
  EXPECT_EQ(count.selections, 2);
  EXPECT_EQ(count.comparisons, 1);
  EXPECT_EQ(count.total(), 14);
  // additions 2, negation 1, multiplication 1, selections 2, comparison 1; division, root, power; sines
  EXPECT_EQ(weighted_cost(program), 7 + 4 + 6 + 15 + 20 + 15 + 15);
}

TEST(Cost, ConstantsAndInputsAreFree) {
  const Program program = program_of(2, [](Builder& b, const ValueList& x) { return ValueList{x[0], b.constant(3)}; });
  EXPECT_EQ(weighted_cost(program), 0);
  EXPECT_EQ(count_operations(program).total(), 0);
}

TEST(Cost, TheCheaperProgramWins) {
  const Program dear = program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.divide(x[0], x[1])}; });
  const Program cheap = program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.add(x[0], x[1])}; });
  const Program equal = program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.multiply(x[0], x[1])}; });
  EXPECT_EQ(cheaper(dear, cheap).operations, cheap.operations);
  EXPECT_EQ(cheaper(cheap, dear).operations, cheap.operations);
  EXPECT_EQ(cheaper(cheap, equal).operations, equal.operations);
}

}  // namespace
}  // namespace kinemate
