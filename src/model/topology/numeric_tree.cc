#include "model/topology/numeric_tree.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

void append(std::vector<Expr>& formulas, const Vector& v) { formulas.insert(formulas.end(), {v.x, v.y, v.z}); }

// The twist for a rate of one of each coordinate: Φ ∂s/∂q̇, or the derivatives of a pose given by formulas, of which
// user-given directions may be but a part.
std::vector<Twist<Expr>> twists_by_coordinate(const Model& model, const Joint& joint, bool reversed,
                                              const JointRelation& relation) {
  const bool own_directions = !joint.free_directions.empty() || !joint.locked_directions.empty();
  if (own_directions) {
    Joint plain = joint;
    plain.type = JointType::kMotion;
    plain.free_directions.clear();
    plain.locked_directions.clear();
    const JointRelation of_pose = make_relation(model, plain);
    return (reversed ? reverse(of_pose) : of_pose).bases.free_motion;
  }
  if (!joint.euler_parameters) return relation.bases.free_motion;
  std::vector<Twist<Expr>> twists;
  for (Expr q : relation.symbols) {
    const Expr rate = make_symbol(q.name(), 1);
    Twist<Expr> twist;
    for (std::size_t k = 0; k < relation.speeds.size(); ++k)
      twist += relation.bases.free_motion[k] * differentiate(relation.inverse_rates[k], rate);
    twists.push_back(twist);
  }
  return twists;
}

Twist<double> twist_at(const double* v) { return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}; }

// What poses, constraints and initial values depend on, other parameters included: names, and those of unspecified
// functions with brackets behind.
std::set<std::string> names_in_geometry(const Model& model) {
  std::set<std::string> names;
  std::vector<std::string> fresh;
  auto add = [&](std::span<const Expr> formulas) {
    for (Expr symbol : free_symbols(formulas))
      if (names.insert(std::string(symbol.name())).second) fresh.push_back(std::string(symbol.name()));
    for (Expr call : unspecified_calls(formulas)) names.insert(std::string(call.name()) + "()");
  };
  visit_formulas(model, [&](std::string_view section, auto, auto, std::span<const Expr> formulas, Allowed) {
    if (section == "frames" || section == "joints" || section == "constraints" || section == "initial") add(formulas);
  });
  for (const Coordinate& coordinate : model.coordinates)
    if (coordinate.drive) add({&*coordinate.drive, 1});
  std::unordered_map<std::string, Expr> values;
  for (const Parameter& parameter : model.parameters)
    if (parameter.value) values.emplace(parameter.name, *parameter.value);
  while (!fresh.empty()) {
    const auto value = values.find(fresh.back());
    fresh.pop_back();
    if (value != values.end()) add({&value->second, 1});
  }
  return names;
}

}  // namespace

NumericTree::NumericTree(const Model& model, const Tree& tree, std::span<const std::size_t> further,
                         const Values& constants)
    : model_(model), tree_(tree), constants_(constants) {
  for (const TreeJoint& tree_joint : tree.joints) {
    add_joint(model, tree_joint.joint, tree_joint.reversed);
    const Joint& joint = model.joints[tree_joint.joint];
    const Attachment& near = tree_joint.reversed ? joint.to : joint.from;
    const Attachment& far = tree_joint.reversed ? joint.from : joint.to;
    ends_.push_back({place(near), place(far), near.world_axes});
  }
  for (std::size_t joint : further) add_joint(model, joint, false);
  for (std::size_t index : further_coordinates(model)) {
    column(coordinates_, coordinate_index_, make_symbol(model.coordinates[index].name));
    column(speeds_, speed_index_, make_symbol(model.coordinates[index].name, 1));
  }
  varying_ = with_sample_functions(varying_);
}

std::size_t NumericTree::column(std::vector<Expr>& symbols, std::unordered_map<Expr, std::size_t>& index, Expr symbol) {
  const auto [found, fresh] = index.emplace(symbol, symbols.size());
  if (fresh) symbols.push_back(symbol);
  return found->second;
}

void NumericTree::add_joint(const Model& model, std::size_t index, bool reversed) {
  const Joint& joint = model.joints[index];
  JointRelation relation = make_relation(model, joint);
  if (reversed) relation = reverse(relation);
  std::vector<Expr> formulas;
  for (const Vector& row : relation.pose.rotation.rows) append(formulas, row);
  append(formulas, relation.pose.position);
  for (const Twist<Expr>& twist : relation.bases.free_motion)
    append(formulas, twist.angular), append(formulas, twist.linear);
  for (const Twist<Expr>& twist : twists_by_coordinate(model, joint, reversed, relation))
    append(formulas, twist.angular), append(formulas, twist.linear);
  for (Expr formula : formulas) {
    if (formula.kind() == Kind::kRational) {
      slots_.push_back(formula.real());
    } else {
      varying_.push_back(formula);
      varying_slot_.push_back(slots_.size());
      slots_.push_back(0);
    }
  }
  std::vector<std::size_t>& q = coordinate_columns_.emplace_back();
  for (Expr symbol : relation.symbols) q.push_back(column(coordinates_, coordinate_index_, symbol));
  std::vector<std::size_t>& s = speed_columns_.emplace_back();
  for (Expr symbol : relation.speeds) s.push_back(column(speeds_, speed_index_, symbol));
}

