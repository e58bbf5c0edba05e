#include "study/evaluate.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class EvaluateTest : public StudyTest {};

const char* const kCart = R"(
name: cart
parameters: {g: 10, m: 2}
gravity: [0, 0, -g]
inputs: [u]
bodies: {cart: {mass: 3}, bob: {mass: m, center: [0, 0, -1]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: bob, coordinate: phi}
  arm: {type: prismatic, axis: y, from: bob, to: tool, coordinate: c, drive: 3*t^2}
loads:
  motor: {type: joint, joint: rail, effort: u - z, states: {z: {rate: 5*z + x', initial: 1}}}
)";

Model cart() {
  std::string text = kCart;
  return machine(text.replace(text.find("bob: {mass"), 0, "tool: {mass: 0}, "));
}

// By hand: M = [5, 2 cos; 2 cos, 2] up to the sign of the angle about y.
TEST_F(EvaluateTest, ACartByHand) {
  const StateNumbers n = evaluate_at(cart(), {"x = 1", "x' = 2", "phi = pi/2", "phi' = 3", "u = 7", "t = 2"});
  EXPECT_EQ(n.time, 2);
  EXPECT_EQ(n.speed_names, (std::vector<std::string>{"x'", "phi'"}));
  ASSERT_EQ(n.coordinates.size(), 3u);
  EXPECT_EQ(n.coordinates[2].name, "c");
  EXPECT_EQ(n.coordinates[2].value, 12);  // driven
  EXPECT_EQ(n.coordinates[2].rate, 12);
  EXPECT_EQ(n.coordinates[0].rate, 2);
  ASSERT_EQ(n.states.size(), 1u);
  EXPECT_EQ(n.states[0].value, 1);
  EXPECT_EQ(n.states[0].rate, 7);
  Eigen::Matrix2d mass;
  mass << 5, 0, 0, 2;
  EXPECT_TRUE(is_near(*n.mass, mass, 1e-15));
  // the bob is at x = 1 - 1: it hangs to the left and is pulled to the right, 2·3²
  EXPECT_TRUE(is_near(*n.bias, Eigen::Vector2d(18, 0), 1e-14));
  EXPECT_TRUE(is_near(*n.forces, Eigen::Vector2d(6, -20), 1e-14));
  EXPECT_TRUE(is_near(*n.acceleration, Eigen::Vector2d(-12. / 5, -10), 1e-14));
  EXPECT_NEAR(n.energies->kinetic, 0.5 * 5 * 4 + 0.5 * 2 * 9, 1e-13);
  EXPECT_NEAR(n.energies->potential, 0, 1e-14);
  EXPECT_FALSE(n.effort || n.required_effort);
}

TEST_F(EvaluateTest, ReactionsOfTheCart) {
  const StateNumbers n = evaluate_at(cart(), {"x = 1", "phi = pi/2", "phi' = 3", "u = 7"});
  ASSERT_EQ(n.reactions->size(), 3u);
  const Reaction& rail = (*n.reactions)[0];
  EXPECT_EQ(rail.joint, "rail");
  EXPECT_EQ(rail.on, "cart");
  EXPECT_TRUE(is_near(to_eigen(rail.about), Eigen::Vector3d(1, 0, 0), 1e-15));
  // along the rail the motor alone, u - z; the bob falls freely: the rail carries the cart
  EXPECT_TRUE(is_near(to_eigen(rail.load.force), Eigen::Vector3d(6, 0, 30), 1e-13));
  EXPECT_TRUE(is_near(to_eigen(rail.load.torque), Eigen::Vector3d(0, 0, 0), 1e-13));
}

TEST_F(EvaluateTest, EffortsAndAccelerations) {
  const std::vector<std::string> state = {"x' = 2", "phi = 0.4", "phi' = 3", "u = 7"};
  EvaluateRequest request;
  request.efforts = given({"x' = m", "phi' = -1"});
  const StateNumbers forward = evaluate_at(cart(), state, std::nullopt, request);
  EXPECT_TRUE(is_near(*forward.effort, Eigen::Vector2d(2, -1), 0));
  EXPECT_TRUE(is_near(*forward.mass * *forward.acceleration, *forward.forces + *forward.effort - *forward.bias, 1e-13));
  // the motor's own force and the further one stand in the load of the rail
  EXPECT_NEAR((*forward.reactions)[0].load.force.x, 7 - 1 + 2, 1e-13);
  request.efforts.clear();
  request.accelerations = given({"phi'' = 0.5"});
  const StateNumbers back = evaluate_at(cart(), state, std::nullopt, request);
  EXPECT_TRUE(is_near(*back.acceleration, Eigen::Vector2d(0, 0.5), 0));
  EXPECT_TRUE(is_near(*back.required_effort, *back.mass * *back.acceleration + *back.bias - *back.forces, 1e-14));
  EXPECT_NEAR((*back.reactions)[0].load.force.x, 6 + (*back.required_effort)[0], 1e-13);
  request.accelerations = given({"phi' = 1"});
  EXPECT_TRUE(contains(refusal([&] { evaluate_at(cart(), state, std::nullopt, request); }),
                       "'phi'' is no acceleration of this machine [K113]\n  hint: did you mean phi''?"));
  request.accelerations.reset();
  request.efforts = given({"c' = 1"});
  EXPECT_TRUE(contains(refusal([&] { evaluate_at(cart(), state, std::nullopt, request); }), "'c'' is no speed"));
}

// Velocities by differences of positions, accelerations by those of velocities, along the motion that was computed.
TEST_F(EvaluateTest, PointsMove) {
  const Model model = cart();
  EvaluateRequest request;
  Attachment tool;
  tool.body = find_body(model, "tool");
  request.points.push_back({"tip", tool, {Expr(Rational(1, 2)), Expr(0), Expr(-1)}});
  const double h = 1e-4, x = 0.2, v = 0.7, phi = 0.4, w = -1.3, t = 0.3;
  auto number = [](double value) { return make_real(value); };
  auto at = [&](double time, const Eigen::Vector2d& a) {
    const std::vector<Given> state = {{parse("t"), number(t + time)},
                                      {parse("x"), number(x + time * v + time * time / 2 * a[0])},
                                      {parse("x'"), number(v + time * a[0])},
                                      {parse("phi"), number(phi + time * w + time * time / 2 * a[1])},
                                      {parse("phi'"), number(w + time * a[1])}};
    const Kinematics kinematics = compute_kinematics(model);
    return evaluate_state(model, kinematics, make_state(model, kinematics, state), request);
  };
  const StateNumbers now = at(0, {0, 0}), before = at(-h, *now.acceleration), after = at(h, *now.acceleration);
  const PointNumbers &p = now.points[0], &p0 = before.points[0], &p1 = after.points[0];
  EXPECT_TRUE(is_near((to_eigen(p1.position) - to_eigen(p0.position)) / (2 * h), to_eigen(p.velocity), 1e-7));
  EXPECT_TRUE(is_near((to_eigen(p1.velocity) - to_eigen(p0.velocity)) / (2 * h), to_eigen(*p.acceleration), 1e-6));
  EXPECT_TRUE(is_near((to_eigen(p1.angular_velocity) - to_eigen(p0.angular_velocity)) / (2 * h),
                      to_eigen(*p.angular_acceleration), 1e-6));
  EXPECT_TRUE(is_near(to_eigen(p.rotation) * to_eigen(p.rotation).transpose(), Eigen::Matrix3d::Identity(), 1e-15));
  // v = J_T s + what the drive adds, 6 t along y
  EXPECT_TRUE(is_near(p.J_T * now.speeds + Eigen::Vector3d(0, 6 * t, 0), to_eigen(p.velocity), 1e-14));
  EXPECT_TRUE(is_near(p.J_R * now.speeds, to_eigen(p.angular_velocity), 1e-14));
}

TEST_F(EvaluateTest, FramesHaveTheirOwnAxes) {
  const Model model = machine(
      "bodies: {b: {mass: 1}}\nframes: {f: {body: b, at: [1, 0, 0], rotation: [[z, pi/2]]}}\n"
      "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: q}}\n");
  EvaluateRequest request;
  Attachment f;
  f.frame = 0;
  request.points.push_back({"f", f, {Expr(0), Expr(2), Expr(0)}});
  const PointNumbers p = evaluate_at(model, {"q = 5"}, std::nullopt, request).points[0];
  EXPECT_TRUE(is_near(to_eigen(p.position), Eigen::Vector3d(4, 0, 0), 1e-15));
  EXPECT_TRUE(is_near(to_eigen(p.rotation).col(0), Eigen::Vector3d(0, 1, 0), 1e-15));
}

TEST_F(EvaluateTest, OnlyWhatIsAskedForIsNeeded) {
  const Model model = machine(
      "gravity: [0, 0, -g]\nbodies: {b: {mass: 2}}\n"
      "joints: {j: {type: prismatic, axis: z, from: world, to: b, coordinate: q}}\n"
      "loads: {s: {type: spring, between: [world, b], stiffness: k, length: L}}\n");
  EXPECT_TRUE(contains(refusal([&] { evaluate_at(model, {}); }), "none for the parameters L, g, k"));
  EvaluateRequest only_mass;
  only_mass.bias = only_mass.forces = only_mass.acceleration = only_mass.energies = only_mass.reactions = false;
  const StateNumbers n = evaluate_at(model, {}, std::nullopt, only_mass);
  EXPECT_EQ((*n.mass)(0, 0), 2);
  EXPECT_FALSE(n.bias || n.forces || n.acceleration || n.energies || n.reactions);
  // a spring of no length has no direction
  EXPECT_NE(refusal([&] { evaluate_at(model, {"g = 1", "k = 1", "L = 1"}); }), "nothing was refused");
  EXPECT_EQ(refusal([&] { evaluate_at(model, {"g = 1", "k = 1", "L = 1", "q = 1"}); }), "nothing was refused");
}

TEST_F(EvaluateTest, AMachineThatOnlyFollowsTheTime) {
  const Model model = machine(
      "bodies: {b: {mass: 2}}\n"
      "joints: {j: {type: prismatic, axis: z, from: world, to: b, coordinate: q, drive: t^2}}\n");
  const StateNumbers n = evaluate_at(model, {"t = 3"});
  EXPECT_EQ(n.mass->size(), 0);
  EXPECT_EQ(n.energies->kinetic, 36);
  EXPECT_EQ((*n.reactions)[0].load.force.z, 4);
}

}  // namespace
}  // namespace kinemate
