#include "study/simulation/state_function.h"

#include <gtest/gtest.h>

#include "study/programs/machine_program.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class StateFunctionTest : public StudyTest {};

TEST_F(StateFunctionTest, EveryArrayComesToItsPlace) {
  const Model model = machine(R"(
inputs: [F]
parameters: {k: 3}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: F - k*x}}
)");
  ProgramRequest request;
  request.parameters = {"k"};
  const ProgramSource source = prepare_for_program(model, request, [](const std::string&) {});
  const std::vector<Expr> parameters = {make_symbol("k")};
  StateFunction function(
      make_state_program(source, parameters, {parse("t + 10*x + 100*x' + 1000*x'' + 10000*F"), parse("k")}));
  const std::vector<double> x = {2, 3}, a = {4};
  const Surroundings around{{5}, {6}};
  const std::span<const double> y = function(1, x, a, around);
  EXPECT_EQ(y[0], 1 + 20 + 300 + 4000 + 50000);
  EXPECT_EQ(y[1], 6);
  EXPECT_EQ(function.size(), 2u);
}

}  // namespace
}  // namespace kinemate
