#include "study/singular.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class SingularTest : public StudyTest {
 protected:
  std::string reason(const std::string& text, const std::vector<std::string>& texts = {}) {
    const Model model = machine(text);
    return refusal([&] { evaluate_at(model, texts); });
  }
};

TEST_F(SingularTest, MotionsHaveASpeedOfTheirOwn) {
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(4, 4);  // in x1 + x2 and 1000 x4 alone
  mass.topLeftCorner(2, 2).setOnes();
  mass(3, 3) = 1e6;
  const Eigen::MatrixXd motions = find_massless_motions(mass);
  ASSERT_EQ(motions.cols(), 2);
  EXPECT_LT(largest(mass * motions), 1e-12);
  Eigen::MatrixXd expected(4, 2);
  expected << 0, 1, 0, -1, 1, 0, 0, 0;
  const bool swapped = motions(2, 0) == 0;
  EXPECT_TRUE(is_near(motions.col(swapped ? 1 : 0), expected.col(0), 1e-12));
  EXPECT_TRUE(is_near(motions.col(swapped ? 0 : 1).cwiseAbs(), expected.col(1).cwiseAbs(), 1e-12));
  EXPECT_LT(motions(0, swapped ? 0 : 1) * motions(1, swapped ? 0 : 1), 0);
}

TEST_F(SingularTest, MotionsDoNotMix) {
  const Eigen::Vector3d u(1, 2, 3);
  const Eigen::MatrixXd motions = find_massless_motions(u * u.transpose());
  ASSERT_EQ(motions.cols(), 2);
  EXPECT_LT(largest(u.transpose() * motions), 1e-14);
  int own = 0;  // speeds that are 1 in one motion and 0 in the other
  for (Eigen::Index i = 0; i < 3; ++i)
    if (motions.row(i).minCoeff() == 0 && motions.row(i).maxCoeff() == 1) ++own;
  EXPECT_EQ(own, 2) << motions;
}

TEST_F(SingularTest, UnitsDoNotMatter) {
  Eigen::MatrixXd mass = Eigen::MatrixXd::Identity(2, 2);
  mass(1, 1) = 1e-15;
  EXPECT_EQ(find_massless_motions(mass).cols(), 0);
  mass(1, 1) = 1e-30;  // the square of a rounded arm
  EXPECT_EQ(find_massless_motions(mass).cols(), 1);
  EXPECT_EQ(find_massless_motions(Eigen::MatrixXd::Zero(2, 2)).cols(), 2);
  EXPECT_EQ(find_massless_motions(Eigen::MatrixXd(0, 0)).cols(), 0);
}

TEST_F(SingularTest, AMasslessBodyIsNamed) {
  const std::string error = reason(
      "bodies: {arm: {mass: 1, center: [1, 0, 0]}, tip: {mass: 0}}\njoints:\n"
      "  first: {type: revolute, axis: z, from: world, to: arm, coordinate: a}\n"
      "  second: {type: revolute, axis: z, from: {body: arm, at: [l, 0, 0]}, to: tip, coordinate: b}\n",
      {"l = 1"});
  EXPECT_TRUE(contains(error, "the mass matrix is singular at this state: the motion b' = 1 meets no inertia"));
  EXPECT_TRUE(contains(error, "body tip moves and has neither mass nor inertia"));
  EXPECT_FALSE(contains(error, "arm"));
}

// A massless cross between two bodies: turning it alone, one joint against the other, moves nothing else.
TEST_F(SingularTest, AMasslessBodyBetweenOthersIsNamed) {
  const std::string error = reason(
      "bodies: {cross: {mass: 0}, wheel: {mass: 2, inertia: {xx: 1, yy: 1, zz: 1}}}\njoints:\n"
      "  first: {type: revolute, axis: z, from: world, to: cross, coordinate: a}\n"
      "  second: {type: revolute, axis: z, from: cross, to: wheel, coordinate: b}\n");
  EXPECT_TRUE(contains(error, "the motion a' = 1, b' = -1 meets no inertia")) << error;
  EXPECT_TRUE(contains(error, "body cross moves and has neither mass nor inertia")) << error;
}

TEST_F(SingularTest, AMasslessBodyInFrontOfAMassiveOneIsNoMistake) {
  EXPECT_EQ(reason("bodies: {cross: {mass: 0}, wheel: {mass: 2, center: [1, 1, 1]}}\njoints:\n"
                   "  first: {type: revolute, axis: z, from: world, to: cross, coordinate: a}\n"
                   "  second: {type: revolute, axis: x, from: cross, to: wheel, coordinate: b}\n"),
            "nothing was refused");
}

TEST_F(SingularTest, ABodyWithoutInertiaAboutItsAxisIsNamed) {
  const std::string error = reason(
      "bodies: {rod: {mass: 1, center: [0, 0, 1], inertia: {xx: 1, yy: 1}}}\njoints:\n"
      "  j: {type: revolute, axis: z, from: world, to: rod, coordinate: a}\n");
  EXPECT_TRUE(contains(error, "body rod turns about an axis through its centre of mass without inertia about it"));
  const std::string slides = reason(
      "bodies: {rod: {mass: 0, inertia: {xx: 1, yy: 1, zz: 1}}}\njoints:\n"
      "  j: {type: prismatic, axis: z, from: world, to: rod, coordinate: a}\n");
  EXPECT_TRUE(contains(slides, "body rod moves and has no mass"));
}

