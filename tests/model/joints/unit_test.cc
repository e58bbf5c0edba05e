#include "model/joints/unit.h"

#include "model/fixture.h"
#include "model/joints/joint.h"

namespace kinemate {
namespace {

class UnitTest : public ModelTest {
 protected:
  // Of all coordinates, then of all speeds of the joints.
  static std::string units(const std::string& joints, const std::string& rest = "") {
    const Model model =
        machine("bodies: {a: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\n" + rest + "joints:\n" + joints);
    std::string text;
    for (std::size_t c = 0; c < model.coordinates.size(); ++c) text += "[" + coordinate_unit(model, c) + "]";
    for (const Joint& joint : model.joints)
      for (Expr speed : joint_speeds(model, joint)) text += "[" + speed_unit(model, speed) + "]";
    return text;
  }
};

TEST_F(UnitTest, OfTheLibraryOfJoints) {
  EXPECT_EQ(units("  j: {type: revolute, axis: z, from: world, to: a, coordinate: x}\n"), "[rad][rad/s]");
  EXPECT_EQ(units("  j: {type: prismatic, axis: z, from: world, to: a, coordinate: phi}\n"), "[m][m/s]");
  EXPECT_EQ(units("  j: {type: screw, axis: z, pitch: h, from: world, to: a, coordinate: x}\n"), "[rad][rad/s]");
  EXPECT_EQ(units("  j: {type: cylindrical, axis: z, from: world, to: a, coordinates: [u, v]}\n"),
            "[rad][m][rad/s][m/s]");
  EXPECT_EQ(units("  j: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, q]}\n"),
            "[m][m][rad][m/s][m/s][rad/s]");
}

// Speeds with names of their own: whatever they are called.
TEST_F(UnitTest, NamesSayNothing) {
  const std::string ball =
      "  j: {type: spherical, sequence: euler_parameters, from: world, to: a, coordinates: [p0, p1, p2, p3]";
  EXPECT_EQ(units(ball + "}\n"), "[][][][][rad/s][rad/s][rad/s]");
  EXPECT_EQ(units(ball + ", speeds: [wx, wy, wz]}\n"), "[][][][][rad/s][rad/s][rad/s]");
  EXPECT_EQ(units(ball + ", speeds: [v1, v_2, u]}\n"), "[][][][][rad/s][rad/s][rad/s]");
  EXPECT_EQ(units("  j: {type: free, sequence: euler_parameters, from: world, to: a, "
                  "coordinates: [x, y, z, p0, p1, p2, p3], speeds: [a1, a2, a3]}\n"),
            "[m][m][m][][][][][m/s][m/s][m/s][rad/s][rad/s][rad/s]");
  const std::string slide = "  j: {type: custom, from: world, to: a, coordinates: [x], position: [x, 0, 0], ";
  EXPECT_EQ(units(slide + "free_directions: [[0, 0, 0, 1, 0, 0]], speeds: [wv_1]}\n"), "[m][m/s]");
  EXPECT_EQ(units(slide + "free_directions: [[0, 0, 0, 1, 0, 0]]}\n"), "[m][m/s]");
  EXPECT_EQ(units(slide + "locked_directions: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], "
                          "[0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]], speeds: [wx_j]}\n"),
            "[m][m/s]");
  EXPECT_EQ(units("  j: {type: custom, from: world, to: a, coordinates: [x, y, a1], position: [x, y, 0], "
                  "rotation: [[z, a1]], free_directions: [[0, 0, 0, cos(a1), sin(a1), 0], [0, 0, 1, 0, 0, 0]], "
                  "speeds: [w, v]}\n"),
            "[m][m][rad][m/s][rad/s]");
}

// Both at once: what is one to one with an angle is an angle, what is one to one with a shift a shift.
TEST_F(UnitTest, MixedDirectionsByTheirPitch) {
  const auto mixed = [](const std::string& direction, const std::string& pose) {
    return units("  j: {type: custom, from: world, to: a, coordinates: [s], " + pose + ", free_directions: [[" +
                 direction + "]], speeds: [u]}\n");
  };
  EXPECT_EQ(mixed("0, 0, 1, 0, 0, h", "position: [0, 0, h*s], rotation: [[z, s]]"), "[rad][rad/s]");
  EXPECT_EQ(mixed("0, 0, 1/r, 1, 0, 0", "position: [s, 0, 0], rotation: [[z, s/r]]"), "[m][m/s]");
  EXPECT_EQ(mixed("0, 0, c, 0, 0, h*c", "position: [0, 0, h*s], rotation: [[z, s]]"), "[rad][]");
}

TEST_F(UnitTest, OfPosesAsFormulas) {
  const auto motion = [](const std::string& coordinates, const std::string& pose) {
    return units("  j: {type: motion, from: world, to: a, coordinates: [" + coordinates + "], " + pose + "}\n");
  };
  EXPECT_EQ(motion("r", "rotation: [[z, W*t]], position: [r*cos(W*t), r*sin(W*t), 0]"), "[m][m/s]");
  EXPECT_EQ(motion("s", "position: [R*cos(s), R*sin(s), h*s], rotation: [[z, s]]"), "[rad][rad/s]");
  EXPECT_EQ(motion("x, phi", "position: [x + l*sin(phi), 0, -l*cos(phi)]"), "[m][rad][m/s][rad/s]");
  EXPECT_EQ(motion("s", "position: [a*s, b*s^2, 0]"), "[][]");
  EXPECT_EQ(motion("x", "position: [x, c*x^2, 0]"), "[m][m/s]");
}

TEST_F(UnitTest, OtherCoordinatesHaveNone) {
  EXPECT_EQ(units("  j: {type: revolute, axis: z, from: world, to: a, coordinate: phi}\n",
                  "coordinates: [w_1]\nloads: {l: {type: kinetic, energy: L*w_1'^2/2}}\n"),
            "[][rad][rad/s]");
  EXPECT_EQ(per_second("m"), "m/s");
  EXPECT_EQ(per_second("rad/s"), "rad/s^2");
  EXPECT_EQ(per_second(""), "");
}

}  // namespace
}  // namespace kinemate
