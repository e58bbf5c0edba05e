// Machines of ready linkages against the same machines written in another way: accelerations at random states.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model_io/machine_file.h"
#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class ReadyLinkagesTest : public ModelTest {
 protected:
  static Model example(const std::string& name) {
    return read_machine_file(fmt::format("{}/examples/{}/model.yaml", KINEMATE_SOURCE, name)).model;
  }

  static void expect_near(double a, double b) { EXPECT_NEAR(a, b, 1e-10 * std::max(1.0, std::abs(b))); }

  std::mt19937_64 random_{7};
  double number(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random_); }
};

TEST_F(ReadyLinkagesTest, FourBar) {
  const Model ready = machine(R"(
parameters: {a: 0.1, b: 0.5, c: 0.5, d: 0.7, ma: 0.2, mb: 1, mc: 1}
inputs: [T]
gravity: [0, 0, -9.81]
bodies:
  crank:   {mass: ma, center: [a/2, 0, 0], inertia: {yy: ma*a^2/12, zz: ma*a^2/12}}
  coupler: {mass: mb, center: [b/2, 0, 0], inertia: {yy: mb*b^2/12, zz: mb*b^2/12}}
  rocker:  {mass: mc, center: [c/2, 0, 0], inertia: {yy: mc*c^2/12, zz: mc*c^2/12}}
subsystems:
  # upright in x and z, where that of the example stands in x and y
  bars: {type: four_bar, on: {body: world, at: [1, 2, 3]}, axis: -y, ground: d, crank: {body: crank, length: a},
         coupler: {body: coupler, length: b}, rocker: {body: rocker, length: c}}
loads: {motor: {type: joint, joint: bars_A0, effort: T}}
independent: [bars_crank]
initial: {bars_crank: pi/2, bars_coupler: atan(3/4) - pi/2, bars_pin: pi/2, bars_rocker: pi/2 + atan(3/4)}
)");
  const Model by_hand = example("four_bar");
  for (int round = 0; round < 5; ++round) {
    const double phi = number(-1, 3), rate = number(-5, 5);
    const auto a =
        evaluate_closed(ready, {fmt::format("bars_crank = {}", phi), fmt::format("bars_crank' = {}", rate), "T = 0.3"});
    const auto b = evaluate_closed(by_hand, {fmt::format("phi = {}", phi), fmt::format("phi' = {}", rate), "T = 0.3"});
    const std::pair<const char*, const char*> names[] = {
        {"bars_crank", "phi"}, {"bars_coupler", "alpha"}, {"bars_rocker", "psi"}};
    for (const auto& [own, other] : names) {
      expect_near(std::sin(coordinate_of(a, own)), std::sin(coordinate_of(b, other)));
      expect_near(acceleration_of(a, own + std::string("'")), acceleration_of(b, other + std::string("'")));
    }
  }
}

TEST_F(ReadyLinkagesTest, SliderCrank) {
  const Model ready = machine(R"(
parameters: {r: 0.05, l: 0.13, m1: 0.4, m2: 0.3, m3: 0.5}
inputs: [T, F]
gravity: [0, 0, -9.81]
bodies:
  crank:  {mass: m1, center: [r/2, 0, 0], inertia: {yy: m1*r^2/12, zz: m1*r^2/12}}
  rod:    {mass: m2, center: [l/2, 0, 0], inertia: {yy: m2*l^2/12, zz: m2*l^2/12}}
  slider: {mass: m3}
frames: {upright: {body: world, rotation: [[x, pi/2]]}}
subsystems: {engine: {type: slider_crank, on: upright, crank: {body: crank, length: r}, rod: {body: rod, length: l}, slider: slider}}
loads:
  motor: {type: joint, joint: engine_crank, effort: T}
  gas:   {type: joint, joint: engine_guide, effort: F}
independent: [engine_crank]
initial: {engine_crank: pi/2, engine_rod: -pi/2 - atan(5/12), engine_wrist: atan(5/12), engine_slider: 0.12}
)");
  const Model by_hand = example("slider_crank");
  for (int round = 0; round < 5; ++round) {
    const double phi = number(0.2, 3), rate = number(-5, 5);
    const auto a = evaluate_closed(
        ready, {fmt::format("engine_crank = {}", phi), fmt::format("engine_crank' = {}", rate), "T = 1", "F = -20"});
    const auto b =
        evaluate_closed(by_hand, {fmt::format("phi = {}", phi), fmt::format("phi' = {}", rate), "T = 1", "F = -20"});
    expect_near(coordinate_of(a, "engine_slider"), coordinate_of(b, "s"));
    expect_near(acceleration_of(a, "engine_crank'"), acceleration_of(b, "phi'"));
    expect_near(acceleration_of(a, "engine_slider'"), acceleration_of(b, "s'"));
  }
}

