#include "program/passes/signs.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(Signs, SumsOfAllSigns) {
  Builder b(with_inputs(2));
  const Value x = b.input(0), y = b.input(1), zero = b.constant(0);
  std::vector<double> expected;
  ValueList results;
  for (bool first : {false, true})
    for (bool second : {false, true}) {
      results.push_back(plain(b, add(b, {x, first}, {y, second})));
      expected.push_back((first ? -3 : 3) + (second ? -5 : 5));
      results.push_back(plain(b, add(b, {x, first}, {x, second})));
      expected.push_back((first ? -3 : 3) + (second ? -3 : 3));
    }
  results.push_back(plain(b, add(b, {zero, false}, {y, true}))), expected.push_back(-5);
  results.push_back(plain(b, add(b, {x, true}, {zero, true}))), expected.push_back(-3);
  EXPECT_EQ(run_plainly(finish(b, results), {3, 5}), expected);
}

TEST(Signs, NothingIsNegatedInASum) {
  Builder b(with_inputs(2));
  const Value x = b.input(0), y = b.input(1);
  const Signed sum = add(b, {x, true}, {y, true}), difference = add(b, {x, true}, {y, false});
  EXPECT_EQ(sum.value, b.add(x, y));
  EXPECT_TRUE(sum.negative);
  EXPECT_EQ(difference.value, b.subtract(y, x));
  EXPECT_FALSE(difference.negative);
}

TEST(Signs, AreTakenOut) {
  Builder b(with_inputs(1));
  const Value x = b.input(0), five = b.constant(5);
  for (bool negative : {false, true}) {
    EXPECT_EQ(take_sign_out(b, x, negative).value, x);
    EXPECT_EQ(take_sign_out(b, x, negative).negative, negative);
    EXPECT_EQ(take_sign_out(b, b.negate(x), negative).value, x);
    EXPECT_EQ(take_sign_out(b, b.negate(x), negative).negative, !negative);
    EXPECT_EQ(take_sign_out(b, b.constant(-5), negative).value, five);
    EXPECT_EQ(take_sign_out(b, b.constant(-5), negative).negative, !negative);
  }
}

TEST(Signs, ParityIsWhatFunctionsDo) {
  const Program program = program_of(1, [](Builder& b, const ValueList& x) {
    ValueList results = {b.sine(x[0]), b.cosine(x[0]), b.square_root(x[0])};
    for (double exponent : {2., 3., -2., -3., 1.5}) results.push_back(b.power(x[0], b.constant(exponent)));
    for (Function f : {Function::kTanh, Function::kAbs, Function::kErf, Function::kExp, Function::kSign})
      results.push_back(b.call(f, std::array{x[0]}));
    results.push_back(b.call(Function::kMax, std::array{x[0], b.sine(x[0])}));
    return results;
  });
  std::size_t seen[3] = {};
  const std::vector<double> there = run_plainly(program, {0.75}), back = run_plainly(program, {-0.75});
  for (std::size_t i = 0; i < there.size(); ++i) {
    const Parity found = parity(program, program.operations[program.results[i]]);
    ++seen[static_cast<std::size_t>(found)];
    EXPECT_EQ(found, back[i] == -there[i] && i + 1 < there.size() ? Parity::kOdd
                     : back[i] == there[i]                        ? Parity::kEven
                                                                  : Parity::kNone)
        << i;
  }
  for (std::size_t count : seen) EXPECT_GE(count, 4u);
}

}  // namespace
}  // namespace kinemate
