#include "program/passes/share.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

// Bit for bit the same, and this cost.
void expect_share_cost(const Program& before, double cost) {
  const Program after = share(before);
  EXPECT_EQ(weighted_cost(after), cost);
  const std::vector<double> x = random_inputs(1, entry_count(before.inputs));
  EXPECT_EQ(run_plainly(after, x), run_plainly(before, x));
}

TEST(Share, MakesEqualOperationsOnce) {
  Program program = program_of(2, [](Builder& b, const ValueList& x) {
    return ValueList{b.add(x[0], x[1]), b.sine(x[0])};
  });
  program.operations.push_back(program.operations[program.results[0]]);
  program.results[1] = static_cast<Value>(program.operations.size() - 1);
  EXPECT_EQ(weighted_cost(program), 17);
  EXPECT_EQ(weighted_cost(share(program)), 1);
  EXPECT_EQ(run_plainly(share(program), {1, 2}), (std::vector<double>{3, 3}));
}

TEST(Share, ADifferenceAndItsOppositeAreOneWhereTheSignIsAbsorbed) {
  // (a - c)*d and e + (c - a)*f
  expect_share_cost(program_of(4,
                               [](Builder& b, const ValueList& x) {
                                 return ValueList{b.multiply(b.subtract(x[0], x[1]), x[2]),
                                                  b.add(x[3], b.multiply(b.subtract(x[1], x[0]), x[2]))};
                               }),
                    3);
  // the first one may be the one that turns
  expect_share_cost(program_of(4,
                               [](Builder& b, const ValueList& x) {
                                 return ValueList{b.add(x[3], b.multiply(b.subtract(x[1], x[0]), x[2])),
                                                  b.multiply(b.subtract(x[0], x[1]), b.sine(x[2])),
                                                  b.subtract(x[0], x[1])};
                               }),
                    4 + 15);
}

TEST(Share, AnOppositeThatWouldCostMoreStays) {
  const Program program = program_of(4, [](Builder& b, const ValueList& x) {
    const Value difference = b.subtract(x[0], x[1]), opposite = b.subtract(x[1], x[0]);
    ValueList results;
    for (Value factor : {x[2], x[3]})
      for (Value side : {difference, opposite})
        results.push_back(b.call(Function::kAtan2, std::array{b.multiply(side, factor), x[2]}));
    return results;
  });
  expect_share_cost(program, weighted_cost(program));
}

TEST(Share, AnOppositeThatWouldLeaveTwoNegationsStays) {
  // x0 - x1, (x1 - x0) - x2, (x1 - x0) - x3, and two signs that are absorbed
  expect_share_cost(program_of(4,
                               [](Builder& b, const ValueList& x) {
                                 const Value opposite = b.subtract(x[1], x[0]), minus_two = b.constant(-2);
                                 return ValueList{b.subtract(x[0], x[1]), b.subtract(opposite, x[2]),
                                                  b.subtract(opposite, x[3]), b.multiply(minus_two, x[0]),
                                                  b.multiply(minus_two, x[1])};
                               }),
                    4 + 2);
}

TEST(Share, SignsGoThroughFunctions) {
  // sin(a - c)*cos(c - a), 1 + sin(c - a)
  expect_share_cost(program_of(2,
                               [](Builder& b, const ValueList& x) {
                                 const Value there = b.subtract(x[0], x[1]), back = b.subtract(x[1], x[0]);
                                 return ValueList{b.multiply(b.sine(there), b.cosine(back)),
                                                  b.add(b.constant(1), b.sine(back)),
                                                  b.add(b.power(there, b.constant(2)), b.power(back, b.constant(3)))};
                               }),
                    1 + 20 + 1 + 1 + 15 + 15 + 1);
}

TEST(Share, NegationsAreAbsorbed) {
  // -(2*x0) = (-2)*x0
  expect_share_cost(
      program_of(1, [](Builder& b, const ValueList& x) { return ValueList{b.multiply(b.constant(-2), x[0])}; }), 1);
  // -((x0 - x1)*x2*x3)
  expect_share_cost(program_of(4,
                               [](Builder& b, const ValueList& x) {
                                 return ValueList{b.negate(b.multiply(b.multiply(b.subtract(x[0], x[1]), x[2]), x[3]))};
                               }),
                    3);
  // -(x2 + (x0 - x1)/x3)
  expect_share_cost(program_of(4,
                               [](Builder& b, const ValueList& x) {
                                 return ValueList{b.negate(b.add(x[2], b.divide(b.subtract(x[0], x[1]), x[3])))};
                               }),
                    6);
  // -(x0*x1): nothing takes the sign
  expect_share_cost(
      program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.negate(b.multiply(x[0], x[1]))}; }), 2);
  // -(d*x2) where d = x0 - x1 is a result too
  expect_share_cost(program_of(3,
                               [](Builder& b, const ValueList& x) {
                                 const Value difference = b.subtract(x[0], x[1]);
                                 return ValueList{difference, b.negate(b.multiply(difference, x[2]))};
                               }),
                    3);
}

TEST(Share, AValueTwiceIsAProduct) {
  const Program after = share(program_of(
      1, [](Builder& b, const ValueList& x) { return ValueList{b.multiply(b.add(x[0], x[0]), b.sine(x[0]))}; }));
  EXPECT_EQ(count_operations(after).additions, 0);
  EXPECT_EQ(count_operations(after).multiplications, 2);
}

}  // namespace
}  // namespace kinemate
