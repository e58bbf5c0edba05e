#include "study/simulation/recorded_columns.h"

#include <gtest/gtest.h>

#include "model/joints/unit.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class RecordedColumnsTest : public StudyTest {};

TEST_F(RecordedColumnsTest, ColumnsHaveNamesUnitsAndTheRightNumbers) {
  SimulationRequest request = until(0.5);
  request.initial = given({"phi = 1"});
  request.record.accelerations = request.record.energies = request.record.all_reactions = true;
  const Recorded run = run_machine(machine(kPendulum), request);
  const std::vector<double>& last = run.rows.back();
  const double phi = run.at_end("phi"), rate = run.at_end("phi'");
  EXPECT_EQ(run.header.columns[run.column("phi")].unit, "rad");
  EXPECT_EQ(run.header.columns[run.column("phi'")].unit, "rad/s");
  EXPECT_EQ(run.header.columns[run.column("hinge_F_x")].unit, "N");
  EXPECT_NEAR(run.at_end("phi''"), -9.81 * std::sin(phi), 1e-12);
  EXPECT_NEAR(run.at_end("T"), rate * rate / 2, 1e-12);
  EXPECT_NEAR(run.at_end("E"), -9.81 * std::cos(1), 1e-9);
  // the rod pulls with m (g cos + l phi'^2)
  const double pull = std::hypot(run.at_end("hinge_F_x"), run.at_end("hinge_F_z"));
  EXPECT_NEAR(pull, 9.81 * std::cos(phi) + rate * rate, 1e-10);
  EXPECT_EQ(last.size(), run.header.columns.size());
}

TEST_F(RecordedColumnsTest, PointsAndSingleReactions) {
  SimulationRequest request = until(0.1);
  request.record.reactions = {"hinge"};
  const Model model = machine(kPendulum);
  request.record.points = {{"mid", model.outputs[0].point, {Expr(0), Expr(0), Expr(0)}}};
  const Recorded run = run_machine(model, request);
  EXPECT_EQ(run.header.columns[run.column("mid_x")].unit, "m");
  EXPECT_EQ(run.header.columns[run.column("mid_v_x")].unit, "m/s");
  request.record.reactions = {"hinges"};
  EXPECT_TRUE(contains(refusal([&] { run_machine(model, request); }), "did you mean hinge?"));
}

TEST_F(RecordedColumnsTest, UnitsFollowTheJoint) {
  const Model model = machine(R"(
bodies: {a: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}, b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints:
  p: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, q]}
  c: {type: cylindrical, axis: z, from: a, to: b, coordinates: [u, v]}
)");
  std::string units;
  for (std::size_t c = 0; c < 5; ++c) units += coordinate_unit(model, c) + " ";
  EXPECT_EQ(units, "m m rad rad m ");
}

}  // namespace
}  // namespace kinemate
