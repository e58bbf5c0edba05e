#include "program/passes/sink_signs.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

// As it is written: no rewrite of Builder takes the negation away. Bit for bit the same.
void expect_negations(Program program, std::size_t left) {
  const Value last = program.results[0];
  program.operations.push_back({Code::kNegate, Function::kSin, 1, {last}});
  program.results[0] = static_cast<Value>(program.operations.size() - 1);
  const Program after = sink_signs(program);
  EXPECT_EQ(static_cast<std::size_t>(count_operations(after).negations), left);
  EXPECT_EQ(weighted_cost(after), weighted_cost(program) - 1 + static_cast<double>(left));
  const std::vector<double> x = random_inputs(2, entry_count(program.inputs));
  EXPECT_EQ(run_plainly(after, x), run_plainly(program, x));
}

TEST(SinkSigns, IntoNumbersAndDifferences) {
  auto make = [](auto f) { return program_of(3, [f](Builder& b, const ValueList& x) { return ValueList{f(b, x)}; }); };
  using V = const ValueList&;
  expect_negations(make([](Builder& b, V x) { return b.multiply(b.constant(2), x[0]); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.subtract(x[0], x[1]); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.multiply(b.subtract(x[0], x[1]), x[2]); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.divide(x[2], b.subtract(x[0], x[1])); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.add(x[2], b.subtract(x[0], x[1])); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.add(b.multiply(b.constant(3), x[0]), x[2]); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.sine(b.subtract(x[0], x[1])); }), 0);
  expect_negations(make([](Builder& b, V x) { return b.cosine(b.subtract(x[0], x[1])); }), 1);
  expect_negations(make([](Builder& b, V x) { return b.multiply(x[0], x[1]); }), 1);
}

TEST(SinkSigns, NotIntoWhatOthersUse) {
  expect_negations(program_of(3,
                              [](Builder& b, const ValueList& x) {
                                const Value difference = b.subtract(x[0], x[1]);
                                return ValueList{b.multiply(difference, x[2]), difference};
                              }),
                   1);
}

TEST(SinkSigns, NumbersStandOnceBeforeTheirUsers) {
  Program program = program_of(2, [](Builder& b, const ValueList& x) {
    return ValueList{b.negate(b.multiply(b.constant(2), x[0])), b.negate(b.multiply(b.constant(2), x[1]))};
  });
  const Program after = sink_signs(program);
  EXPECT_EQ(after.constants, std::vector<double>{-2});
  for (Value i = 0; i < after.operations.size(); ++i)
    for (Value operand : operands_of(after.operations[i])) EXPECT_LT(operand, i);
  EXPECT_EQ(run_plainly(after, {3, 5}), (std::vector<double>{-6, -10}));
}

TEST(SinkSigns, WithoutNegationsNothingChanges) {
  const Program program =
      program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.subtract(x[0], x[1])}; });
  EXPECT_EQ(sink_signs(program).operations, program.operations);
}

}  // namespace
}  // namespace kinemate
