// The loads of formalism/closed_loads at every cut of every machine, against those of all bodies and joints at once.
#include <algorithm>
#include <cmath>
#include <optional>

#include "formalism/closed_equations.h"
#include "formalism/closed_loads.h"
#include "formalism/links/closed_recursion.h"
#include "formalism/loop_fixture.h"
#include "loops/closed_kinematics.h"
#include "loops/closed_machine.h"
#include "loops/loop_machines.h"
#include "loops/random_loop.h"
#include "loops/whole_machine.h"
#include "model/constraint_equations.h"

namespace kinemate {
namespace {

class LoopLoadsTest : public ModelTest {};

// The loads of all joints at a motion, each on the joint's `to`, about its origin there.
std::vector<Numbers6> loads_on_to(const Model& model, const Kinematics& closed, const ClosedLoads& loads,
                                  const Values& values) {
  std::vector<Numbers6> result(model.joints.size(), Numbers6::Constant(NAN));
  for (const JointLoad& joint : loads.loads) {
    if (joint.joint == kNone) continue;  // of a contact
    const auto& [torque, force] = joint.load;
    const Vector arm = joint.origin - inertial_pose(model, closed, model.joints[joint.joint].to).position;
    const std::vector<Expr> formulas = {torque.x, torque.y, torque.z, force.x, force.y, force.z, arm.x, arm.y, arm.z};
    const std::vector<double> n = evaluate(with_sample_functions(formulas), values);
    Numbers6 load;
    load << n[0], n[1], n[2], n[3], n[4], n[5];
    load.head<3>() += Eigen::Vector3d(n[6], n[7], n[8]).cross(load.tail<3>());
    result[joint.joint] = joint.body == body_of(model, model.joints[joint.joint].to) ? load : Numbers6(-load);
  }
  return result;
}

double largest_difference(const std::vector<Numbers6>& a, const std::vector<Numbers6>& b) {
  double difference = 0;
  for (std::size_t j = 0; j < a.size(); ++j) difference = std::max(difference, (a[j] - b[j]).lpNorm<Eigen::Infinity>());
  return difference;
}

// Whether joints may do work: their frames are moved as time has it.
bool is_moved_by_time(const Model& model) {
  return model.base || !model.constraints.empty() || model.name.find("driven") != std::string::npos ||
         model.name == "pose by formulas";
}

// Of every cut: each body gets what it needs, joints do no work but by their efforts, and the loads, undetermined ones
// too, are those with the least sum of squares.
TEST_F(LoopLoadsTest, BalancePowerAndLeastSquaresAtEveryCut) {
  std::mt19937_64 random(1);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const WholeMachine whole(model);
    const Values state = whole.random_state(random);
    const double length = compute_closed_kinematics(model).closing->length;
    const WholeMotion motion = whole.at(state, length);
    const double scale = std::max(1.0, motion.strongest);
    std::vector<Model> ways = {model};
    const std::vector<std::size_t> in_loops = joints_in_loops(model);
    for (std::size_t j : in_loops)
      if (in_loops.size() < 10 || random() % 6 == 0) ways.push_back(cut_at(model, {j}));
    for (const Model& way : ways) {
      const Kinematics closed = compute_closed_kinematics(way);
      SCOPED_TRACE("cut " + way.joints[closed.tree.secondary[0]].name);
      EXPECT_NEAR(closed.closing->length, length, 1e-12 * length);
      const ClosedLoads loads = compute_closed_loads(way, closed);
      const auto contacts = static_cast<std::size_t>(std::count_if(
          model.constraints.begin(), model.constraints.end(), [](const Constraint& c) { return !is_equation(c); }));
      EXPECT_EQ(loads.loads.size(), model.joints.size() + contacts);
      EXPECT_EQ(loads.multipliers.size(), closed.closing->conditions.conditions.size());
      const std::vector<Numbers6> found = loads_on_to(way, closed, loads, motion.values);
      EXPECT_LT(whole.missing(state, motion, found), 1e-10 * scale);
      EXPECT_LT(largest_difference(found, motion.loads), 1e-8 * scale);
      const auto [power, amounts] = whole.power(state, found);
      EXPECT_NEAR(power, whole.power(state, motion.loads).first, 1e-9 * (amounts + scale));
      if (!is_moved_by_time(model)) {
        EXPECT_NEAR(power, 0, 1e-9 * (amounts + scale));
      }
    }
  }
}

TEST_F(LoopLoadsTest, OtherNamesAndOrder) {
  std::mt19937_64 random(2);
  for (const char* name : {"four bars across the gravity", "RSSR", "loads on the joint that closes",
                           "two loops that share a body", "rolls in a loop"}) {
    SCOPED_TRACE(name);
    const Model model = loop_machine(name);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    const auto found_in = [&](const Model& other) {
      const Kinematics closed = compute_closed_kinematics(other);
      return loads_on_to(other, closed, compute_closed_loads(other, closed), motion.values);
    };
    const ShuffledMachine other = shuffled(model, random);
    const std::vector<Numbers6> found = found_in(model), mixed = found_in(other.model);
    std::vector<Numbers6> sorted;
    for (std::size_t j : other.joint_of) sorted.push_back(mixed[j]);
    EXPECT_LT(largest_difference(found, sorted), 1e-8 * std::max(1.0, motion.strongest));
  }
}

// The whole machine knows of no carrier that bears the torque of a joint with axes of the world.
bool has_axes_of_the_world(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& j) { return j.from.world_axes; });
}

