// Closed machines against numbers that others have published.
#include <gtest/gtest.h>

#include "model_io/read.h"
#include "study/loops/fixture.h"
#include "study/robot_record.h"

namespace kinemate {
namespace {

class PublishedLoops : public StudyTest {};

// Test set for initial value problem solvers (Mazzia, Magherini 2008), after Schiehlen 1990. What it prints at t = 0.03
// is good to 3e-10; angles and rates that are better were computed by others from its equations with more digits.
TEST_F(PublishedLoops, AndrewsSqueezer) {
  const StateNumbers start = evaluate_closed(example("andrews_squeezer"), {});
  EXPECT_NEAR(acceleration_of(start, "beta'"), 14222.4439199541, 1e-9);
  EXPECT_NEAR(acceleration_of(start, "Theta'"), -10666.8329399656, 1e-9);
  const Recorded run = run_machine(example("andrews_squeezer"), until(0.03, 1e-13));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("beta"), 15.810771195154, 2e-11);
  EXPECT_NEAR(run.at_end("Theta"), -15.756371058412, 2e-11);
  EXPECT_NEAR(run.at_end("beta'"), 1139.9203022590, 1e-8);
  EXPECT_NEAR(run.at_end("gamma"), 0.04082224013073101, 1e-8);
  EXPECT_NEAR(run.at_end("Phi"), -0.5347301163226948, 1e-8);
  EXPECT_NEAR(run.at_end("delta"), 0.5244099658805304, 1e-8);
  EXPECT_NEAR(run.at_end("Omega"), 0.5347301163226948, 1e-8);
  EXPECT_NEAR(run.at_end("epsilon"), 1.048080741042263, 1e-8);
  EXPECT_NEAR(run.at_end("Theta'"), -1424.379294994111, 1e-4);  // the printed rate is good to 5e-8 of its size
}

// IFToMM benchmark A04 (Gonzalez and others 2006).
TEST_F(PublishedLoops, Bricard) {
  const StateNumbers start = evaluate_closed(example("bricard"), {});
  EXPECT_NEAR(std::abs(acceleration_of(start, "q1'")), 9.81 / 5.01, 1e-13);
  SimulationRequest request = until(2, 1e-13);
  request.every = 1;
  const Recorded run = run_machine(example("bricard"), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  const double after_one[] = {0.5105014611872197, -1.649167599394806, 0.1401231145531858};
  const double after_two[] = {-0.9693403447776516, -1.221246894956317, 0.7542780107797767};
  const char* const names[] = {"P3_x", "P3_y", "P3_z"};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(run.rows[1][run.column(names[i])], after_one[i], 1e-9);
    EXPECT_NEAR(run.rows[2][run.column(names[i])], after_two[i], 1e-9);
  }
  EXPECT_NEAR(run.at_end("q1"), run.at_end("q3"), 1e-11);
  EXPECT_NEAR(run.at_end("q1"), run.at_end("q5"), 1e-11);
  EXPECT_NEAR(run.at_end("q2"), run.at_end("q4"), 1e-11);
}

// The dimensions are those of Haug 1989; numbers from an independent program.
TEST_F(PublishedLoops, SpatialSliderCrank) {
  const StateNumbers start = evaluate_closed(example("spatial_slider_crank"), {});
  EXPECT_NEAR(acceleration_of(start, "theta'"), -25.684190588931635, 1e-10);
  EXPECT_NEAR(acceleration_of(start, "x'"), 0.41263237644273454, 1e-11);
  SimulationRequest request = until(1, 1e-13);
  request.every = 0.1;
  const Recorded run = run_machine(example("spatial_slider_crank"), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.rows[1][run.column("x")], 0.226787188552919, 1e-9);
  EXPECT_NEAR(run.rows[5][run.column("x")], 0.184952629777803, 1e-9);
  EXPECT_NEAR(run.at_end("x"), 0.211721661393444, 1e-9);
}

// IFToMM benchmark A02 with two four-bars, until all rods come to lie on one line, at 1.15 s.
TEST_F(PublishedLoops, FourBarChain) {
  const Model model = example("four_bar_chain");
  SimulationRequest request = until(1, 1e-13);
  request.record.points = {{"end", {}, {Expr(1), Expr(0), Expr(0)}}};
  request.record.points[0].place.body = find_body(model, "crank0");
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("end_x"), -0.19502030194943509, 1e-10);
  EXPECT_NEAR(run.at_end("end_y"), -0.98079920566217383, 1e-10);
}

// A tree of two motors and a closing pair of frames, as others write it: five bars in a plane.
TEST_F(PublishedLoops, FiveBarLinkage) {
  const std::string path = kRobots + "5bar_linkage";
  if (!std::ifstream(path + ".urdf").good()) GTEST_SKIP() << "the linkage of others is not here: " << path;
  UrdfOptions options;
  options.loops = path + ".yaml";
  const Reading reading = read_urdf(read_text_file(path + ".urdf"), "5bar_linkage", options);
  ASSERT_TRUE(reading.mistakes.empty());
  const StateNumbers n = evaluate_closed(reading.model, {});
  EXPECT_EQ(n.speed_names.size(), 3u);  // two motors, and the two halves of the ball that turn as one
  EXPECT_GT((*n.mass).llt().matrixL().determinant(), 0);
  const Recorded run = run_machine(reading.model, until(0.1, 1e-10));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic);
}

}  // namespace
}  // namespace kinemate
