#include "study/switching/coordinate_watch.h"

#include <gtest/gtest.h>

#include "study/switching/chart_book.h"
#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class CoordinateWatchTest : public StudyTest {
 protected:
  static SimulatedMachine ready(const Model& model) {
    return make_simulated_machine(model, until(1), [](const std::string&) {});
  }

  static double cosine(const SimulatedMachine& machine, const CoordinateLook& look, const std::string& speed) {
    const std::vector<std::string>& speeds = machine.watched.speeds;
    const auto found = std::find(speeds.begin(), speeds.end(), speed);
    if (found == speeds.end()) return NAN;
    return look.cosines[static_cast<std::size_t>(found - speeds.begin())];
  }
};

// Source D, figure 1: the angles between the axes and the tangent.
TEST_F(CoordinateWatchTest, PendulumHasTheAnglesOfTheFigure) {
  const SimulatedMachine made = ready(machine(cartesian_pendulum(7)));
  ASSERT_FALSE(made.watched.is_empty());
  CoordinateWatch watch(made.watched);
  const Surroundings around{{}, std::vector<double>(made.parameters.size(), 1.0)};
  for (double phi : {-1.4, -0.7, 0.1, 0.5, 1.0, 1.5}) {
    const double c = std::cos(phi), s = std::sin(phi);
    const std::vector<double> x = state_of_names(made, {{"x", s}, {"y", -c}, {"x'", 3 * c}, {"y'", 3 * s}});
    const CoordinateLook look = watch.look(0, x, around);
    EXPECT_NEAR(cosine(made, look, "x'"), c * c, 1e-12) << phi;
    EXPECT_NEAR(cosine(made, look, "y'"), s * s, 1e-12) << phi;
    EXPECT_NEAR(look.value, made.chart.independent[0] == "x'" ? c * c : s * s, 1e-12) << phi;
    EXPECT_NEAR(look.best.value, std::max(c * c, s * s), 1e-12) << phi;
    ASSERT_EQ(look.best.coordinates.size(), 1u);
    EXPECT_EQ(made.watched.speeds[look.best.coordinates[0]], c * c > s * s ? "x'" : "y'") << phi;
    watch.plan(0, 1, 0, CoordinateWatch::Kind::kLook);
    EXPECT_NEAR(watch.glance(0, x, around).value, look.value, 1e-12) << phi;
  }
}

// M and J of a four-bar by hand, in angles against the ground: cos²α_i = j_i² / (jᵀ M j) / (M⁻¹)_ii.
TEST_F(CoordinateWatchTest, FourBarAgainstFormulasByHand) {
  using Eigen::MatrixXd, Eigen::Vector2d, Eigen::Vector3d, Eigen::Matrix3d;
  FourBarDress dress;
  dress.cut = "B0";
  const FourBar bars = kCrankRocker;
  const SimulatedMachine made = ready(machine(four_bar_text(bars, 1, 1, "independent: [phi]\n", dress)));
  CoordinateWatch watch(made.watched);
  for (double phi : {0.3, 1.0, 2.0, 3.5, 5.0}) {
    const double psi = bars.rocker(phi, 1);
    const double theta = std::atan2(bars.c * std::sin(psi) - bars.a * std::sin(phi),
                                    bars.d + bars.c * std::cos(psi) - bars.a * std::cos(phi));
    const std::vector<double> x =
        state_of_names(made, {{"phi", phi}, {"alpha", theta - phi}, {"beta", psi - theta}, {"psi", psi}, {"phi'", 1}});
    auto normal = [](double angle) { return Vector2d(-std::sin(angle), std::cos(angle)); };
    MatrixXd centers[3] = {MatrixXd::Zero(2, 3), MatrixXd::Zero(2, 3), MatrixXd::Zero(2, 3)};
    centers[0].col(0) = bars.a / 2 * normal(phi);
    centers[1].col(0) = centers[2].col(0) = bars.a * normal(phi);
    centers[1].col(1) = bars.b / 2 * normal(theta);
    centers[2].col(1) = bars.b * normal(theta);
    centers[2].col(2) = -bars.c / 2 * normal(psi);
    const double lengths[3] = {bars.a, bars.b, bars.c};
    Matrix3d M = Matrix3d::Zero();
    for (int i = 0; i < 3; ++i) {
      M += (i + 1) * centers[i].transpose() * centers[i];
      M(i, i) += (i + 1) * lengths[i] * lengths[i] / 12;
    }
    Eigen::Matrix2d two;
    two << bars.b * normal(theta), -bars.c * normal(psi);
    const Vector2d follow = two.inverse() * (-bars.a * normal(phi));
    const Vector3d absolute(1, follow[0], follow[1]);
    Matrix3d sums;
    sums << 1, 0, 0, 1, 1, 0, 1, 1, 1;
    const Matrix3d inverse = (sums.transpose() * M * sums).inverse();
    const Vector3d j = sums.inverse() * absolute;
    const double square = absolute.dot(M * absolute);
    const CoordinateLook look = watch.look(0, x, {});
    const char* const speeds[] = {"phi'", "alpha'", "beta'"};
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(cosine(made, look, speeds[i]), j[i] * j[i] / square / inverse(i, i), 1e-9)
          << speeds[i] << ", " << phi;
    EXPECT_NEAR(look.value, 1 / square / inverse(0, 0), 1e-9) << phi;
    watch.plan(0, 1, 0, CoordinateWatch::Kind::kLook);
    EXPECT_NEAR(watch.glance(0, x, {}).value, look.value, 1e-9) << phi;
  }
}

