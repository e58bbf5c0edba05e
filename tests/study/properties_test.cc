// What holds for every machine, at random states.
#include <Eigen/Eigenvalues>

#include "dense.h"
#include "model/joints/joint.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class PropertiesTest : public StudyTest {};

// A spatial tree with every kind of load that has an energy; angles, Euler parameters and shifts.
const char* const kCrane = R"(
gravity: [0.3, -0.2, -9.81]
bodies:
  cab:   {mass: 3, center: [0.1, 0.2, 0.3], inertia: {xx: 0.4, yy: 0.5, zz: 0.6, xy: 0.05, xz: -0.02, yz: 0.01}}
  boom:  {mass: 2, center: [0.5, 0, 0.1], inertia: {xx: 0.1, yy: 0.4, zz: 0.35, xz: 0.03}}
  load:  {mass: 4, center: [0, 0.1, -0.4], inertia: {xx: 0.3, yy: 0.3, zz: 0.2, yz: 0.04}}
  crate: {mass: 1, center: [0.2, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
joints:
  turn:  {type: cylindrical, axis: z, from: world, to: cab, coordinates: [a, h]}
  lift:  {type: revolute, axis: [3, 4, 0], from: {body: cab, at: [0.2, 0, 1]}, to: boom, coordinate: b}
  hook:  {type: spherical, sequence: euler_parameters, from: {body: boom, at: [1, 0, 0]}, to: load, coordinates: [p0, p1, p2, p3]}
  rail:  {type: universal, axes: [x, z], from: {body: cab, at: [-0.5, 0, 0]}, to: {body: crate, at: [0, 0.1, 0]}, coordinates: [u, v]}
loads:
  strut:  {type: spring, between: [{body: cab, at: [1, 0, 0]}, {body: load, at: [0, 0, 0.3]}], stiffness: 70, length: 0.4}
  brake:  {type: damper, between: [cab, load], damping: 3}
  drag:   {type: vector_damper, between: [world, {body: crate, at: [0.3, 0, 0]}], damping: 2}
  twist:  {type: torsion, joint: lift, stiffness: 20, angle: 0.3, damping: 0.7}
  well:   {type: potential, energy: 5*h^2*cos(a)}
)";

double scale(const StateNumbers& n) { return std::max({1.0, largest(*n.mass), largest(*n.bias), largest(*n.forces)}); }

void expect_same(const StateNumbers& a, const StateNumbers& b, double factor = 1) {
  EXPECT_TRUE(is_near(*a.mass * factor, *b.mass, 1e-13 * scale(a)));
  EXPECT_TRUE(is_near(*a.bias * factor, *b.bias, 1e-13 * scale(a)));
  EXPECT_TRUE(is_near(*a.forces * factor, *b.forces, 1e-13 * scale(a)));
  EXPECT_TRUE(is_near(*a.acceleration, *b.acceleration, 1e-11 * std::max(1.0, largest(*a.acceleration))));
  EXPECT_NEAR(a.energies->kinetic * factor, b.energies->kinetic, 1e-13 * scale(a));
  EXPECT_NEAR(a.energies->potential * factor, b.energies->potential, 1e-13 * scale(a));
}

bool is_scleronomic(const Model& model) {
  const Kinematics kinematics = compute_kinematics(model);
  return !model.base && std::all_of(kinematics.relations.begin(), kinematics.relations.end(),
                                    [](const JointRelation& r) { return r.drift == Twist<Expr>{}; });
}

std::vector<Model> trees() {
  std::vector<Model> models = {machine(kCrane)};
  for (const char* name : {"puma_560", "quadruped", "cart_pendulums", "planar_pendulum"})
    models.push_back(example(name));
  return models;
}

// A request that asks for what these numbers have.
std::vector<Given> on_speeds(const Kinematics& kinematics, const Eigen::VectorXd& values, int primes) {
  std::vector<Given> given;
  for (std::size_t i = 0; i < kinematics.speeds.size(); ++i) {
    const Expr s = kinematics.speeds[i];
    given.push_back({make_symbol(s.name(), s.primes() + primes), make_real(values[static_cast<Eigen::Index>(i)])});
  }
  return given;
}

TEST_F(PropertiesTest, MassIsPositiveDefiniteAndThatOfTheEnergy) {
  for (const Model& model : trees()) {
    ASSERT_TRUE(is_scleronomic(model)) << model.name;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const StateNumbers n = evaluate_at(model, {}, seed);
      EXPECT_EQ(largest(*n.mass - n.mass->transpose()), 0);
      EXPECT_GT(dense::symmetric_eigenvalues(*n.mass).minCoeff(), 0) << model.name;
      const double energy = n.speeds.dot(*n.mass * n.speeds) / 2;
      EXPECT_NEAR(energy, n.energies->kinetic, 1e-14 * scale(n)) << model.name;
    }
  }
}

