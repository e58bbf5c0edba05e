#include "program/builder.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

// What two ways of writing are the same operation.
TEST(Builder, RewritesOnTheWay) {
  program_of(3, [](Builder& b, const ValueList& x) {
    const Value zero = b.constant(0), one = b.constant(1), two = b.constant(2);
    const Value a = x[0], c = x[1];
    const std::pair<Value, Value> same[] = {
        {b.constant(-0.0), zero},
        {b.add(two, b.constant(3)), b.constant(5)},
        {b.sine(zero), zero},
        {b.square_root(b.constant(9)), b.constant(3)},
        {b.call(Function::kMax, std::array{one, two}), two},
        {b.add(a, zero), a},
        {b.subtract(a, zero), a},
        {b.subtract(zero, a), b.negate(a)},
        {b.subtract(a, a), zero},
        {b.multiply(zero, a), zero},
        {b.divide(zero, a), zero},
        {b.multiply(a, one), a},
        {b.multiply(b.constant(-1), a), b.negate(a)},
        {b.divide(a, one), a},
        {b.divide(a, b.constant(-1)), b.negate(a)},
        {b.power(a, one), a},
        {b.power(a, zero), one},
        {b.power(a, b.constant(0.5)), b.square_root(a)},
        {b.negate(b.negate(a)), a},
        {b.add(a, b.negate(c)), b.subtract(a, c)},
        {b.subtract(a, b.negate(c)), b.add(a, c)},
        {b.add(b.negate(a), c), b.subtract(c, a)},
        {b.subtract(b.negate(a), c), b.negate(b.add(a, c))},
        {b.add(b.negate(a), b.negate(c)), b.negate(b.add(a, c))},
        {b.subtract(b.negate(a), b.negate(c)), b.subtract(c, a)},
        {b.negate(b.subtract(a, c)), b.subtract(c, a)},
        {b.multiply(b.negate(a), c), b.negate(b.multiply(a, c))},
        {b.multiply(b.negate(a), b.negate(c)), b.multiply(a, c)},
        {b.multiply(b.constant(-2), a), b.negate(b.multiply(two, a))},
        {b.divide(a, b.negate(c)), b.negate(b.divide(a, c))},
        {b.divide(b.constant(-2), a), b.negate(b.divide(two, a))},
        {b.add(c, a), b.add(a, c)},
        {b.multiply(c, a), b.multiply(a, c)},
        {b.call(Function::kEqual, std::array{c, a}), b.call(Function::kEqual, std::array{a, c})},
        {b.call(Function::kSin, std::array{a}), b.sine(a)},
        {b.call(Function::kNoEvent, std::array{a}), a},
        {b.call(Function::kFloor, std::array{b.constant(-2.5)}), b.constant(-3)},
        {b.call(Function::kMod, std::array{b.constant(-7), two}), one},
        {b.call(Function::kMod, std::array{a, c}),
         b.subtract(a, b.multiply(c, b.call(Function::kFloor, std::array{b.divide(a, c)})))},
        {b.call(Function::kCos, std::array{a}), b.cosine(a)}};
    for (std::size_t i = 0; i < std::size(same); ++i) EXPECT_EQ(same[i].first, same[i].second) << "row " << i;
    return ValueList{a};
  });
}

TEST(Builder, KeepsApartWhatDiffers) {
  program_of(2, [](Builder& b, const ValueList& x) {
    EXPECT_NE(b.subtract(x[0], x[1]), b.subtract(x[1], x[0]));
    EXPECT_NE(b.divide(x[0], x[1]), b.divide(x[1], x[0]));
    EXPECT_NE(b.sine(x[0]), b.cosine(x[0]));
    EXPECT_NE(b.constant(1), b.constant(1 + 1e-15));
    EXPECT_FALSE(b.is_constant(b.divide(b.constant(1), b.constant(0))));  // left to the run
    return ValueList{x[0]};
  });
}

TEST(Builder, CopiesAProgram) {
  const Program program = random_program(5);
  Builder builder(program);
  ValueList made;
  for (const Operation& operation : program.operations) {
    ValueList x;
    for (Value operand : operands_of(operation)) x.push_back(made[operand]);
    made.push_back(builder.make(program, operation, x));
  }
  ValueList results;
  for (Value result : program.results) results.push_back(made[result]);
  const Program copy = builder.finish(program.outputs, results);
  EXPECT_EQ(copy.operations, program.operations);
  EXPECT_EQ(copy.results, program.results);
  EXPECT_EQ(copy.name, program.name);
  EXPECT_EQ(builder.size(), 0u);
}

TEST(Builder, RefusesTheWrongNumberOfResults) {
  const Program program = random_program(5);
  Builder builder(program);
  EXPECT_THROW(builder.finish(program.outputs, {}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
