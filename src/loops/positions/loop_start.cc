#include "loops/positions/loop_start.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"
#include "expr/normal/sample_functions.h"
#include "model/joints/joint.h"
#include "model/topology/numeric_tree.h"
#include "numeric/finite_difference.h"
#include "numeric/newton.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

std::vector<Expr> pose_entries(const Pose<Expr>& pose) {
  std::vector<Expr> entries;
  for (const Vector& v : {pose.rotation.rows[0], pose.rotation.rows[1], pose.rotation.rows[2], pose.position})
    entries.insert(entries.end(), {v.x, v.y, v.z});
  return entries;
}

VectorXd pose_numbers(const Pose<double>& pose) {
  VectorXd entries(12);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) entries[static_cast<Index>(3 * i + j)] = pose.rotation(i, j);
    entries[static_cast<Index>(9 + i)] = pose.position[i];
  }
  return entries;
}

// The coordinates of one joint whose ends are where they are.
void add_joint_values(const Model& model, const Joint& joint, const Pose<double>& relative, Values& values) {
  std::vector<Expr> missing;
  VectorXd guess(static_cast<Index>(joint.coordinates.size()));
  for (std::size_t index : joint.coordinates) {
    const Expr q = make_symbol(model.coordinates[index].name);
    if (values.contains(q)) continue;
    guess[static_cast<Index>(missing.size())] = evaluate(initial_value(model, q), values);
    missing.push_back(q);
  }
  if (missing.empty()) return;
  guess.conservativeResize(static_cast<Index>(missing.size()));
  Joint plain = joint;
  if (plain.type == JointType::kCustom) plain.type = JointType::kMotion;
  const std::vector<Expr> entries = pose_entries(make_relation(model, plain).pose);
  const VectorXd wanted = pose_numbers(relative);
  Values trial = values;
  const VectorFunction residual = [&](const VectorXd& q) {
    for (std::size_t i = 0; i < missing.size(); ++i) trial[missing[i]] = q[static_cast<Index>(i)];
    const std::vector<double> numbers = evaluate(entries, trial);
    return VectorXd(Eigen::Map<const VectorXd>(numbers.data(), 12) - wanted);
  };
  const DenseJacobian slope = [&](const VectorXd& q) { return compute_jacobian(residual, q); };
  NewtonOptions options;
  options.tolerance = 1e-11;  // the tree itself is closed to rounding only
  options.longest_step = 1;
  const NewtonResult result = solve_newton(residual, slope, guess, options);
  if (result.residual_norm > 1e-9 * std::max(1.0, wanted.lpNorm<Eigen::Infinity>())) return;
  for (std::size_t i = 0; i < missing.size(); ++i) values[missing[i]] = result.x[static_cast<Index>(i)];
}

void add_loop_values(const Model& model, const Tree& tree, Values& values) {
  const NumericTree numbers(model, tree, {}, values);
  VectorXd q(static_cast<Index>(numbers.coordinates().size()));
  for (std::size_t i = 0; i < numbers.coordinates().size(); ++i) {
    const auto value = values.find(numbers.coordinates()[i]);
    q[static_cast<Index>(i)] = value == values.end() ? 0 : value->second;
  }
  const Configuration at = numbers.at(q);
  for (std::size_t index : tree.secondary) {
    const Joint& joint = model.joints[index];
    const Pose<double> from = numbers.place(joint.from);
    const Pose<double>& carrier = at.bodies[body_of(model, joint.from)];
    const Pose<double> V{joint.from.world_axes ? from.rotation : carrier.rotation * from.rotation,
                         carrier.at(from.position)};
    const Pose<double> N = compose(at.bodies[body_of(model, joint.to)], numbers.place(joint.to));
    try {
      add_joint_values(model, joint, relative(N, V), values);
    } catch (const Error&) {  // a formula has no value
    }
  }
}

}  // namespace

Values complete_start(const Model& model, const Tree& tree, const Values& start) {
  Values values = start;
  Model released = model;
  for (Coordinate& coordinate : released.coordinates) {
    const Expr q = make_symbol(coordinate.name);
    if (coordinate.drive && !values.contains(q)) {
      try {
        values.emplace(q, evaluate(with_sample_functions({&*coordinate.drive, 1})[0], start));
      } catch (const Error&) {
      }
    }
    coordinate.drive.reset();
  }
  const bool complete = std::all_of(tree.secondary.begin(), tree.secondary.end(), [&](std::size_t joint) {
    const auto& own = model.joints[joint].coordinates;
    return std::all_of(own.begin(), own.end(),
                       [&](std::size_t q) { return values.contains(make_symbol(model.coordinates[q].name)); });
  });
  if (complete) return values;
  try {
    add_loop_values(released, tree, values);
  } catch (const Error&) {  // the tree has no value at the start: loops are found without these then
  }
  return values;
}

}  // namespace kinemate