double NumericTree::largest_arm() const {
  double largest = 0;
  for (const Ends& ends : ends_)
    for (const Pose<double>* pose : {&ends.near, &ends.far})
      largest = std::max(largest, std::sqrt(dot(pose->position, pose->position)));
  return largest;
}

Values NumericTree::values_at(const Eigen::VectorXd& q) const {
  Values values = constants_;
  for (Expr s : speeds_) values[s] = 0;
  for (std::size_t i = 0; i < coordinates_.size(); ++i) values[coordinates_[i]] = q[static_cast<Eigen::Index>(i)];
  return values;
}

Configuration NumericTree::at(const Eigen::VectorXd& q) const {
  std::vector<double> slots = slots_;
  const std::vector<double> numbers = evaluate(varying_, values_at(q));
  for (std::size_t i = 0; i < numbers.size(); ++i) slots[varying_slot_[i]] = numbers[i];

  Configuration result;
  result.bodies.resize(tree_.joint_of.size());
  const double* next = slots.data();
  for (std::size_t i = 0; i < speed_columns_.size(); ++i) {
    JointNumbers joint;
    for (std::size_t k = 0; k < 3; ++k) joint.pose.rotation.rows[k] = {next[3 * k], next[3 * k + 1], next[3 * k + 2]};
    joint.pose.position = {next[9], next[10], next[11]};
    next += 12;
    for (std::size_t k = 0; k < speed_columns_[i].size(); ++k, next += 6) joint.by_speed.push_back(twist_at(next));
    for (std::size_t k = 0; k < coordinate_columns_[i].size(); ++k, next += 6)
      joint.by_coordinate.push_back(twist_at(next));
    result.joints.push_back(std::move(joint));
  }
  for (std::size_t i = 0; i < tree_.joints.size(); ++i) {
    const Pose<double>& parent = result.bodies[tree_.joints[i].parent];
    const Ends& ends = ends_[i];
    const Pose<double> near{ends.world_axes ? ends.near.rotation : parent.rotation * ends.near.rotation,
                            parent.at(ends.near.position)};
    const Pose<double> frame = compose(near, result.joints[i].pose);
    result.axes.push_back(near.rotation);
    result.origin.push_back(frame.position);
    result.bodies[tree_.joints[i].child] = compose(frame, inverse(ends.far));
  }
  return result;
}

Pose<double> NumericTree::place(const Attachment& attachment) const {
  const Pose<Expr> pose = pose_on_body(model_, attachment);
  std::vector<Expr> formulas;
  for (const Vector& row : pose.rotation.rows) append(formulas, row);
  append(formulas, pose.position);
  const std::vector<double> v = evaluate(with_sample_functions(formulas), constants_);
  return {{{{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}}}}, {v[9], v[10], v[11]}};
}

Numbers choose_numbers(const Model& model, unsigned trial) {
  Numbers numbers;
  std::mt19937_64 random(trial);
  std::uniform_real_distribution<double> number(0.5, 1.5);
  const std::set<std::string> geometry = names_in_geometry(model);
  auto choose = [&](const std::string& name) {
    numbers.values.emplace(make_symbol(name), number(random));
    if (geometry.contains(name)) numbers.at_random.push_back(name);
  };
  for (const Parameter& parameter : model.parameters)
    if (!parameter.value) choose(parameter.name);
  for (const std::string& name : undeclared_parameters(model)) choose(name);
  for (const std::string& name : geometry)
    if (name.ends_with("()")) numbers.at_random.push_back(name);
  for (const Input& input : model.inputs) numbers.values.emplace(make_symbol(input.name), 0);
  numbers.values.emplace(make_symbol("t"), 0);
  std::vector<Expr> names, formulas;
  for (const auto& [symbol, value] : parameter_values(model)) names.push_back(symbol), formulas.push_back(value);
  const std::vector<double> values = evaluate(with_sample_functions(formulas), numbers.values);
  for (std::size_t i = 0; i < names.size(); ++i) numbers.values.emplace(names[i], values[i]);
  return numbers;
}

}  // namespace kinemate