TEST_F(PropertiesTest, InverseOfForwardIsTheEffort) {
  for (const Model& model : trees()) {
    const Kinematics kinematics = compute_kinematics(model);
    const State state = make_state(model, kinematics, {}, 4);
    const auto f = static_cast<Eigen::Index>(kinematics.speeds.size());
    const Eigen::VectorXd effort = Eigen::VectorXd::LinSpaced(f, -3, 5);
    EvaluateRequest forward, inverse;
    forward.efforts = on_speeds(kinematics, effort, 0);
    const StateNumbers there = evaluate_state(model, kinematics, state, forward);
    inverse.accelerations = on_speeds(kinematics, *there.acceleration, 1);
    const StateNumbers back = evaluate_state(model, kinematics, state, inverse);
    EXPECT_TRUE(is_near(*back.required_effort, effort, 1e-11 * scale(there))) << model.name;
    for (std::size_t i = 0; i < there.reactions->size(); ++i)
      EXPECT_TRUE(
          is_near(to_eigen((*there.reactions)[i].load.torque), to_eigen((*back.reactions)[i].load.torque), 1e-9));
  }
}

// d(T + V)/dt along the motion, by differences, is the power of the efforts less that of the dampers, 2 D.
TEST_F(PropertiesTest, EnergyChangesByThePowerOfWhatIsNotConservative) {
  const Model model = machine(kCrane);
  const Kinematics kinematics = compute_kinematics(model);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const State state = make_state(model, kinematics, {}, seed);
    EvaluateRequest request;
    request.efforts = given({"a' = 3", "b' = -2", "wy_hook = 1"});
    const StateNumbers now = evaluate_state(model, kinematics, state, request);
    auto energy_at = [&](double time) {
      std::vector<Given> moved = on_speeds(kinematics, now.speeds + time * *now.acceleration, 0);
      for (const NamedNumber& q : now.coordinates)
        moved.push_back({make_symbol(q.name), make_real(q.value + time * q.rate)});
      const StateNumbers n = evaluate_state(model, kinematics, make_state(model, kinematics, moved));
      return n.energies->kinetic + n.energies->potential;
    };
    const double h = 1e-5, rate = (energy_at(h) - energy_at(-h)) / (2 * h);
    EXPECT_GT(now.energies->dissipation, 0.01);
    EXPECT_NEAR(rate, now.effort->dot(now.speeds) - 2 * now.energies->dissipation,
                1e-7 * std::max(1.0, std::abs(rate)));
  }
}

TEST_F(PropertiesTest, NamesDoNotMatter) {
  std::string renamed = kCrane;
  for (const auto& [from, to] :
       {std::pair{"boom", "zz_top"}, {"crate", "aa"}, {"lift:", "j9:"}, {"joint: lift", "joint: j9"}})
    for (std::size_t at; (at = renamed.find(from)) != std::string::npos;)
      renamed.replace(at, std::string(from).size(), to);
  expect_same(evaluate_at(machine(kCrane), {}, 5), evaluate_at(machine(renamed), {}, 5));
}

// The same joints from the other side: axes turn round, the pose of a universal joint is that of its inverse.
TEST_F(PropertiesTest, DirectionsOfJointsDoNotMatter) {
  std::string reversed = kCrane;
  auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(reversed.find(from), std::string::npos);
    reversed.replace(reversed.find(from), from.size(), to);
  };
  replace("axis: z, from: world, to: cab", "axis: -z, from: cab, to: world");
  replace("axis: [3, 4, 0], from: {body: cab, at: [0.2, 0, 1]}, to: boom",
          "axis: [-3, -4, 0], to: {body: cab, at: [0.2, 0, 1]}, from: boom");
  expect_same(evaluate_at(machine(kCrane), {}, 6), evaluate_at(machine(reversed), {}, 6));
}

TEST_F(PropertiesTest, ATurnedBaseWithGravityTurnedDoesNotMatter) {
  const Model model = machine(kCrane);
  Model turned = model;
  turned.base.emplace();
  turned.base->rotation.sequence = {{{Expr(1), Expr(0), Expr(0)}, Expr(Rational(2, 5))},
                                    {{Expr(0), Expr(0), Expr(1)}, Expr(Rational(-11, 10))}};
  turned.base->position = {Expr(1), Expr(-2), Expr(0)};
  const Matrix R = turned.base->rotation.to_matrix();
  turned.gravity = R * model.gravity;
  StateNumbers a = evaluate_at(model, {}, 7), b = evaluate_at(turned, {}, 7);
  a.energies->potential = b.energies->potential = 0;  // another zero
  expect_same(a, b);
  EXPECT_NE((*a.reactions)[0].load.force.x, (*b.reactions)[0].load.force.x);  // in inertial axes
}

TEST_F(PropertiesTest, MassesTimesAFactorAreLoadsTimesAFactor) {
  const Model model = example("puma_560");
  Model heavy = model;
  const Expr factor(3);
  for (Body& body : heavy.bodies) {
    body.mass *= factor;
    for (Expr* entry :
         {&body.inertia.xx, &body.inertia.yy, &body.inertia.zz, &body.inertia.xy, &body.inertia.xz, &body.inertia.yz})
      *entry *= factor;
  }
  std::vector<std::string> still;  // motors
  for (int i = 1; i <= 6; ++i) still.push_back("tau" + std::to_string(i) + " = 0");
  const StateNumbers a = evaluate_at(model, still, 8), b = evaluate_at(heavy, still, 8);
  expect_same(a, b, 3);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_TRUE(is_near(3 * to_eigen((*a.reactions)[i].load.force), to_eigen((*b.reactions)[i].load.force), 1e-10));
}

