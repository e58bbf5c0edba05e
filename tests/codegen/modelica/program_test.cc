#include "codegen/modelica/program.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"
#include "codegen/shared_inputs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(ModelicaPrograms, JoinedOnesComputeTheSame) {
  const std::vector<Program> programs = {pendulum_ode({.unspecified = true}), pendulum_outputs({.unspecified = true})};
  const Program joined = join_programs(programs, share_inputs(programs));
  // t, x, u, w = (f, g), p
  const std::vector<double> inputs = {0, 0.5, -0.25, 0.125, 2, 3, 1.5, 0.75};
  std::vector<double> expected = run_plainly(programs[0], {0, 0.5, -0.25, 0.125, 2, 1.5, 0.75});
  for (const double y : run_plainly(programs[1], {0, 0.5, -0.25, 0.125, 3, 2, 1.5, 0.75})) expected.push_back(y);
  expect_same(run_plainly(joined, inputs), expected);
  EXPECT_EQ(joined.outputs.size(), 2u);
  EXPECT_LT(joined.operations.size(), programs[0].operations.size() + programs[1].operations.size() - 5);
}

TEST(ModelicaPrograms, FunctionsThatModelicaHasNot) {
  constexpr Function kMissing[] = {Function::kAsinh, Function::kAcosh, Function::kAtanh,
                                   Function::kLog2,  Function::kCbrt,  Function::kStep};
  const Program program = program_of(4, [&](Builder& builder, const ValueList& x) {
    ValueList results;
    for (const Value a : x)
      for (const Function function : kMissing) results.push_back(builder.call(function, std::array{a}));
    for (const Value a : x)
      for (const Value b : x) results.push_back(builder.call(Function::kStep, std::array{x[0], a, b}));
    return results;
  });
  const Program made = with_modelica_functions(program);
  for (const Operation& operation : made.operations)
    for (const Function function : kMissing)
      EXPECT_FALSE(operation.code == Code::kCall && operation.function == function);
  for (const std::vector<double>& inputs : {std::vector<double>{0.5, -0.25, 1.5, 1e3}, {0, 1e-4, 0, -2}}) {
    const std::vector<double> found = run_plainly(made, inputs), expected = run_plainly(program, inputs);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (std::isnan(expected[i])) {
        EXPECT_TRUE(std::isnan(found[i])) << i;
      } else if (expected[i] != found[i]) {  // both may be infinite
        EXPECT_NEAR(found[i], expected[i], 1e-14 * (1 + std::abs(expected[i]))) << i;
      }
    }
  }
}

}  // namespace
}  // namespace kinemate