TEST_F(SingularTest, GimbalLockIsNamed) {
  const std::string ball =
      "bodies: {b: {mass: 1, center: [0.5, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}}\njoints:\n"
      "  wrist: {type: spherical, sequence: zyx, from: world, to: b, coordinates: [alpha, beta, gamma]}\n";
  const std::string error = reason(ball, {"alpha = 0.25", "beta = pi/2"});
  EXPECT_TRUE(contains(error, "joint wrist is in gimbal lock at alpha = 0.25, beta = 1.570796327, gamma = 0"));
  EXPECT_TRUE(contains(error, "its speeds alpha' and gamma' move it in one direction"));
  EXPECT_TRUE(contains(error, "euler_parameters"));
  EXPECT_EQ(reason(ball, {"alpha = 0.25", "beta = 1.57"}), "nothing was refused");
  const Model model = machine(ball);  // what needs no accelerations is there all the same
  EvaluateRequest request;
  request.acceleration = request.reactions = false;
  EXPECT_TRUE(evaluate_at(model, {"beta = pi/2"}, std::nullopt, request).mass.has_value());
}

// The second joint has two directions along x, but the first one tells its speeds apart: only the tip is a fault.
TEST_F(SingularTest, SharedSpeedsAreNoGimbalLock) {
  const std::string shared =
      "coordinates: [x, y]\nbodies: {a: {mass: 1}, b: {mass: 1}, tip: {mass: TIP}}\njoints:\n"
      "  first: {type: motion, from: world, to: a, coordinates: [x], position: [x, 0, 0]}\n"
      "  second: {type: motion, from: world, to: b, coordinates: [x, y], position: [x + y, y^2, 0]}\n"
      "  third: {type: prismatic, axis: x, from: b, to: tip, coordinate: z}\n";
  EXPECT_EQ(reason(shared, {"TIP = 1"}), "nothing was refused");
  EXPECT_TRUE(contains(reason(shared, {"TIP = 0"}), "body tip moves and has neither mass nor inertia"));
}

TEST_F(SingularTest, ADirectionThatVanishesIsNamed) {
  const std::string error = reason(
      "bodies: {b: {mass: 1}}\njoints:\n"
      "  path: {type: motion, from: world, to: b, coordinates: [q], position: [q^2, 0, 0]}\n");
  EXPECT_TRUE(contains(error, "joint path is in a singular position at q = 0: its speed q' does not move it")) << error;
}

// Angles under an angular velocity: M is regular, but the angles cannot follow.
TEST_F(SingularTest, RatesThatAreNotDefinedAreRefused) {
  const std::string ball =
      "bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\njoints:\n"
      "  ball: {type: custom, from: world, to: b, coordinates: [a, b, c], rotation: [[z, a], [y, b], [x, c]], "
      "free_directions: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]], speeds: [wx, wy, wz]}\n";
  EXPECT_TRUE(contains(reason(ball, {"b = pi/2"}), "joint ball is in gimbal lock at a = 0, b = 1.570796327, c = 0"));
  EXPECT_EQ(reason(ball, {"b = 1.57"}), "nothing was refused");
}

TEST_F(SingularTest, ACoordinateOfNoJointWithoutInertiaIsNamed) {
  const std::string error = reason(
      "coordinates: [q]\nbodies: {b: {mass: 1}}\n"
      "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n"
      "loads: {magnet: {type: kinetic, energy: x*q'}, wire: {type: dissipation, function: q'^2}}\n");
  EXPECT_TRUE(contains(error, "the motion q' = 1 meets no inertia")) << error;
  EXPECT_TRUE(contains(error, "the kinetic energy has no square of q'")) << error;
}

// A chain of so many links; the last body on a ball joint is a point, or is not.
std::string lasting(int links, bool point) {
  std::string bodies, joints;
  for (int i = 1; i <= links; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    bodies += "  b" + n + ": {mass: 1, center: [0.3, 0.1, 0.2], inertia: {xx: 0.1, yy: 0.3, zz: 0.3}}\n";
    joints += "  j" + n + ": {type: revolute, axis: z, from: " +
              (i == 1 ? "world" : "{body: b" + before + ", at: [0.7, 0, 0], rotation: [[x, 0.3]]}") + ", to: b" + n +
              ", coordinate: q" + n + "}\n";
  }
  bodies += std::string("  end: {mass: 1, center: [0.3, 0.1, 0.2]") +
            (point ? "}\n" : ", inertia: {xx: 0.1, yy: 0.3, zz: 0.3}}\n");
  joints += "  ball: {type: spherical, sequence: zyx, from: b" + std::to_string(links) +
            ", to: end, coordinates: [a, b, c]}\n";
  const Model model = machine("bodies:\n" + bodies + "joints:\n" + joints);
  const Kinematics kinematics = compute_kinematics(model);
  const MachineLinks made = make_links(model, kinematics);
  const auto found =
      find_lasting_singularity(model, kinematics, make_formula_system(made, choose_axes(made, AxesRule::kTurned)));
  return found ? render(*found) : "";
}

// By formulas, by numbers first, by numbers alone.
TEST_F(SingularTest, MachinesOfAnySize) {
  for (int links : {3, 70, 400}) {
    SCOPED_TRACE(links);
    EXPECT_TRUE(contains(lasting(links, true), "the mass matrix is singular: "));
    EXPECT_TRUE(contains(lasting(links, true), links > 300
                                                   ? "a motion with the speed a' meets no inertia"
                                                   : "body end turns about an axis through its centre of mass"));
    EXPECT_EQ(lasting(links, false), "");
  }
  EXPECT_EQ(lasting(2000, false), "");
}

TEST_F(SingularTest, TheErrorIsNumerical) {
  Model model =
      machine("bodies: {b: {mass: 0}}\njoints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: q}}");
  try {
    evaluate_at(model, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kNumerical);
  }
}

}  // namespace
}  // namespace kinemate
