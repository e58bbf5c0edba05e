#include "loops/loop_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "expr/graph.h"
#include "model/constraint_equations.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

// The body that carries a whole loop. What happens in the loop is seen from it: its own motion, and all that carries
// it, does not matter there.
struct Carrier {
  std::size_t body = kWorld;
  Kinematics seen;                   // the carrier at rest at the origin; only bodies between it and the joint
  Matrix axes = Matrix::identity();  // of what is seen, in inertial space
};

// A frame of a joint that closes a loop, in axes of the carrier.
struct LoopFrame {
  Pose<Expr> pose;
  Twist<Expr> twist;        // about its origin
  Acceleration<Expr> bias;  // for ṡ = 0
  std::vector<std::pair<std::size_t, Twist<Expr>>> columns;
};

// The motion of N against V as V sees it, in axes of V, about the origin of N.
struct LoopMotion {
  Pose<Expr> pose;
  Twist<Expr> twist;
  Twist<Expr> rate;  // its derivative in V for ṡ = 0
  std::vector<std::pair<std::size_t, Twist<Expr>>> columns;
};

std::vector<Expr> components(const Load<Expr>& w) {
  return {w.torque.x, w.torque.y, w.torque.z, w.force.x, w.force.y, w.force.z};
}

bool is_shift_along(const Load<Expr>& direction, std::size_t axis) {
  return direction == Load<Expr>{{}, unit<Expr>(axis)};
}

// Names that stand in formulas of loads, constraints, outputs and events, or are to be independent.
std::unordered_set<std::string> names_that_matter(const Model& model) {
  std::unordered_set<std::string> names;
  auto add = [&](std::string_view name) { names.insert(std::string(name)); };
  visit_formulas(model, [&](std::string_view section, std::string_view, std::string_view,
                            std::span<const Expr> formulas, Allowed) {
    if (section == "joints" || section == "initial" || section == "parameters") return;
    for (Expr symbol : free_symbols(formulas)) add(symbol.name());
  });
  for (Expr speed : model.independent) add(speed.name());
  for (const LoadElement& load : model.loads) {
    if (load.coordinate != kNone) add(model.coordinates[load.coordinate].name);
    if (load.joint == kNone) continue;
    for (Expr s : joint_speeds(model, model.joints[load.joint])) add(s.name());
  }
  return names;
}

// Angles of two and more axes can lock, which is no reason to stop where nobody asks for them.
bool has_safe_rates(const Joint& joint) {
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kPrismatic:
    case JointType::kCylindrical:
    case JointType::kPlanar:
    case JointType::kScrew:
    case JointType::kMotion:
    case JointType::kCustom: return true;
    default: return false;
  }
}

bool coordinates_matter(const Model& model, const Joint& joint, const std::unordered_set<std::string>& matter) {
  if (has_safe_rates(joint)) return true;
  for (std::size_t index : joint.coordinates) {
    const Coordinate& coordinate = model.coordinates[index];
    if (!coordinate.drive && matter.contains(coordinate.name)) return true;
  }
  const std::vector<std::string> named = named_speeds(joint);
  return std::any_of(named.begin(), named.end(), [&](const std::string& name) { return matter.contains(name); });
}

class ConditionMaker {
 public:
  ConditionMaker(const Model& model, const Kinematics& kinematics) : model_(model), kinematics_(kinematics) {
    made_.speeds = kinematics.speeds;
    for (std::size_t i = 0; i < made_.speeds.size(); ++i) column_of_.emplace(made_.speeds[i], i);
    still_ = kinematics.time_derivative;
    for (Expr s : kinematics.speeds) still_.insert_or_assign(s, Expr(0));
    for (Expr s : kinematics.loop_speeds) still_.insert_or_assign(s, Expr(0));
  }

