#include "program/passes/pythagoras.h"

#include <gtest/gtest.h>

#include "program/cost.h"
#include "program/random_program.h"

namespace kinemate {
namespace {

// Programs of a, b, x, y with one result.
template <class Make>
Program program_of_one(const Make& make) {
  Program like;
  like.inputs = {{"x", "", std::vector<Entry>(4)}};
  Builder builder(like);
  const Value result = make(builder, builder.input(0), builder.input(1), builder.input(2), builder.input(3));
  return builder.finish({{"y", "", std::vector<Entry>(1)}}, {result});
}

Value square(Builder& b, Value x) { return b.multiply(x, x); }

void expect(const Program& program, double cost) {
  const Program joined = join_squares(program);
  EXPECT_EQ(weighted_cost(joined), cost);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::vector<double> inputs = random_inputs(seed, 4);
    EXPECT_NEAR(run_plainly(joined, inputs)[0], run_plainly(program, inputs)[0], 1e-14);
  }
}

TEST(Pythagoras, SquaresAlone) {
  expect(program_of_one([](Builder& b, Value, Value, Value x, Value) {
           return b.add(square(b, b.sine(x)), square(b, b.cosine(x)));
         }),
         0);
}

TEST(Pythagoras, WithFactorsSignsAndNumbers) {
  // a - 3*b*sin² - 3*b*cos² = a - 3*b
  expect(program_of_one([](Builder& b, Value a, Value c, Value x, Value) {
           const Value one = b.multiply(b.multiply(b.constant(3), c), square(b, b.sine(x)));
           const Value two = b.multiply(b.constant(3), b.multiply(c, square(b, b.cosine(x))));
           return b.subtract(b.subtract(a, one), two);
         }),
         2);
}

TEST(Pythagoras, OneAngleInsideOfAnother) {
  // sin²x sin²y + sin²x cos²y + cos²x = 1
  expect(program_of_one([](Builder& b, Value, Value, Value x, Value y) {
           const Value s = square(b, b.sine(x)), c = square(b, b.cosine(x));
           const Value first = b.multiply(s, square(b, b.sine(y))), second = b.multiply(s, square(b, b.cosine(y)));
           return b.add(b.add(first, second), c);
         }),
         0);
}

TEST(Pythagoras, Divisors) {
  expect(program_of_one([](Builder& b, Value a, Value d, Value x, Value) {
           const Value one = b.divide(b.multiply(a, square(b, b.sine(x))), d);
           return b.add(one, b.divide(b.multiply(a, square(b, b.cosine(x))), d));
         }),
         4);
}

TEST(Pythagoras, LeavesWhatIsNoPair) {
  for (const Program& program : {program_of_one([](Builder&b, Value, Value, Value x, Value y) {  // two angles
                                   return b.add(square(b, b.sine(x)), square(b, b.cosine(y)));
                                 }),
                                 program_of_one([](Builder&b, Value, Value, Value x, Value) {  // a difference
                                   return b.subtract(square(b, b.cosine(x)), square(b, b.sine(x)));
                                 }),
                                 program_of_one([](Builder&b, Value a, Value c, Value x, Value) {  // other factors
                                   return b.add(b.multiply(a, square(b, b.sine(x))),
                                                b.multiply(c, square(b, b.cosine(x))));
                                 }),
                                 program_of_one([](Builder&b, Value, Value, Value x, Value) {  // not squared
                                   return b.add(b.sine(x), square(b, b.cosine(x)));
                                 })})
    EXPECT_EQ(join_squares(program).operations, program.operations);
}

// The same square twice is no sine beside a cosine.
TEST(Pythagoras, EachTermOnce) {
  expect(program_of_one([](Builder& b, Value a, Value, Value x, Value) {
           const Value s = square(b, b.sine(x)), c = square(b, b.cosine(x)), half = b.multiply(a, a);
           return b.add(b.add(b.multiply(half, s), b.multiply(half, c)), b.multiply(b.multiply(a, b.constant(2)), s));
         }),
         1 + 15 + 1 + 2 + 1);  // a² + 2*a*sin²
}

TEST(Pythagoras, KeepsValuesOfRandomPrograms) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = random_program(seed, {.operations = 60}), joined = join_squares(program);
    EXPECT_LE(weighted_cost(joined), weighted_cost(program));
    const std::vector<double> inputs = random_inputs(seed, 8);
    const std::vector<double> before = run_plainly(program, inputs), after = run_plainly(joined, inputs);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-14 * (1 + std::abs(before[i])));
  }
}

}  // namespace
}  // namespace kinemate
