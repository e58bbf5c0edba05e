// Random machines with a loop, of joints of every kind.
#pragma once

#include <optional>

#include "model/fixture.h"
#include "model/random_machine.h"
#include "model/topology/numeric_tree.h"

namespace kinemate {

/// A random tree with one of its bodies tied to another by a joint that closes at random initial values. None where the
/// tree has too few freedoms for that.
inline std::optional<Model> random_loop(std::mt19937_64& random) {
  static constexpr const char* kTies[] = {
      "type: revolute, axis: [3, 0, 4], coordinate: e1",
      "type: prismatic, axis: y, coordinate: e1",
      "type: screw, axis: z, pitch: 0.3, coordinate: e1",
      "type: cylindrical, axis: x, coordinates: [e1, e2]",
      "type: universal, axes: [x, [0, 3, 4]], coordinates: [e1, e2]",
      "type: planar, axis: z, coordinates: [e1, e2, e3]",
      "type: spherical, sequence: zyx, coordinates: [e1, e2, e3]",
      "type: spherical, sequence: euler_parameters, coordinates: [e1, e2, e3, e4]",
      "type: constant_velocity, axis: y, coordinates: [e1, e2]",
      "type: constant_velocity, form: double_cardan, length: 0.2, axis: y, coordinates: [e1, e2]",
      "type: constant_velocity, form: euler_parameters, axis: x, coordinates: [e1, e2, e3]",
      "type: motion, coordinates: [e1, e2], rotation: [[x, e1], [y, e2]], position: [sin(e1), e2^2, t]",
      "type: revolute, axis: z, coordinate: e1, drive: sin(t) + 0.3"};
  std::string text = random_machine(random, 6);
  const std::size_t tie = random() % std::size(kTies);
  text += std::string("  tie: {from: world, to: b1, ") + kTies[tie] + "}\n";
  Model model = machine(text);
  model.name = "tied by " + std::string(kTies[tie]);
  auto number = [&] { return Expr(Rational(static_cast<long>(random() % 19) - 9, 10)); };
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    model.bodies[b].mass = Rational(static_cast<long>(random() % 9) + 1, 2);
    model.bodies[b].center = {number(), number(), number()};
    model.bodies[b].inertia = {Expr(Rational(7, 5)), Expr(Rational(6, 5)), Expr(1),
                               number() / Expr(9),   number() / Expr(9),   number() / Expr(9)};
  }
  model.gravity = {number(), number(), number()};
  Joint& joint = model.joints.back();
  joint.cut = true;
  const std::size_t to = model.bodies.size() - 1, from = random() % to;
  // coordinates where they shall be at the start
  std::uniform_real_distribution<double> value(-0.6, 0.6);
  Values values = choose_numbers(model, 0).values;
  for (const Coordinate& coordinate : model.coordinates) values[make_symbol(coordinate.name)] = value(random);
  normalise_euler_parameters(model, values);
  for (const Coordinate& coordinate : model.coordinates) {
    const Expr q = make_symbol(coordinate.name);
    if (coordinate.drive) values[q] = evaluate(*coordinate.drive, values);
    if (!coordinate.drive) model.initial.push_back({q, make_real(values[q])});
  }
  joint.from.body = from;
  joint.to.body = to;
  const Tree tree = make_tree(model);
  if (tree.secondary.size() != 1) return std::nullopt;
  std::size_t freedoms = 0;
  for (std::size_t b = to; b != kWorld; b = tree.joints[tree.joint_of[b]].parent)
    freedoms += joint_speeds(model, model.joints[tree.joints[tree.joint_of[b]].joint]).size();
  for (std::size_t b = from; b != kWorld; b = tree.joints[tree.joint_of[b]].parent)
    freedoms -= std::min(freedoms, joint_speeds(model, model.joints[tree.joints[tree.joint_of[b]].joint]).size());
  if (freedoms < 8 - joint_speeds(model, joint).size()) return std::nullopt;
  Model released = model;
  for (Coordinate& coordinate : released.coordinates) coordinate.drive.reset();
  const NumericTree numbers(released, tree, {}, values);
  Eigen::VectorXd q(static_cast<Eigen::Index>(numbers.coordinates().size()));
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = values.at(numbers.coordinates()[static_cast<std::size_t>(i)]);
  const Configuration at = numbers.at(q);
  // N against V as the joint has it; `to` is fixed to its body somewhere, `from` is where that puts it
  const JointRelation relation = make_relation(model, joint);
  Pose<double> z;
  for (std::size_t i = 0; i < 3; ++i) {
    z.position[i] = evaluate(relation.pose.position[i], values);
    for (std::size_t k = 0; k < 3; ++k) z.rotation(i, k) = evaluate(relation.pose.rotation(i, k), values);
  }
  joint.to.position = {number(), number(), number()};
  Pose<double> on_to;
  for (std::size_t i = 0; i < 3; ++i) on_to.position[i] = evaluate(joint.to.position[i], values);
  const Pose<double> V = relative(compose(compose(at.bodies[to], on_to), inverse(z)), at.bodies[from]);
  Matrix rotation;
  for (std::size_t i = 0; i < 3; ++i) {
    joint.from.position[i] = make_real(V.position[i]);
    for (std::size_t k = 0; k < 3; ++k) rotation(i, k) = make_real(V.rotation(i, k));
  }
  joint.from.rotation.matrix = rotation;
  return model;
}

}  // namespace kinemate