  LoopConditions make() {
    for (std::size_t j : joints_with_own_speeds(model_, kinematics_.tree)) add_columns(j);
    for (std::size_t j : kinematics_.tree.secondary) add_joint(j);
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) add_constraint(i);
    return std::move(made_);
  }

 private:
  void add_columns(std::size_t j) {
    const JointRelation relation = make_relation(model_, model_.joints[j]);
    made_.joints.push_back(j);
    for (Expr s : relation.speeds)
      if (column_of_.emplace(s, made_.speeds.size()).second) made_.speeds.push_back(s);
    for (std::size_t i = 0; i < relation.symbols.size(); ++i) {
      made_.coordinates.push_back(relation.symbols[i]);
      made_.coordinate_rates.push_back(relation.rates[i]);
    }
  }

  std::vector<std::size_t> way_to(std::size_t body) const {
    std::vector<std::size_t> way = {body};
    while (way.back() != kWorld) way.push_back(kinematics_.tree.joints[kinematics_.tree.joint_of[way.back()]].parent);
    return way;
  }

  // Joints that turn against the world make the world the carrier.
  Carrier carrier_of(const Joint& joint) const {
    const Tree& tree = kinematics_.tree;
    std::vector<std::size_t> to = way_to(body_of(model_, joint.to)), from = way_to(body_of(model_, joint.from));
    std::size_t common = kWorld;
    while (!to.empty() && !from.empty() && to.back() == from.back()) {
      common = to.back();
      to.pop_back(), from.pop_back();
    }
    bool against_world = joint.from.world_axes || joint.to.world_axes;
    for (const auto* way : {&to, &from})
      for (std::size_t body : *way) {
        const Joint& on_way = model_.joints[tree.joints[tree.joint_of[body]].joint];
        against_world = against_world || on_way.from.world_axes || on_way.to.world_axes;
      }
    if (against_world || (common == kWorld && !model_.base)) return {kWorld, kinematics_};
    Carrier carrier{common, {}, kinematics_.bodies[common].pose.rotation};
    Kinematics& seen = carrier.seen;
    seen.tree = tree;
    seen.tree.joint_of[common] = kNone;
    seen.relations = kinematics_.relations;
    for (auto* way : {&to, &from}) std::reverse(way->begin(), way->end());
    to.insert(to.end(), from.begin(), from.end());
    seen.bodies = compute_body_motions(model_, tree, kinematics_.relations, to);
    return carrier;
  }

  LoopFrame frame_of(const Carrier& carrier, const Attachment& attachment) const {
    const std::size_t body = body_of(model_, attachment);
    const Pose<Expr> place = pose_on_body(model_, attachment);
    if (body == carrier.body && body != kWorld) return {place, {}, {}, {}};
    const Kinematics& seen = carrier.seen;
    const PointMotion motion = compute_point_motion(model_, seen, body, place.position);
    LoopFrame frame{inertial_pose(model_, seen, attachment),
                    {motion.angular_velocity, motion.velocity},
                    {motion.angular_bias, motion.bias},
                    {}};
    if (attachment.world_axes) {
      frame.twist.angular = seen.bodies[kWorld].twist.angular;
      frame.bias.angular = seen.bodies[kWorld].bias.angular;
    }
    for (std::size_t i = 0; i < motion.speeds.size(); ++i)
      frame.columns.emplace_back(column_of_.at(motion.speeds[i]),
                                 Twist<Expr>{attachment.world_axes ? Vector{} : motion.J_R[i], motion.J_T[i]});
    return frame;
  }

  static LoopMotion relative_motion(const LoopFrame& V, const LoopFrame& N) {
    const Matrix& R = V.pose.rotation;
    const Vector d = N.pose.position - V.pose.position;
    const Vector& omega = V.twist.angular;
    const Vector turning = N.twist.angular - omega, moving = N.twist.linear - V.twist.linear - cross(omega, d);
    LoopMotion motion;
    motion.pose = {transpose(R) * N.pose.rotation, transposed_times(R, d)};
    motion.twist = {transposed_times(R, turning), transposed_times(R, moving)};
    motion.rate = {transposed_times(R, N.bias.angular - V.bias.angular - cross(omega, turning)),
                   transposed_times(R, N.bias.linear - V.bias.linear - cross(V.bias.angular, d) -
                                           cross(omega, cross(omega, d)) - cross(omega, moving) * Expr(2))};
    for (const auto& [column, twist] : N.columns)
      motion.columns.emplace_back(column,
                                  Twist<Expr>{transposed_times(R, twist.angular), transposed_times(R, twist.linear)});
    for (const auto& [column, twist] : V.columns)
      motion.columns.emplace_back(column, Twist<Expr>{transposed_times(R, -twist.angular),
                                                      transposed_times(R, -twist.linear - cross(twist.angular, d))});
    return motion;
  }

  // Entries of one column added up, zeros left out, ascending.
  static std::vector<std::pair<std::size_t, Expr>> gathered(const std::vector<std::pair<std::size_t, Expr>>& entries) {
    std::map<std::size_t, Expr> sums;
    for (const auto& [column, entry] : entries) sums[column] += entry;
    std::vector<std::pair<std::size_t, Expr>> row;
    for (const auto& [column, sum] : sums)
      if (!sum.is_zero()) row.emplace_back(column, sum);
    return row;
  }

  void add_joint(std::size_t j) {
    const Joint& joint = model_.joints[j];
    const Carrier carrier = carrier_of(joint);
    const LoopFrame V = frame_of(carrier, joint.from), N = frame_of(carrier, joint.to);
    const std::size_t first = made_.conditions.size();
    add_conditions(j, V, N);
    for (std::size_t i = first; i < made_.conditions.size(); ++i)
      made_.conditions[i].load = carrier.axes * made_.conditions[i].load;
  }

  void add_conditions(std::size_t j, const LoopFrame& V, const LoopFrame& N) {
    const Joint& joint = model_.joints[j];
    // the relative pose as symbols, so that its derivatives can be written by the relative twist
    Pose<Expr> pose;
    for (std::size_t k = 0; k < 9; ++k)
      pose.rotation(k / 3, k % 3) = make_symbol(fmt::format("rotation {} of {}", k, j));
    for (std::size_t k = 0; k < 3; ++k) pose.position[k] = make_symbol(fmt::format("position {} of {}", k, j));
    const std::vector<ImplicitEquation> equations = locked_by(joint, pose);
    std::size_t shifts = 0;
    for (const ImplicitEquation& e : equations)
      for (std::size_t k = 0; k < 3; ++k) shifts += is_shift_along(e.direction, k) ? 1 : 0;
    const bool own = std::find(made_.joints.begin(), made_.joints.end(), j) != made_.joints.end();
    if (shifts == equations.size() && shifts == 3 && !own) return add_point(j, V, N);
    const LoopMotion motion = relative_motion(V, N);
    const Seeds moving = moving_pose(pose, motion);
    Substitution actual;
    for (std::size_t k = 0; k < 9; ++k)
      actual.symbols.emplace(pose.rotation(k / 3, k % 3), motion.pose.rotation(k / 3, k % 3));
    for (std::size_t k = 0; k < 3; ++k) actual.symbols.emplace(pose.position[k], motion.pose.position[k]);
    for (const ImplicitEquation& equation : equations) {
      bool of_point = false;
      for (std::size_t k = 0; k < 3; ++k) of_point = of_point || is_shift_along(equation.direction, k);
      if (shifts == 3 && of_point) continue;
      add_condition(j, V, motion, moving, actual, equation);
    }
    if (shifts == 3) add_point(j, V, N);
    if (own) add_definitions(j, V, motion, moving, actual, pose);
  }

  // Custom joints may lock more than their pose does: the error of the pose in all that they lock.
  std::vector<ImplicitEquation> locked_by(const Joint& joint, const Pose<Expr>& pose) const {
    if (joint.type != JointType::kCustom) return make_implicit(model_, joint, pose);
    const JointRelation relation = make_relation(model_, joint);
    std::vector<ImplicitEquation> equations;
    for (const Load<Expr>& locked : relation.bases.locked_load)
      equations.push_back({power(locked, pose_error(pose, relation)), locked, power(locked, relation.drift)});
    return equations;
  }

  static Twist<Expr> pose_error(const Pose<Expr>& pose, const JointRelation& relation) {
    return {vect(pose.rotation * transpose(relation.pose.rotation)), pose.position - relation.pose.position};
  }

  Seeds moving_pose(const Pose<Expr>& pose, const LoopMotion& motion) const {
    Seeds moving = still_;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector turning = cross(motion.twist.angular, pose.rotation.column(k));
      for (std::size_t i = 0; i < 3; ++i) moving.emplace(pose.rotation(i, k), turning[i]);
      moving.emplace(pose.position[k], motion.twist.linear[k]);
    }
    return moving;
  }

  LoopCondition& add_condition(std::size_t j, const LoopFrame& V, const LoopMotion& motion, const Seeds& moving,
                               const Substitution& actual, const ImplicitEquation& equation) {
    std::vector<Expr> parts = components(equation.direction);
    parts.push_back(equation.rate);
    std::vector<Expr> slopes = substitute(differentiate(parts, moving), actual);
    parts = substitute(parts, actual);
    const Load<Expr> W{{parts[0], parts[1], parts[2]}, {parts[3], parts[4], parts[5]}};
    const Load<Expr> turning{{slopes[0], slopes[1], slopes[2]}, {slopes[3], slopes[4], slopes[5]}};
    LoopCondition condition;
    condition.owner.joint = j;
    condition.residual = resolved(substitute(equation.residual, actual));
    std::vector<std::pair<std::size_t, Expr>> entries;
    for (const auto& [column, twist] : motion.columns) entries.emplace_back(column, power(W, twist));
    condition.row = gathered(entries);
    condition.rate = parts[6] - power(W, drift_of(motion));
    condition.bias = power(W, motion.rate) + power(turning, motion.twist) - slopes[6];
    condition.load = V.pose.rotation * W;
    return made_.conditions.emplace_back(std::move(condition));
  }

  // y for s = 0
  Twist<Expr> drift_of(const LoopMotion& motion) const {
    Substitution at_rest;
    for (Expr s : made_.speeds) at_rest.symbols.emplace(s, Expr(0));
    auto rest = [&](const Vector& v) {
      return Vector{substitute(v.x, at_rest), substitute(v.y, at_rest), substitute(v.z, at_rest)};
    };
    return {rest(motion.twist.angular), rest(motion.twist.linear)};
  }

  // The origins of both frames meet, in axes of the carrier.
  void add_point(std::size_t j, const LoopFrame& V, const LoopFrame& N) {
    const Vector gap = N.pose.position - V.pose.position, velocity = N.twist.linear - V.twist.linear,
                 bias = N.bias.linear - V.bias.linear;
    Substitution at_rest;
    for (Expr s : made_.speeds) at_rest.symbols.emplace(s, Expr(0));
    for (std::size_t k = 0; k < 3; ++k) {
      LoopCondition condition;
      condition.owner.joint = j;
      condition.residual = gap[k];
      std::vector<std::pair<std::size_t, Expr>> entries;
      for (const auto& [column, twist] : N.columns) entries.emplace_back(column, twist.linear[k]);
      for (const auto& [column, twist] : V.columns) entries.emplace_back(column, -twist.linear[k]);
      condition.row = gathered(entries);
      condition.rate = -substitute(velocity[k], at_rest);
      condition.bias = bias[k];
      condition.load = {{}, unit<Expr>(k)};
      made_.conditions.push_back(std::move(condition));
    }
  }

  // Ψᵀ (y − ξ) − s = 0
  void add_definitions(std::size_t j, const LoopFrame& V, const LoopMotion& motion, const Seeds& moving,
                       const Substitution& actual, const Pose<Expr>& pose) {
    const JointRelation relation = make_relation(model_, model_.joints[j]);
    const Twist<Expr> error = pose_error(pose, relation);
    for (std::size_t k = 0; k < relation.speeds.size(); ++k) {
      const Load<Expr>& psi = relation.bases.free_load[k];
      LoopCondition& condition =
          add_condition(j, V, motion, moving, actual, {power(psi, error), psi, power(psi, relation.drift)});
      condition.defines = column_of_.at(relation.speeds[k]);
      condition.row.emplace_back(condition.defines, Expr(-1));
    }
  }

  void add_constraint(std::size_t i) {
    const ConstraintEquations equations = compute_constraint_equations(model_, kinematics_, model_.constraints[i]);
    for (Expr g : equations.holonomic) add_equation(i, g, differentiate_time(kinematics_, g), true);
    for (Expr g : equations.nonholonomic) add_equation(i, Expr(0), g, false);
  }

  void add_equation(std::size_t i, Expr g, Expr rate, bool holonomic) {
    LoopCondition condition;
    condition.owner.constraint = i;
    condition.holonomic = holonomic;
    condition.residual = g;
    const std::vector<Expr> slopes = gradient(rate, made_.speeds);
    Substitution at_rest;
    for (std::size_t k = 0; k < slopes.size(); ++k) {
      at_rest.symbols.emplace(made_.speeds[k], Expr(0));
      if (!slopes[k].is_zero()) condition.row.emplace_back(k, slopes[k]);
    }
    condition.rate = -substitute(rate, at_rest);
    condition.bias = differentiate({&rate, 1}, still_)[0];
    made_.conditions.push_back(std::move(condition));
  }

  Expr resolved(Expr formula) const { return substitute(formula, kinematics_.resolution); }

  const Model& model_;
  const Kinematics& kinematics_;
  LoopConditions made_;
  std::unordered_map<Expr, std::size_t> column_of_;
  Seeds still_;  // d/dt at constant speeds
};

}  // namespace

std::vector<std::size_t> joints_with_own_speeds(const Model& model, const Tree& tree) {
  const std::unordered_set<std::string> matter = names_that_matter(model);
  std::vector<std::size_t> joints;
  for (std::size_t j : tree.secondary)
    if (coordinates_matter(model, model.joints[j], matter)) joints.push_back(j);
  return joints;
}

std::vector<std::size_t> closed_coordinates(const Model& model) {
  const Tree tree = make_tree(model);
  const std::vector<std::size_t> own = joints_with_own_speeds(model, tree);
  std::unordered_set<std::size_t> unknown;
  for (std::size_t j : tree.secondary)
    if (std::find(own.begin(), own.end(), j) == own.end())
      unknown.insert(model.joints[j].coordinates.begin(), model.joints[j].coordinates.end());
  for (const TreeJoint& joint : tree.joints)
    for (std::size_t index : model.joints[joint.joint].coordinates) unknown.erase(index);
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i)
    if (model.coordinates[i].drive || !unknown.contains(i)) known.push_back(i);
  return known;
}

LoopConditions make_loop_conditions(const Model& model, const Kinematics& kinematics) {
  return ConditionMaker(model, kinematics).make();
}

}  // namespace kinemate