// Each body alone, the others without mass: M, k and τ add up.
TEST_F(PropertiesTest, LinearInTheInertiaOfEachBody) {
  Model model = machine(kCrane);
  model.loads.clear();
  EvaluateRequest request;
  request.acceleration = request.reactions = false;
  const StateNumbers all = evaluate_at(model, {}, 9, request);
  StateNumbers sum = all;
  sum.mass->setZero(), sum.bias->setZero(), sum.forces->setZero();
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    Model alone = model;
    for (std::size_t other = 1; other < model.bodies.size(); ++other)
      if (other != b) alone.bodies[other].mass = Expr(0), alone.bodies[other].inertia = {};
    const StateNumbers n = evaluate_at(alone, {}, 9, request);
    *sum.mass += *n.mass, *sum.bias += *n.bias, *sum.forces += *n.forces;
  }
  EXPECT_TRUE(is_near(*sum.mass, *all.mass, 1e-13 * scale(all)));
  EXPECT_TRUE(is_near(*sum.bias, *all.bias, 1e-13 * scale(all)));
  EXPECT_TRUE(is_near(*sum.forces, *all.forces, 1e-13 * scale(all)));
}

Eigen::Matrix3d tensor(const Body& body) {
  const Symmetric3<Expr>& I = body.inertia;
  const std::vector<double> v = evaluate(std::vector<Expr>{I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}, {});
  Eigen::Matrix3d m;
  m << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
  return m;
}

// What the world gives through its joints, less what gravity adds, changes the momentum and the angular momentum of all
// bodies, about the origin.
TEST_F(PropertiesTest, ReactionsChangeTheMomentum) {
  Model model = machine(kCrane);
  model.loads.pop_back();  // the potential acts on a joint: the world gives it
  std::erase_if(model.loads, [](const LoadElement& load) { return load.name == "drag"; });  // acts from the world
  EvaluateRequest request;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    request.points.push_back({model.bodies[b].name, {}, model.bodies[b].center});
    request.points.back().place.body = b;
  }
  const StateNumbers n = evaluate_at(model, {}, 10, request);
  const Eigen::Vector3d gravity(0.3, -0.2, -9.81);
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = force;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const PointNumbers& p = n.points[b - 1];
    const Eigen::Matrix3d R = to_eigen(p.rotation), I = R * tensor(model.bodies[b]) * R.transpose();
    const Eigen::Vector3d omega = to_eigen(p.angular_velocity);
    const Eigen::Vector3d change = evaluate(model.bodies[b].mass, {}) * (to_eigen(*p.acceleration) - gravity);
    force += change;
    torque += to_eigen(p.position).cross(change) + I * to_eigen(*p.angular_acceleration) + omega.cross(I * omega);
  }
  const Reaction& root = (*n.reactions)[0];
  ASSERT_EQ(root.joint, "turn");
  EXPECT_TRUE(is_near(to_eigen(root.load.force), force, 1e-11));
  EXPECT_TRUE(
      is_near(to_eigen(root.load.torque) + to_eigen(root.about).cross(to_eigen(root.load.force)), torque, 1e-11));
}

// Without efforts, no joint does work: its load meets the relative motion of its two sides.
TEST_F(PropertiesTest, ReactionsDoNoWork) {
  Model model = machine(kCrane);
  std::erase_if(model.loads, [](const LoadElement& load) {
    return load.type == LoadType::kTorsion || load.type == LoadType::kPotential;
  });
  EvaluateRequest request;
  for (const Joint& joint : model.joints) {
    request.points.push_back({joint.name, joint.from, {}});
    request.points.push_back({joint.name, joint.to, {}});
  }
  const StateNumbers n = evaluate_at(model, {}, 11, request);
  for (const Reaction& reaction : *n.reactions) {
    const auto from =
        std::find_if(n.points.begin(), n.points.end(), [&](const PointNumbers& p) { return p.name == reaction.joint; });
    const PointNumbers& to = from[1];
    const Eigen::Vector3d force = to_eigen(reaction.load.force);
    // both sides at the origin on the far body
    const Eigen::Vector3d arm = to_eigen(to.position) - to_eigen(from->position);
    const Eigen::Vector3d omega = to_eigen(from->angular_velocity);
    const Eigen::Vector3d shift = to_eigen(to.velocity) - to_eigen(from->velocity) - omega.cross(arm);
    const Eigen::Vector3d turn = to_eigen(to.angular_velocity) - omega;
    EXPECT_GT(turn.norm(), 0.01);
    EXPECT_GT(force.norm(), 0.1);
    EXPECT_NEAR(force.dot(shift) + to_eigen(reaction.load.torque).dot(turn), 0, 1e-11) << reaction.joint;
  }
}

}  // namespace
}  // namespace kinemate