TEST_F(LoopLoadsTest, RandomLoops) {
  for (unsigned seed : {4u, 16u, 24u, 36u, 39u}) {
    std::mt19937_64 random(seed);
    std::optional<Model> model;
    while (!model || has_axes_of_the_world(*model)) model = random_loop(random);
    SCOPED_TRACE(model->name);
    const WholeMachine whole(*model);
    const Values state = whole.random_state(random);
    const Kinematics closed = compute_closed_kinematics(*model);
    const WholeMotion motion = whole.at(state, closed.closing->length);
    const std::vector<Numbers6> found =
        loads_on_to(*model, closed, compute_closed_loads(*model, closed), motion.values);
    EXPECT_LT(whole.missing(state, motion, found), 1e-9 * std::max(1.0, motion.strongest));
    EXPECT_LT(largest_difference(found, motion.loads), 1e-8 * std::max(1.0, motion.strongest));
  }
}

std::vector<std::string> undetermined_loads(const Model& model) {
  std::vector<std::string> names;
  for (const auto& one : compute_closed_loads(model, compute_closed_kinematics(model)).undetermined)
    names.push_back(describe(model, one));
  return names;
}

// A plane loop of spatial revolute joints: how its joints share forces across the plane and torques in it is open.
TEST_F(LoopLoadsTest, WhatIsNotDetermined) {
  const std::vector<std::string> across = {"A0 (force z, torque x, torque y)", "A (force z, torque x, torque y)",
                                           "B (force z, torque x, torque y)", "B0 (force z, torque x, torque y)"};
  const Model bars = example_machine("four_bar");
  EXPECT_EQ(undetermined_loads(bars), across);
  for (std::size_t j = 0; j < bars.joints.size(); ++j) EXPECT_EQ(undetermined_loads(cut_at(bars, {j})), across);
  // with ball joints, or a Cardan joint and one, all is determined
  EXPECT_TRUE(undetermined_loads(loop_machine("RSSR")).empty());
  EXPECT_TRUE(undetermined_loads(example_machine("spatial_slider_crank")).empty());
  // the joint before a loop is not of it
  std::string on_turning_body;
  for (const std::string& name : undetermined_loads(loop_machine("loop on a body that turns")))
    on_turning_body += name[0];
  EXPECT_EQ(on_turning_body, "jklm");
  EXPECT_EQ(undetermined_loads(example_machine("bricard")).size(), 6u);
}

