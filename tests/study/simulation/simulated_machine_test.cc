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
