#include "study/simulation/guides.h"

#include <gtest/gtest.h>

#include "study/programs/machine_program.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class GuidesTest : public StudyTest {
 protected:
  static ProgramSource prepared(const Model& model) { return prepare_for_program(model, {}, [](const std::string&) {}); }
};

TEST_F(GuidesTest, VelocitiesOfTwoPointsOfEachBody) {
  const ProgramSource shaft = prepared(machine(R"(
bodies: {shaft: {mass: 1}}
joints: {axle: {type: revolute, axis: z, from: world, to: shaft, coordinate: a, drive: 3*t}}
)"));
  const std::vector<LoadState> guides = make_guides(shaft, parse("t^2"));
  ASSERT_EQ(guides.size(), 7u);
  EXPECT_EQ(guides[0].name, "x of a point on the x axis of shaft");
  EXPECT_TRUE(is_zero(guides[0].rate - parse("-3*sin(3*t)")));
  EXPECT_TRUE(is_zero(guides[4].rate - parse("-3*sin(3*t)")));
  EXPECT_EQ(guides[6].rate, parse("t^2"));
  EXPECT_EQ(driven_rates(shaft).size(), 0u);  // nothing is in the state yet
}

// Results do not show them.
TEST_F(GuidesTest, AreNoColumns) {
  const Recorded run = run_machine(machine(R"(
bodies: {shaft: {mass: 1}}
joints: {axle: {type: revolute, axis: z, from: world, to: shaft, coordinate: a, drive: 3*t}}
)"),
                                   until(1));
  std::vector<std::string> names;
  for (const ResultColumn& column : run.header.columns) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"t", "a", "a'"}));
}

}  // namespace
}  // namespace kinemate
