#include "formalism/methods/joint_loads.h"

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class JointLoadsTest : public ModelTest {};

// A chain that hangs: every joint carries the weight of all below it, and no torque.
TEST_F(JointLoadsTest, HangingChain) {
  const Model model = machine(R"(
parameters: {g: , m: , l: }
gravity: [0, 0, -g]
bodies: {a: {mass: m, center: [0, 0, -l/2]}, b: {mass: 2*m, center: [0, 0, -l/2]}, c: {mass: 3*m, center: [0, 0, -l/2]}}
joints:
  A: {type: revolute, axis: x, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: y, from: {body: a, at: [0, 0, -l]}, to: b, coordinate: q2}
  C: {type: fixed, from: {body: b, at: [0, 0, -l]}, to: c}
)");
  const std::vector<JointLoad> result = compute_joint_loads(model, compute_kinematics(model));
  Substitution still;
  for (const char* q : {"q1", "q2", "q1'", "q2'", "q1''", "q2''"}) still.symbols.emplace(parse(q), Expr(0));
  const char* const weights[] = {"6*m*g", "5*m*g", "3*m*g"};
  ASSERT_EQ(result.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Load<Expr>& load = result[i].load;
    EXPECT_TRUE(is_zero(substitute(load.force.z, still) - parse(weights[i])));
    for (const Expr& e : {load.force.x, load.force.y, load.torque.x, load.torque.y, load.torque.z})
      EXPECT_TRUE(is_zero(substitute(e, still)));
  }
}

// Loads on bodies and efforts on joints enter as they do in the generalised forces.
TEST_F(JointLoadsTest, AppliedLoads) {
  const Model model = machine(R"(
parameters: {k: 3, L: 0.4, d: 0.2}
gravity: [0, -9.81, 1]
bodies: {a: {mass: 1, center: [0.3, 0, 0]}, b: {mass: 2, center: [0, 0.2, 0.1], inertia: {xx: 0.1, yy: 0.2, zz: 0.2}}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: cylindrical, axis: x, from: {body: a, at: [1, 0, 0]}, to: b, coordinates: [q2, q3]}
loads:
  spring: {type: spring, between: [{body: world, at: [2, 1, 0]}, {body: b, at: [0, 0, 1]}], stiffness: k, length: L}
  motor: {type: joint, joint: B, effort: [sin(t), -q3]}
  brake: {type: torsion, joint: A, damping: d}
  wind: {type: force, point: {body: a, at: [1, 0, 0]}, vector: [0, 1, 2], axes: body}
)");
  const Kinematics kinematics = compute_kinematics(model);
  std::mt19937_64 random(1);
  const Values values = random_state(model, kinematics, random);
  const NumericEquations a = numbers(derive_by_kane(model, kinematics), values);
  const NumericEquations b = numbers(derive_by_joint_loads(model, kinematics), values);
  EXPECT_GT(largest(a.forces), 0.1);
  EXPECT_LT(largest(a.forces - b.forces), 1e-12 * largest(a.forces));
  EXPECT_LT(largest(a.bias - b.bias), 1e-12 * largest(a.bias));
}

}  // namespace
}  // namespace kinemate