// For several freedoms a glance is a bound from below.
TEST_F(CoordinateWatchTest, GlancesNeverPromiseTooMuch) {
  UnderWay way(example("excavator_arm"), until(1));
  if (way.machine.watched.independent.size() < 2) GTEST_SKIP();
  CoordinateWatch watch(way.machine.watched);
  for (double t : {0.0, 0.1, 0.3}) {
    way.go_to(t);
    const double value = watch.look(t, way.chart.integrator->state(), way.chart.system.around()).value;
    watch.plan(t, 1, 0, CoordinateWatch::Kind::kLook);
    const CoordinateWatch::Glance glance = watch.glance(t, way.chart.integrator->state(), way.chart.system.around());
    EXPECT_LE(glance.value, value * (1 + 1e-9)) << t;
    EXPECT_GE(glance.value, 0) << t;
  }
}

TEST_F(CoordinateWatchTest, AnglesThatLock) {
  for (const auto& [sequence, middle] : {std::pair{"xyz", 0.0}, std::pair{"zxz", 1.0}}) {
    const SimulatedMachine made = ready(machine(fmt::format(R"(
name: body
bodies: {{box: {{mass: 2, inertia: {{xx: 0.2, yy: 0.31, zz: 0.4}}}}}}
joints: {{ball: {{type: spherical, sequence: {}, from: world, to: box, coordinates: [al, be, ga]}}}}
initial: {{be: 0.5}}
)",
                                                            sequence)));
    ASSERT_EQ(made.watched.joints.size(), 1u);
    EXPECT_TRUE(made.watched.independent.empty());
    CoordinateWatch watch(made.watched);
    for (double be : {-1.5, 0.2, 1.0, 2.5}) {
      const std::vector<double> x = {0.3, be, -1, 0.1, 0.2, 0.3};
      const double quality = std::pow(middle == 1 ? std::sin(be) : std::cos(be), 2);
      EXPECT_NEAR(watch.look(0, x, {}).qualities[0], quality, 1e-14) << sequence;
      EXPECT_NEAR(watch.glance(0, x, {}).quality, quality, 1e-14) << sequence;
      EXPECT_EQ(watch.look(0, x, {}).value, 1) << sequence;
    }
  }
}

TEST_F(CoordinateWatchTest, TreesHaveNothingToWatch) {
  EXPECT_TRUE(ready(machine(kPendulum)).watched.is_empty());
  SimulationRequest request = until(1);
  request.switching = Switching::kOff;
  EXPECT_TRUE(make_simulated_machine(machine(cartesian_pendulum(7)), request, keep_quiet).watched.is_empty());
}

// The next look comes the sooner the faster the margin goes.
TEST_F(CoordinateWatchTest, LooksAgainBeforeTheMarginIsGone) {
  const SimulatedMachine made = ready(machine(cartesian_pendulum(7)));
  CoordinateWatch watch(made.watched);
  EXPECT_TRUE(watch.is_due(0));
  watch.plan(0, 0.9, 10, CoordinateWatch::Kind::kLook);
  EXPECT_TRUE(watch.is_due(1e-6));  // the first looks are at each step
  watch.plan(1, 0.8, 10, CoordinateWatch::Kind::kLook);
  EXPECT_NEAR(watch.slope(), -0.1, 1e-14);
  EXPECT_FALSE(watch.is_due(1.5));
  EXPECT_TRUE(watch.is_due(1 + 8.0));  // the margin would be gone
  watch.plan(3, 0.9, 0.5, CoordinateWatch::Kind::kLook);
  EXPECT_GT(watch.slope(), 0);
  EXPECT_FALSE(watch.is_due(3.4));
  EXPECT_TRUE(watch.is_due(3.6));
}

TEST_F(CoordinateWatchTest, NoNeedlessChanges) {
  for (const auto& [name, end] :
       {std::pair{"excavator_arm", 0.5}, std::pair{"four_bar", 2.0}, std::pair{"spatial_slider_crank", 1.0}}) {
    const Recorded run = run_machine(example(name), until(end, 1e-9));
    EXPECT_TRUE(run.report.status.good()) << name;
    EXPECT_EQ(run.report.switches.size(), 0u) << name;
  }
}

}  // namespace
}  // namespace kinemate
