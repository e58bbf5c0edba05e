#include "codegen/fold_constants.h"

#include <gtest/gtest.h>

#include "program/fixture.h"
#include "program/order/schedule.h"

namespace kinemate {
namespace {

TEST(FoldConstants, DivisionsByZeroAndWhatTheyAreOperandsOf) {
  const Program program = program_of(1, [](Builder& builder, const ValueList& x) {
    const Value zero = builder.constant(0), infinite = builder.divide(builder.constant(1), zero);
    const Value more = builder.add(infinite, builder.constant(1));
    return ValueList{infinite, builder.divide(more, zero), builder.multiply(more, x[0]), builder.divide(x[0], zero)};
  });
  const Program folded = fold_constants(program);
  for (const Operation& operation : folded.operations) {
    const std::span<const Value> operands = operands_of(operation);
    const auto is_constant = [&](Value value) { return folded.operations[value].code == Code::kConstant; };
    EXPECT_TRUE(operands.empty() || !std::all_of(operands.begin(), operands.end(), is_constant));
  }
  for (const double x : {2.0, -1.5, 0.0}) expect_same(run_plainly(folded, {x}), run_plainly(program, {x}));
  // each number once
  for (std::size_t i = 0; i < folded.constants.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(same(folded.constants[i], folded.constants[k]));
}

TEST(FoldConstants, LeavesTheRest) {
  const Program program = random_program(1, {.operations = 200});
  EXPECT_EQ(fold_constants(program).operations, program.operations);
}

}  // namespace
}  // namespace kinemate
