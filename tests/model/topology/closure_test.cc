#include "model/topology/closure.h"

#include "model/fixture.h"
#include "model/random_machine.h"
#include "numeric/finite_difference.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

class ClosureTest : public ModelTest {};

Vector exact(const Vector3<double>& v) { return {make_real(v.x), make_real(v.y), make_real(v.z)}; }

// A random tree whose first and last body are joined by one more joint, in the shape it has at a random configuration.
struct Closed {
  Model model;
  Eigen::VectorXd q;
  Values constants;
};

const char* const kLoopJoints[] = {
    "fixed",
    "revolute, axis: [2, 3, 6], coordinates: [l1]",
    "prismatic, axis: [3, 0, 4], coordinates: [l1]",
    "screw, axis: x, pitch: 1/10, coordinates: [l1]",
    "cylindrical, axis: -z, coordinates: [l1, l2]",
    "universal, axes: [x, [0, 3, 4]], coordinates: [l1, l2]",
    "planar, axis: y, coordinates: [l1, l2, l3]",
    "spherical, sequence: zyx, coordinates: [l1, l2, l3]",
    "spherical, sequence: euler_parameters, coordinates: [l1, l2, l3, l4]",
    "constant_velocity, axis: z, coordinates: [l1, l2]",
    "constant_velocity, form: double_cardan, length: 3/10, axis: z, coordinates: [l1, l2]",
    "constant_velocity, form: euler_parameters, axis: [2, 3, 6], coordinates: [l1, l2, l3]",
    "motion, coordinates: [l1], position: [l1, l1^2, 0], rotation: [[x, l1*2]]"};

Closed close_machine(std::mt19937_64& random, const std::string& joint, bool with_coordinates) {
  std::uniform_real_distribution<double> number(-1, 1);
  Closed closed;
  closed.model = machine(random_machine(random, 5) + "  loop: {type: " + joint + ", from: world, to: b1}\n");
  closed.model.base.reset();
  Joint& loop = closed.model.joints.back();
  for (Coordinate& coordinate : closed.model.coordinates) coordinate.drive.reset();
  const std::size_t last = closed.model.bodies.size() - 1;
  loop.to.body = last;
  loop.from = {.body = last > 1 ? std::size_t{1} : kWorld};
  loop.from.position = parse_vector("1/3", "1/5", "-1/7");
  loop.cut = true;
  closed.constants = choose_numbers(closed.model, 1).values;
  Model open = closed.model;
  open.joints.pop_back();
  const Tree tree = make_tree(open);
  const NumericTree numeric(open, tree, {}, closed.constants);
  Values values;
  for (const Coordinate& coordinate : closed.model.coordinates) values[make_symbol(coordinate.name)] = number(random);
  normalise_euler_parameters(closed.model, values);
  Eigen::VectorXd q(static_cast<Eigen::Index>(numeric.coordinates().size()));
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = values.at(numeric.coordinates()[static_cast<std::size_t>(i)]);
  const Configuration at = numeric.at(q);
  // N on the last body: V on the first one, moved by the joint
  Values all = closed.constants;
  for (const auto& [symbol, value] : values) all[symbol] = value;
  const JointRelation relation = make_relation(closed.model, loop);
  auto value = [&](const Vector& v) {
    return Vector3<double>{evaluate(v.x, all), evaluate(v.y, all), evaluate(v.z, all)};
  };
  const Pose<double> joint_pose{{{value(relation.pose.rotation.rows[0]), value(relation.pose.rotation.rows[1]),
                                  value(relation.pose.rotation.rows[2])}},
                                value(relation.pose.position)};
  const Pose<double>& carrier = at.bodies[loop.from.body];
  const Pose<double> v{carrier.rotation, carrier.at(value(loop.from.position))};
  const Pose<double> n = relative(compose(v, joint_pose), at.bodies[last]);
  loop.to.position = exact(n.position);
  loop.to.rotation.matrix = Matrix{{exact(n.rotation.rows[0]), exact(n.rotation.rows[1]), exact(n.rotation.rows[2])}};
  // all coordinates in the order of the closure
  const Tree whole = make_tree(closed.model);
  std::vector<std::size_t> further;
  if (with_coordinates) further = whole.secondary;
  const Closure closure(closed.model, whole, further, closed.constants);
  closed.q.resize(static_cast<Eigen::Index>(closure.coordinates().size()));
  for (Eigen::Index i = 0; i < closed.q.size(); ++i)
    closed.q[i] = values.at(closure.coordinates()[static_cast<std::size_t>(i)]);
  return closed;
}