// What is not determined is shared evenly where nothing tells the joints apart: a plate on two equal arms, its weight
// across the loop.
TEST_F(LoopLoadsTest, LoadAcrossThePlaneOfALoop) {
  const Model model = machine(R"(
gravity: [0, 0, -10]
bodies:
  a: {mass: 1, center: [0, 0.5, 0], inertia: {xx: 0.1, zz: 0.1}}
  b: {mass: 4, center: [1, 0, 0], inertia: {yy: 0.4, zz: 0.4}}
  c: {mass: 1, center: [0, 0.5, 0], inertia: {xx: 0.1, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [0, 1, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [0, 1, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: c, coordinate: q4}
)");
  for (std::size_t j = 0; j < 4; ++j) {
    const Model way = cut_at(model, {j});
    SCOPED_TRACE("cut " + way.joints[j].name);
    const Kinematics closed = compute_closed_kinematics(way);
    Values values = closed.closing->start;
    for (Expr s : closed.closing->conditions.speeds) values[s] = values[rate_of(s)] = 0;
    const std::vector<Numbers6> loads = loads_on_to(way, closed, compute_closed_loads(way, closed), values);
    // both arms carry half of 60 N to the world, and half of the plate
    EXPECT_NEAR(loads[0][5], 30, 1e-9);
    EXPECT_NEAR(loads[3][5], 30, 1e-9);
    EXPECT_NEAR(loads[1][5], 20, 1e-9);
    EXPECT_NEAR(loads[2][5], -20, 1e-9);  // on c by b
    // about x they balance the arms, 10 N each at half their length, and 40 N of the plate at their ends
    EXPECT_NEAR(loads[0][0] + loads[3][0], 50, 1e-9);
    EXPECT_NEAR(loads[0][1], -loads[3][1], 1e-9);
  }
}

// Bᵀ λ is what conditions do to the speeds of the tree: by these loads and by the recursions.
TEST_F(LoopLoadsTest, MultipliersOfTheRecursions) {
  std::mt19937_64 random(3);
  const Model model = example_machine("spatial_slider_crank");
  const Kinematics tree = compute_kinematics(model), closed = compute_closed_kinematics(model);
  const WholeMachine whole(model);
  const WholeMotion motion = whole.at(whole.random_state(random));
  const MachineLinks links = make_links(model, tree);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  const std::vector<double> multipliers = evaluate(
      compute_closed_accelerations(model, tree, links, system, ClosedMethod::kLinear).multipliers, motion.values);
  const LinearNumbers J =
      linear_numbers(time_derivatives(tree, loop_residuals(model, tree)), tree.speeds, motion.values);
  ASSERT_EQ(static_cast<std::size_t>(J.A.rows()), multipliers.size());
  const Eigen::VectorXd by_recursion =
      J.A.transpose() * Eigen::Map<const Eigen::VectorXd>(multipliers.data(), J.A.rows());
  const std::vector<double> own = evaluate(compute_closed_loads(model, closed).multipliers, motion.values);
  Eigen::VectorXd by_loads = Eigen::VectorXd::Zero(J.A.cols());
  const std::vector<LoopCondition>& conditions = closed.closing->conditions.conditions;
  for (std::size_t i = 0; i < conditions.size(); ++i)
    for (const auto& [column, entry] : conditions[i].row)
      if (column < tree.speeds.size())
        by_loads[static_cast<Eigen::Index>(column)] += evaluate(entry, motion.values) * own[i];
  EXPECT_GT(largest(by_loads), 1e-2);
  EXPECT_LT(largest(by_loads - by_recursion), 1e-10 * std::max(1.0, largest(by_loads)));
}

// What rolls is held by the ground: a joint that only counts freedoms carries nothing, and hubs what wheels take from
// the ground.
TEST_F(LoopLoadsTest, FreeJointsCarryNothing) {
  std::mt19937_64 random(4);
  for (const char* name : {"rolling_disc", "whipple_bicycle"}) {
    SCOPED_TRACE(name);
    const Model model = example_machine(name);
    const WholeMachine whole(model);
    const Values state = whole.random_state(random, 0.3);
    const WholeMotion motion = whole.at(state);
    const Kinematics closed = compute_closed_kinematics(model);
    const std::vector<Numbers6> found = loads_on_to(model, closed, compute_closed_loads(model, closed), motion.values);
    const double tolerance = 1e-9 * std::max(1.0, motion.strongest);
    EXPECT_LT(whole.missing(state, motion, found), tolerance);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
      if (model.joints[j].type == JointType::kFree) {
        EXPECT_LT(found[j].lpNorm<Eigen::Infinity>(), tolerance);
      }
  }
}

// What rolls freely is moved by its contact alone.
TEST_F(LoopLoadsTest, ContactsHoldWhatRolls) {
  std::mt19937_64 random(6);
  for (const Model& model : all_rolling_machines()) {
    SCOPED_TRACE(model.name);
    if (model.constraints.size() > 1) continue;
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random, 0.3));
    const Kinematics closed = compute_closed_kinematics(model);
    const ClosedLoads loads = compute_closed_loads(model, closed);
    const JointLoad& contact = loads.loads.back();
    ASSERT_EQ(contact.joint, kNone);
    EXPECT_EQ(owner_of(model, contact), "constraint " + model.constraints[0].name);
    const Vector arm = contact.origin - closed.bodies[contact.body].pose.position;
    const Load<Expr> gap = move_to(contact.load, arm) - needed_loads(model, closed)[contact.body];
    const std::vector<Expr> six = {gap.torque.x, gap.torque.y, gap.torque.z, gap.force.x, gap.force.y, gap.force.z};
    for (double number : evaluate(six, motion.values)) EXPECT_NEAR(number, 0, 1e-9 * std::max(1.0, motion.strongest));
  }
}

// Inertia beside that of bodies, of a joint that closes the loop or is in the tree.
TEST_F(LoopLoadsTest, KineticEnergyActsAlongItsJoint) {
  std::mt19937_64 random(5);
  const Model plain = loop_machine("four bars across the gravity");
  const Values state = WholeMachine(plain).random_state(random);
  Model model = plain;
  LoadElement rotor;
  rotor.name = "rotor";
  rotor.type = LoadType::kKinetic;
  rotor.formula = parse("3*q3'^2/2");
  model.loads.push_back(rotor);
  std::vector<Numbers6> expected;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Model way = cut_at(model, {j});
    SCOPED_TRACE("cut " + model.joints[j].name);
    const Kinematics closed = compute_closed_kinematics(way);
    const NumericEquations e = numbers(derive_by(find_formalism("kane"), way, closed), state);
    Values values = state;
    values[rate_of(closed.speeds[0])] = (e.forces[0] - e.bias[0]) / e.mass(0, 0);
    for (const auto& [symbol, formula] : dependent_motion(*closed.closing).symbols)
      if (!state.contains(symbol)) values[symbol] = evaluate(formula, values);
    const std::vector<Numbers6> found = loads_on_to(way, closed, compute_closed_loads(way, closed), values);
    if (expected.empty()) expected = found;
    EXPECT_LT(largest_difference(found, expected), 1e-8);
    // about its axis the joint takes from its bodies what accelerates the rotor
    EXPECT_NEAR(found[2][2], -3 * values.at(parse("q3''")), 1e-9);
    for (std::size_t other : {0u, 1u, 3u}) EXPECT_NEAR(found[other][2], 0, 1e-9);
  }
}

}  // namespace
}  // namespace kinemate
