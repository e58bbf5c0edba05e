// Closed machines that are none: what is said of them.
#include <gtest/gtest.h>

#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class ClosedRefusals : public StudyTest {};

TEST_F(ClosedRefusals, ALoopThatIsTooShort) {
  // 0.1 + 0.2 + 0.25 do not span 0.7: at best 0.15 are missing
  FourBar bars{0.1, 0.5, 0.5, 0.7};
  std::string text = four_bar_text(bars, 1, 1);
  for (std::size_t at; (at = text.find("at: [0.5, 0, 0]")) != std::string::npos;)
    text.replace(at, 15, "at: [0.2, 0, 0]");
  const std::string why = refusal([&] { evaluate_closed(machine(text), {}); });
  EXPECT_TRUE(contains(why, "the loops cannot be closed; loop closure errors that remain: joint B 0."));
  EXPECT_TRUE(contains(why, "do not reach each other"));
}

const std::string kDoor = R"(
name: door
gravity: [0, 0, -9.81]
bodies: {door: {mass: 30, center: [0.5, 0, 0.3], inertia: {xx: 2, yy: 4, zz: 3}}}
joints:
  lower: {type: revolute, axis: z, from: world, to: door, coordinate: q}
  upper: {type: revolute, axis: AXIS, from: {body: world, at: [SHIFT, 0, 0.5]}, to: {body: door, at: [0, 0, 0.5]}, coordinate: p}
)";

std::string door(const std::string& axis, const std::string& shift) {
  std::string text = kDoor;
  text.replace(text.find("AXIS"), 4, axis);
  text.replace(text.find("SHIFT"), 5, shift);
  return text;
}

// Two hinges in line carry a door that swings as on one; out of line they hold it; apart they cannot be mounted.
TEST_F(ClosedRefusals, TwoHingesOfADoor) {
  const Model good = machine(door("z", "0")), held = machine(door("[0.1, 0, 1]", "0"));
  const StateNumbers swings = evaluate_closed(good, {"q' = 1"});
  EXPECT_EQ(swings.speed_names.size(), 1u);
  EXPECT_NEAR((*swings.mass)(0, 0), 3 + 30 * 0.25, 1e-12);
  EXPECT_TRUE(evaluate_closed(held, {}).speed_names.empty());
  EXPECT_TRUE(contains(refusal([&] { evaluate_closed(held, {"q' = 1"}); }), "the loops leave 0 freedoms"));
  EXPECT_TRUE(contains(refusal([&] { run_machine(held, until(1)); }), "no freedom to move"));
  const std::string apart = refusal([&] { evaluate_closed(machine(door("z", "0.01")), {}); });
  EXPECT_TRUE(contains(apart, "loop closure errors that remain: joint upper 0.01 m"));
}

// Crank and rocker driven at once: one drive must give way.
TEST_F(ClosedRefusals, ContradictoryDrives) {
  std::string text = four_bar_text({0.2, 0.55, 0.6, 0.6}, 1, 1);
  text = text.substr(0, text.find("initial:")) + "initial: {alpha: -0.5}\n";
  const std::string phi = "coordinate: phi", psi = "coordinate: psi";
  text.replace(text.find(phi), phi.size(), phi + ", drive: 1 + t");
  text.replace(text.find(psi), psi.size(), psi + ", drive: 1.6 + 3*t");
  const std::string why = refusal([&] { evaluate_closed(machine(text), {}); });
  EXPECT_TRUE(contains(why, "cannot be closed while phi, psi are driven; loop closure errors that remain: joint B"));
  EXPECT_TRUE(contains(why, "drives that contradict each other"));
}

// A second independent coordinate where there is one freedom.
TEST_F(ClosedRefusals, HintsThatCannotBeFollowedAreSaid) {
  std::string text = four_bar_text({0.2, 0.55, 0.6, 0.6}, 1, 1);
  text = text.substr(0, text.find("independent:")) + "\nindependent: [phi, psi]\n";
  const Model model = machine(text);
  const State state = make_state(model, compute_closed_kinematics(model), {});
  ASSERT_FALSE(state.notes.empty());
  EXPECT_TRUE(
      contains(state.notes[0], "independent: psi is one too many: the machine has 1 degree of freedom, and phi is"));
}

// A crank cannot go where the bars do not reach: then it is elsewhere, and that is said.
TEST_F(ClosedRefusals, PlacesOutOfReach) {
  const Model model = machine(four_bar_text({0.5, 0.3, 0.4, 0.8}, 0.5, 1));
  const Kinematics kinematics = compute_closed_kinematics(model);
  EXPECT_TRUE(make_state(model, kinematics, given({"phi = 0.6"})).notes.empty());
  const State state = make_state(model, kinematics, given({"phi = pi"}));
  ASSERT_EQ(state.notes.size(), 1u);
  EXPECT_TRUE(contains(state.notes[0], "moved to close the loops: phi from 3.14159 to"));
}

TEST_F(ClosedRefusals, BarsFoldedOnThemselvesAreNotTheMachine) {
  // a scissors lift of which only the outer angles are given: the middle pins follow, and one freedom is left
  const Model model = machine(R"(
name: scissors
gravity: [0, -9.81, 0]
bodies:
  a: &bar {mass: 2, center: [1, 0, 0], inertia: {yy: 2/3, zz: 2/3}}
  b: *bar
  slider: {mass: 0.5}
  deck: {mass: 10, inertia: {xx: 1, yy: 1, zz: 1}}
  shoe: {mass: 0.5}
joints:
  foot:   {type: revolute, axis: z, from: world, to: a, coordinate: qa}
  rail:   {type: prismatic, axis: x, from: world, to: slider, coordinate: x}
  wheel:  {type: revolute, axis: z, from: slider, to: b, coordinate: qb}
  middle: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: {body: b, at: [1, 0, 0]}, coordinate: m}
  top:    {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: deck, coordinate: d}
  pin:    {type: revolute, axis: z, from: {body: a, at: [2, 0, 0]}, to: shoe, coordinate: s}
  slot:   {type: prismatic, axis: x, from: deck, to: shoe, coordinate: y}
initial: {qa: pi/6, x: sqrt(3), qb: 5*pi/6, y: sqrt(3), d: -5*pi/6, s: -pi/6}
)");
  const StateNumbers n = evaluate_closed(model, {"qa' = 1"});
  EXPECT_EQ(n.speed_names.size(), 1u);
  EXPECT_NEAR(coordinate_of(n, "m"), 2 * std::numbers::pi / 3, 1e-10);
  // at the angle q: bars turn oppositely, each about its middle, which moves by [−sin q, cos q]; slider, shoe and deck
  // by 2 times that
  const double sine = 0.5, cosine = std::sqrt(3) / 2;
  const double twice = 2 * (2 + 2.0 / 3) + 0.5 * 4 * sine * sine + 10 * 4 * cosine * cosine + 0.5 * 4;
  EXPECT_NEAR(n.energies->kinetic, twice / 2, 1e-10);
}

}  // namespace
}  // namespace kinemate