// With an offset e: s = r cos φ + sqrt(l² − (r sin φ − e)²), e upwards where the axis is z.
TEST_F(ReadyLinkagesTest, TheOffsetOfASliderIsUpwards) {
  const Model model = machine(R"(
bodies: {crank: {mass: 1, center: [0.1, 0, 0]}, rod: {mass: 0}, slider: {mass: 1}}
subsystems: {e: {type: slider_crank, on: world, crank: {body: crank, length: 0.1}, rod: {body: rod, length: 0.3}, slider: slider, offset: 0.05}}
independent: [e_crank]
initial: {e_crank: 1, e_rod: -1, e_slider: 0.35}
)");
  for (const double phi : {0.3, 1.0, 2.0}) {
    const auto numbers = evaluate_closed(model, {fmt::format("e_crank = {}", phi)});
    const double height = 0.1 * std::sin(phi) - 0.05;
    expect_near(coordinate_of(numbers, "e_slider"), 0.1 * std::cos(phi) + std::sqrt(0.09 - height * height));
  }
}

// A table on two massless cranks does not turn: a pendulum of their length, φ'' = (g/a) cos φ for a turned-down φ.
TEST_F(ReadyLinkagesTest, ParallelogramOfMasslessCranks) {
  const Model model = machine(R"(
gravity: [0, 0, -9.81]
bodies: {left: {mass: 0}, right: {mass: 0}, table: {mass: 3, center: [0.2, 0, 0.1], inertia: {xx: 1, yy: 1, zz: 1}}}
subsystems: {lift: {type: parallelogram, on: world, axis: y, ground: 0.7, length: 0.3, cranks: [left, right], coupler: table}}
independent: [lift_crank]
initial: {lift_crank: 1, lift_coupler: -1, lift_pin: 1, lift_rocker: 1}
)");
  for (const double phi : {0.5, 1.0, 2.0}) {
    const auto numbers = evaluate_closed(model, {fmt::format("lift_crank = {}", phi), "lift_crank' = 2"});
    expect_near(acceleration_of(numbers, "lift_crank'"), 9.81 / 0.3 * std::cos(phi));
    expect_near(coordinate_of(numbers, "lift_rocker"), phi);
    expect_near(coordinate_of(numbers, "lift_coupler"), -phi);
  }
}