TEST_F(ClosureTest, ClosesWhereItWasBuiltAndHasTheDerivativesOfItsResidual) {
  std::mt19937_64 random(3);
  for (const char* joint : kLoopJoints) {
    for (std::size_t round = 0; round < case_size(12, 2); ++round) {
      const bool pose_formulas = std::string(joint).starts_with("motion");
      const bool with_coordinates = pose_formulas || round % 2 == 1;
      const Closed closed = close_machine(random, joint, with_coordinates);
      const Tree tree = make_tree(closed.model);
      ASSERT_EQ(tree.secondary.size(), 1u);
      const Closure closure(closed.model, tree, with_coordinates ? tree.secondary : std::vector<std::size_t>{},
                            closed.constants);
      const Eigen::VectorXd residual = closure.residual(closed.q);
      EXPECT_LT(residual.lpNorm<Eigen::Infinity>(), 1e-12) << joint;
      EXPECT_EQ(closure.find_turned_over(closed.q), kNone) << joint;
      const Eigen::MatrixXd exactly = closure.jacobian(closed.q);
      const Eigen::MatrixXd nearly =
          compute_jacobian([&](const Eigen::VectorXd& q) { return closure.residual(q); }, closed.q);
      ASSERT_EQ(exactly.rows(), nearly.rows());
      // Euler parameters off their sphere do not turn: differences along p itself are no motion
      Eigen::MatrixXd error = exactly - nearly;
      {
        for (const Joint& j : closed.model.joints) {
          if (!j.euler_parameters) continue;
          Eigen::VectorXd p = Eigen::VectorXd::Zero(closed.q.size());
          for (std::size_t k : euler_coordinates(j)) {
            const Expr symbol = make_symbol(closed.model.coordinates[k].name);
            const auto found = std::find(closure.coordinates().begin(), closure.coordinates().end(), symbol);
            if (found == closure.coordinates().end()) continue;
            const auto index = static_cast<Eigen::Index>(found - closure.coordinates().begin());
            p[index] = closed.q[index];
          }
          error -= error * p * p.transpose();
        }
      }
      EXPECT_LT(error.lpNorm<Eigen::Infinity>(), 1e-6) << joint << " in round " << round;
      // conditions on speeds say the same as conditions on coordinates, but for the norms of Euler parameters
      Eigen::Index norms = 0;
      for (const Joint& j : closed.model.joints)
        norms += j.euler_parameters && (&j != &closed.model.joints.back() || with_coordinates) ? 1 : 0;
      EXPECT_EQ(compute_rank(Eigen::MatrixXd(closure.speed_jacobian(closed.q))).rank + norms,
                compute_rank(exactly).rank)
          << joint << " in round " << round;
      EXPECT_EQ(static_cast<Eigen::Index>(closure.conditions(closed.q).size()),
                closure.speed_jacobian(closed.q).rows());
    }
  }
}

// With its coordinates as unknowns, what a joint leaves open has its derivatives everywhere.
TEST_F(ClosureTest, DerivativesOfWholePosesHoldInOpenLoops) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> number(-0.5, 0.5);
  for (const char* joint : {kLoopJoints[1], kLoopJoints[4], kLoopJoints[7], kLoopJoints[10]}) {
    for (int round = 0; round < 10; ++round) {
      Closed closed = close_machine(random, joint, true);
      if (std::any_of(closed.model.joints.begin(), closed.model.joints.end(),
                      [](const Joint& j) { return j.euler_parameters; }))
        continue;
      const Tree tree = make_tree(closed.model);
      const Closure closure(closed.model, tree, tree.secondary, closed.constants);
      for (double& q : closed.q) q += number(random);
      EXPECT_GT(closure.residual(closed.q).lpNorm<Eigen::Infinity>(), 1e-3) << joint;
      const Eigen::MatrixXd error =
          Eigen::MatrixXd(closure.jacobian(closed.q)) -
          compute_jacobian([&](const Eigen::VectorXd& q) { return closure.residual(q); }, closed.q);
      EXPECT_LT(error.lpNorm<Eigen::Infinity>(), 1e-7) << joint << " in round " << round;
    }
  }
}

TEST_F(ClosureTest, ConditionsAreNamedInAxesOfFrom) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: prismatic, axis: x, from: world, to: {body: b, at: [1, 0, 0]}, coordinate: q3}
)");
  const Tree tree = make_tree(model);
  const Closure closure(model, tree, {}, choose_numbers(model, 1).values);
  const Eigen::Vector2d start(0, 0);
  std::vector<std::string> meanings;
  for (const Condition& condition : closure.conditions(start)) meanings.push_back(condition.meaning);
  EXPECT_EQ(model.joints[tree.secondary[0]].name, "B");
  EXPECT_EQ(meanings, (std::vector<std::string>{"rotation about y", "rotation about x", "translation along x",
                                                "translation along y", "translation along z"}));
}

// A joint whose angle is an unknown is not closed half a turn beside it, and its slope leads back from there.
TEST_F(ClosureTest, HalfATurnIsAGap) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: p}
  B: {type: revolute, axis: z, from: world, to: a, coordinate: q}
)");
  const Tree tree = make_tree(model);
  const Closure closure(model, tree, tree.secondary, choose_numbers(model, 1).values);
  for (double off : {-3.1, -1.5, -0.1, 0.0, 1.0, 2.0, 3.1}) {
    const Eigen::Vector2d q(0.4 + off, 0.4);
    const Eigen::VectorXd residual = closure.residual(q);
    EXPECT_NEAR(residual.norm(), 2 * std::abs(std::sin(off / 2)), 1e-14);
    const Eigen::MatrixXd exactly = closure.jacobian(q);
    EXPECT_NEAR(exactly.col(0).norm(), std::cos(off / 2), 1e-14);
    EXPECT_LT((exactly - compute_jacobian([&](const Eigen::VectorXd& x) { return closure.residual(x); }, q)).norm(),
              1e-6);
  }
}

TEST_F(ClosureTest, ResidualsThatHaveNoValueAreNotFinite) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {A: {type: motion, from: world, to: a, coordinates: [q], position: [sqrt(q), 0, 0]}}
constraints: {c: {type: holonomic, equation: log(q) = 1}}
)");
  const Tree tree = make_tree(model);
  const Closure closure(model, tree, {}, choose_numbers(model, 1).values);
  EXPECT_FALSE(closure.residual(Eigen::VectorXd::Constant(1, -1)).allFinite());
  EXPECT_NEAR(closure.residual(Eigen::VectorXd::Constant(1, 1))[0], -1, 1e-15);
  EXPECT_NEAR(closure.jacobian(Eigen::VectorXd::Constant(1, 2)).coeff(0, 0), 0.5, 1e-15);
}

}  // namespace
}  // namespace kinemate
