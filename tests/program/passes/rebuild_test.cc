#include "program/passes/rebuild.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(Rebuild, WithoutAMakerIsACopy) {
  const Program program = random_program(5);
  const Program copy = rebuild(program, [](Builder&, Value, std::span<const Value>) { return std::nullopt; });
  EXPECT_EQ(copy.operations, program.operations);
  EXPECT_EQ(copy.constants, program.constants);
  EXPECT_EQ(copy.results, program.results);
  EXPECT_EQ(copy.machine, program.machine);
  EXPECT_EQ(entry_count(copy.outputs), entry_count(program.outputs));
}

TEST(Rebuild, MakesOperationsInAnotherWay) {
  // sin(x0) + cos(sin(x0)), sines made as 3*x
  const Program program = program_of(1, [](Builder& b, const ValueList& x) {
    const Value sine = b.sine(x[0]);
    return ValueList{b.add(sine, b.cosine(sine)), sine};
  });
  const Program after = rebuild(program, [&](Builder& b, Value i, std::span<const Value> made) -> std::optional<Value> {
    EXPECT_EQ(made.size(), i);
    if (program.operations[i].code != Code::kSine) return std::nullopt;
    return b.multiply(b.constant(3), made[program.operations[i].operands[0]]);
  });
  EXPECT_EQ(run_plainly(after, {0.5}), (std::vector<double>{1.5 + std::cos(1.5), 1.5}));
}

TEST(Rebuild, SignsGoBackIn) {
  const Program program =
      program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.multiply(b.constant(2), b.sine(x[0]))}; });
  const Program after = rebuild(program, [&](Builder& b, Value i, std::span<const Value> made) -> std::optional<Value> {
    if (program.operations[i].code != Code::kSine) return std::nullopt;
    return b.negate(made[program.operations[i].operands[0]]);
  });
  EXPECT_EQ(count_operations(after).negations, 0);
  EXPECT_EQ(run_plainly(after, {0.5, 0}), std::vector<double>{-1});
}

TEST(Rebuild, ProductsOfWhatValuesHaveBecome) {
  Builder b(with_inputs(3));
  const ValueList made = {b.input(2), b.input(0), b.input(1)}, all = {0, 2, 2}, one = {1};
  const Program program = finish(b, {multiply_all(b, all, made), multiply_all(b, one, made)});
  EXPECT_EQ(run_plainly(program, {2, 3, 5}), (std::vector<double>{45, 2}));
}

}  // namespace
}  // namespace kinemate
