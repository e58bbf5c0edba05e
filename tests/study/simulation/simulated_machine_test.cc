#include "study/simulation/simulated_machine.h"

#include <gtest/gtest.h>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class SimulatedMachineTest : public StudyTest {};

TEST_F(SimulatedMachineTest, TimesOfRows) {
  SimulationRequest request = until(1);
  EXPECT_EQ(output_times(request).size(), 501u);
  request.every = 0.3;
  EXPECT_EQ(output_times(request).size(), 5u);  // and one at the end
  EXPECT_DOUBLE_EQ(output_times(request).back(), 1);
  request.times = {0, 0.5};
  EXPECT_EQ(output_times(request), request.times);
  request.times.clear();
  request.every = 1e-12;
  EXPECT_TRUE(contains(refusal([&] { output_times(request); }), "rows"));
}

TEST_F(SimulatedMachineTest, WhatIsVariedIsAnInputOfAllPrograms) {
  SimulationRequest request = until(1);
  request.varied = {"l", "phi'"};
  const SimulatedMachine made = make_simulated_machine(machine(kPendulum), request, [](const std::string&) {});
  ASSERT_EQ(made.parameters.size(), 1u);
  EXPECT_EQ(made.parameters[0], make_symbol("l"));
  bool found = false;
  for (const Array& array : made.programs.rates.inputs)
    found = found || (array.name == "p" && array.entries.size() == 1);
  EXPECT_TRUE(found);
  EXPECT_EQ(made.start.program.inputs[0].entries.size(), 2u);
}

// The start that is asked for is a dead centre of the coordinate that suits the file's.
TEST_F(SimulatedMachineTest, StartsWhereItIsAsked) {
  const Model model = machine(R"(
name: pendulum
gravity: [0, -9.81, 0]
bodies: {slide: {mass: 0}, bob: {mass: 1}}
joints:
  a: {type: prismatic, axis: x, from: world, to: slide, coordinate: x}
  b: {type: prismatic, axis: y, from: slide, to: bob, coordinate: y}
constraints: {rod: {type: holonomic, equation: x^2 + y^2 = 1}}
initial: {x: 0, y: -1, x': 7}
)");
  SimulationRequest request = until(1, 1e-10);
  request.initial = {{parse("x"), Expr(1)}, {parse("y"), Expr(0)}, {parse("x'"), Expr(0)}, {parse("y'"), Expr(8)}};
  const SimulatedMachine made = make_simulated_machine(model, request, [](const std::string&) {});
  EXPECT_EQ(made.coordinates, "y");
}

TEST_F(SimulatedMachineTest, OnlyWhatIsWatched) {
  SimulationRequest request = until(1);
  request.record.watched = {parse("phi + tip_x"), parse("phi''")};
  request.record.only_watched = true;
  const SimulatedMachine made = make_simulated_machine(machine(kPendulum), request, [](const std::string&) {});
  EXPECT_EQ(made.columns.formulas.size(), 2u);
  request.record.watched = {parse("phj")};
  EXPECT_TRUE(contains(refusal([&] { make_simulated_machine(machine(kPendulum), request, [](const std::string&) {}); }),
                       "'phj' is nothing that a run records"));
}

}  // namespace
}  // namespace kinemate