// A cylinder without mass is a force along the line of its ends.
TEST_F(ReadyLinkagesTest, CylinderWithoutMass) {
  const std::string boom = R"(
gravity: [0, -9.81, 0]
bodies: {boom: {mass: 100, center: [1, 0, 0], inertia: {xx: 1, yy: 33, zz: 33}}BODIES}
joints: {pin: {type: revolute, axis: z, from: world, to: boom, coordinate: phi}}
independent: [phi]
)";
  auto with = [&](std::string bodies, const std::string& rest) {
    std::string text = boom;
    text.replace(text.find("BODIES"), 6, bodies);
    return machine(text + rest);
  };
  const Model ready = with(", barrel: {mass: 0}, rod: {mass: 0}", R"(
subsystems:
  jack: {type: cylinder, from: {body: world, at: [0.5, -1, 0]}, to: {body: boom, at: [1, -0.1, 0]}, barrel: barrel, rod: rod,
         force: 700 - 10*jack_piston' - 50*jack_piston}
initial: {phi: 0.3, jack_foot: 1.2, jack_piston: 1.3, jack_head: -0.9}
)");
  const Model line = with("", R"(
loads: {jack: {type: line, between: [{body: world, at: [0.5, -1, 0]}, {body: boom, at: [1, -0.1, 0]}], distance: r, force: 700 - 10*r' - 50*r}}
)");
  for (int round = 0; round < 5; ++round) {
    const std::vector<std::string> state = {fmt::format("phi = {}", number(-0.3, 1)),
                                            fmt::format("phi' = {}", number(-1, 1))};
    expect_near(acceleration_of(evaluate_closed(ready, state), "phi'"),
                acceleration_of(evaluate_at(line, state), "phi'"));
  }
}

const char* const kCorner = R"(
gravity: [0, 0, -9.81]
bodies:
  lca: {mass: 2, center: [0, 0.55, 0.15], inertia: {xx: 0.02, yy: 0.02, zz: 0.03}}
  uca: {mass: 1, center: [0, 0.6, 0.45], inertia: {xx: 0.01, yy: 0.01, zz: 0.015}}
  upright: {mass: 20, center: [0, 0.75, 0.3], inertia: {xx: 0.4, yy: 0.6, zz: 0.4}}
  tie: {mass: 0}
frames: {chassis: {body: world, at: [0, 0, 0.5], rotation: [[z, 0.3]]}}
)";

// Cut elsewhere, the balls by other angles, and a tie rod whose two ends are changed for each other.
TEST_F(ReadyLinkagesTest, DoubleWishbone) {
  const Model ready = machine(std::string(kCorner) + R"(
subsystems:
  f:
    type: double_wishbone
    on: chassis
    lower: {body: lca, front: [0.2, 0.35, 0.15], rear: [-0.2, 0.35, 0.15], ball: [0.01, 0.7, 0.14]}
    upper: {body: uca, front: [0.15, 0.42, 0.44], rear: [-0.15, 0.43, 0.43], ball: [-0.02, 0.66, 0.46]}
    knuckle: {body: upright}
    tie: {body: tie, inner: [0.12, 0.36, 0.2], outer: [0.13, 0.69, 0.2]}
independent: [f_lower]
)");
  const Model by_hand = machine(std::string(kCorner) + R"(
joints:
  lower: {type: revolute, axis: -x, from: {frame: chassis, at: [0, 0.35, 0.15]}, to: {body: lca, at: [0, 0.35, 0.15]}, coordinate: lower, cut: false}
  upper: {type: revolute, axis: [-0.3, 0.01, -0.01], from: {frame: chassis, at: [-0.15, 0.43, 0.43]}, to: {body: uca, at: [-0.15, 0.43, 0.43]}, coordinate: upper}
  top:    {type: spherical, sequence: xyz, from: {body: uca, at: [-0.02, 0.66, 0.46]}, to: {body: upright, at: [-0.02, 0.66, 0.46]}, coordinates: [a1, a2, a3]}
  bottom: {type: spherical, sequence: xyz, from: {body: upright, at: [0.01, 0.7, 0.14]}, to: {body: lca, at: [0.01, 0.7, 0.14]}, coordinates: [b1, b2, b3], cut: true}
  inner:  {type: spherical, sequence: xyz, from: {frame: chassis, at: [0.12, 0.36, 0.2]}, to: {body: tie, at: [0.12, 0.36, 0.2]}, coordinates: [c1, c2, c3], cut: true}
  outer:  {type: universal, axes: [x, z], from: {body: upright, at: [0.13, 0.69, 0.2]}, to: {body: tie, at: [0.13, 0.69, 0.2]}, coordinates: [d1, d2]}
independent: [lower]
)");
  for (int round = 0; round < 3; ++round) {
    const double stroke = number(-0.25, 0.25), rate = number(-2, 2);
    const auto a = evaluate_closed(ready, {fmt::format("f_lower = {}", stroke), fmt::format("f_lower' = {}", rate)});
    const auto b = evaluate_closed(by_hand, {fmt::format("lower = {}", stroke), fmt::format("lower' = {}", rate)});
    expect_near(coordinate_of(a, "f_upper"), coordinate_of(b, "upper"));
    expect_near(acceleration_of(a, "f_lower'"), acceleration_of(b, "lower'"));
    expect_near(acceleration_of(a, "f_upper'"), acceleration_of(b, "upper'"));
  }
}

}  // namespace
}  // namespace kinemate
