#include "program/program.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(Program, CountsEntries) {
  const Program program = program_of(3, [](Builder& b, const ValueList& x) { return ValueList{b.add(x[0], x[1])}; });
  EXPECT_EQ(entry_count(program.inputs), 3u);
  EXPECT_EQ(entry_count(program.outputs), 1u);
  EXPECT_EQ(entry_count({}), 0u);
}

TEST(Program, CountsUsesAndResults) {
  const Program program = program_of(2, [](Builder& b, const ValueList& x) {
    const Value square = b.multiply(x[0], x[0]);
    return ValueList{b.add(square, x[1]), square, square};
  });
  const std::vector<std::uint32_t> uses = count_uses(program);
  ASSERT_EQ(uses.size(), 4u);
  EXPECT_EQ(uses[0], 2u);                   // x0, twice in the square
  EXPECT_EQ(uses[1], 1u);                   // x1
  EXPECT_EQ(uses[program.results[1]], 3u);  // the square: in the sum, and two results
  EXPECT_EQ(uses[program.results[0]], 1u);  // the sum
}

TEST(Program, OperandsAreValuesOnly) {
  EXPECT_TRUE(operands_of({Code::kConstant, Function::kSin, 0, {7}}).empty());
  EXPECT_EQ(operands_of({Code::kAdd, Function::kSin, 2, {1, 2}}).size(), 2u);
}

TEST(Program, ComputesEveryOperation) {
  const std::array<double, 3> x = {0.25, 2, 3};
  auto of = [&](Code code, Function function = Function::kSin) { return compute(code, function, x); };
  EXPECT_EQ(of(Code::kNegate), -0.25);
  EXPECT_EQ(of(Code::kAdd), 2.25);
  EXPECT_EQ(of(Code::kSubtract), -1.75);
  EXPECT_EQ(of(Code::kMultiply), 0.5);
  EXPECT_EQ(of(Code::kDivide), 0.125);
  EXPECT_EQ(of(Code::kSquareRoot), 0.5);
  EXPECT_EQ(of(Code::kPower), 0.0625);
  EXPECT_EQ(of(Code::kSine), std::sin(0.25));
  EXPECT_EQ(of(Code::kCosine), std::cos(0.25));
  EXPECT_EQ(compute(Code::kCall, Function::kMax, std::array{0.25, 2.0}), 2.0);
  EXPECT_EQ(compute(Code::kCall, Function::kIf, std::array{0.0, 2.0, 3.0}), 3.0);
  EXPECT_THROW(of(Code::kInput), CheckFailure);
}

TEST(Program, MinAndMaxAreNotCommutative) {
  const auto call = [](Function function) { return Operation{Code::kCall, function, 2, {0, 1, 0}}; };
  EXPECT_TRUE(is_commutative({Code::kAdd, Function::kSin, 2, {0, 1, 0}}));
  EXPECT_FALSE(is_commutative({Code::kSubtract, Function::kSin, 2, {0, 1, 0}}));
  EXPECT_TRUE(is_commutative(call(Function::kEqual)));
  EXPECT_FALSE(is_commutative(call(Function::kMin)));
  EXPECT_FALSE(is_commutative(call(Function::kMax)));
  EXPECT_FALSE(is_commutative(call(Function::kLess)));
}

}  // namespace
}  // namespace kinemate
