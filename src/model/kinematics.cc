#include "model/kinematics.h"

#include <fmt/format.h>

#include <numeric>
#include <unordered_set>

#include "base/error.h"
#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/simplify/simplify.h"
#include "expr/text/arrange.h"
#include "model/joints/turns.h"
#include "model/order.h"

namespace kinemate {
namespace {

Vector differentiate(const Vector& v, Expr x) {
  return {kinemate::differentiate(v.x, x), kinemate::differentiate(v.y, x), kinemate::differentiate(v.z, x)};
}

// The prescribed motion of the world frame.
BodyMotion base_motion(const Model& model) {
  BodyMotion motion;
  if (!model.base) return motion;
  const Rotation& rotation = model.base->rotation;
  motion.pose = {rotation.to_matrix(), model.base->position};
  if (rotation.matrix) {
    Matrix rate;
    for (std::size_t i = 0; i < 3; ++i) rate.rows[i] = differentiate(rotation.matrix->rows[i], time_symbol());
    motion.twist.angular = vect(rate * transpose(*rotation.matrix));
  } else {
    const std::vector<Vector> axes = rotation_axes<Expr>(rotation.sequence);
    for (std::size_t i = 0; i < axes.size(); ++i)
      motion.twist.angular += axes[i] * kinemate::differentiate(rotation.sequence[i].angle, time_symbol());
  }
  motion.twist.linear = differentiate(motion.pose.position, time_symbol());
  motion.bias = {differentiate(motion.twist.angular, time_symbol()), differentiate(motion.twist.linear, time_symbol())};
  return motion;
}

// A frame that a joint starts from or ends at: on its body, or oriented against the world.
struct JointFrame {
  Vector origin;              // from the origin of the body, inertial axes
  Matrix rotation;            // of the frame, in inertial axes
  const BodyMotion* turning;  // what it turns with: its body, or the world
};

JointFrame joint_frame(const Model& model, const std::vector<BodyMotion>& bodies, const Attachment& attachment) {
  const BodyMotion& body = bodies[body_of(model, attachment)];
  const BodyMotion& turning = attachment.world_axes ? bodies[kWorld] : body;
  const Pose<Expr> pose = pose_on_body(model, attachment);
  return {body.pose.rotation * pose.position, join_turns(turning.pose.rotation, pose.rotation), &turning};
}

struct Ends {
  const Attachment& near;  // on the parent
  const Attachment& far;   // on the child
};

Ends ends_of(const Model& model, const TreeJoint& tree_joint) {
  const Joint& joint = model.joints[tree_joint.joint];
  return tree_joint.reversed ? Ends{joint.to, joint.from} : Ends{joint.from, joint.to};
}

// One body further: x_N = x_V moved + relative motion, with ω × v twice where the parent turns.
BodyMotion move_on(const Model& model, const std::vector<BodyMotion>& bodies, const TreeJoint& tree_joint,
                   const JointRelation& relation) {
  const Ends ends = ends_of(model, tree_joint);
  const JointFrame near = joint_frame(model, bodies, ends.near);
  const BodyMotion& parent = bodies[tree_joint.parent];
  const Twist<Expr>& carrier = near.turning->twist;
  const Vector& omega = carrier.angular;
  const Vector& alpha = near.turning->bias.angular;

  // relative motion of the joint, in inertial axes
  Twist<Expr> y = relation.twist.value_or(relation.drift);
  for (std::size_t i = 0; i < relation.speeds.size() && !relation.twist; ++i)
    y += relation.bases.free_motion[i] * relation.speeds[i];
  y = near.rotation * y;
  const Acceleration<Expr> x = near.rotation * relation.bias;
  const Vector rho = near.rotation * relation.pose.position;

  // the joint's frame on the child
  const Twist<Expr> at_near = move(parent.twist, near.origin);
  const Acceleration<Expr> bias_near = move(parent.bias, parent.twist.angular, near.origin);
  const Twist<Expr> twist{omega + y.angular, at_near.linear + cross(omega, rho) + y.linear};
  const Acceleration<Expr> bias{alpha + cross(omega, y.angular) + x.angular,
                                bias_near.linear + cross(alpha, rho) + cross(omega, cross(omega, rho)) +
                                    cross(omega, y.linear) * Expr(2) + x.linear};

  // the child's own frame
  const Pose<Expr> far = pose_on_body(model, ends.far);
  BodyMotion child;
  child.pose.rotation = join_turns(join_turns(near.rotation, relation.pose.rotation), transpose(far.rotation));
  const Vector back = -(child.pose.rotation * far.position);
  child.pose.position = parent.pose.position + near.origin + rho + back;
  child.twist = move(twist, back);
  child.bias = move(bias, twist.angular, back);
  return child;
}

void add_time_derivatives(const Model& model, std::unordered_set<Expr>& known, Kinematics& kinematics) {
  Seeds& seeds = kinematics.time_derivative;
  auto& symbols = kinematics.resolution.symbols;
  add_drives(model.coordinates, symbols);
  seeds.emplace(time_symbol(), Expr(1));
  auto add_rates = [&](const JointRelation& relation) {
    for (std::size_t i = 0; i < relation.symbols.size(); ++i) {
      const Expr rate_symbol = make_symbol(relation.symbols[i].name(), 1);
      seeds.emplace(relation.symbols[i], relation.rates[i]);
      if (!(relation.rates[i] == rate_symbol)) symbols.emplace(rate_symbol, relation.rates[i]);
    }
    for (Expr s : relation.speeds) seeds.emplace(s, make_symbol(s.name(), s.primes() + 1));
  };
  for (const JointRelation& relation : kinematics.relations) add_rates(relation);
  for (const auto* others : {&kinematics.tree.secondary, &kinematics.tree.detached}) {
    for (std::size_t j : *others) {
      const JointRelation relation = make_relation(model, model.joints[j]);
      add_rates(relation);
      for (Expr s : relation.speeds)
        if (known.insert(s).second) kinematics.loop_speeds.push_back(s);
    }
  }
  for (const Coordinate& coordinate : model.coordinates) {  // those that no joint of ours has
    const Expr q = make_symbol(coordinate.name), rate = make_symbol(coordinate.name, 1);
    if (coordinate.drive || seeds.contains(q)) continue;
    seeds.emplace(q, rate);
    seeds.emplace(rate, make_symbol(coordinate.name, 2));
  }
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states)
      seeds.emplace(make_symbol(state.name), substitute(state.rate, kinematics.resolution));
  for (const Input& input : model.inputs) seeds.emplace(make_symbol(input.name), make_symbol(input.name, 1));
}

void require_reached(const Model& model, const Tree& tree, std::size_t body) {
  if (tree.reaches(body)) return;
  throw Error(ErrorCode::kNotConnected,
              fmt::format("body {} is not connected to the world by joints", model.bodies[body].name),
              "a joint of type free says that it moves freely");
}

constexpr double kLargestSimplified = 500;  // operations of a formula, written out
constexpr double kLargestMotion = 10'000;   // of all formulas together
constexpr double kSimplifyWork = 1e6;       // of one formula

// For each entry of a list where another order has it.
std::vector<std::size_t> inverse_of(const std::vector<std::size_t>& places) {
  std::vector<std::size_t> inverse(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) inverse[places[i]] = i;
  return inverse;
}

// What a twist of a body gives the point: ω_P = turns·ω + …, v_P = v + ω × arm.
struct ArmReach {
  bool turns = true;
  Vector arm;
};

}  // namespace

Kinematics compute_kinematics(const Model& model) { return compute_kinematics(model, make_tree(model)); }

Kinematics compute_kinematics(const Model& model, const Tree& tree) {
  Kinematics kinematics;
  kinematics.tree = tree;
  kinematics.order = symbols_in_order(model);
  std::unordered_set<Expr> known;
  std::vector<Expr> outwards;
  for (const TreeJoint& tree_joint : kinematics.tree.joints) {
    JointRelation relation = make_relation(model, model.joints[tree_joint.joint]);
    if (tree_joint.reversed) relation = reverse(relation);
    for (Expr s : relation.speeds)
      if (known.insert(s).second) outwards.push_back(s);
    kinematics.relations.push_back(std::move(relation));
  }
  kinematics.bodies = compute_body_motions(model, tree, kinematics.relations);
  for (std::size_t index : further_coordinates(model)) {
    const Coordinate& coordinate = model.coordinates[index];
    if (coordinate.drive) continue;
    kinematics.further.push_back(make_symbol(coordinate.name));
    outwards.push_back(make_symbol(coordinate.name, 1));
  }
  kinematics.speeds = put_in_order(outwards, kinematics.order);
  kinematics.tree_order = inverse_of(places_in_order(outwards, kinematics.order));
  add_time_derivatives(model, known, kinematics);
  return kinematics;
}

Kinematics along_tree(Kinematics kinematics) {
  const std::vector<Expr> speeds = kinematics.speeds;
  for (std::size_t i = 0; i < speeds.size(); ++i) kinematics.speeds[i] = speeds[kinematics.tree_order[i]];
  std::iota(kinematics.tree_order.begin(), kinematics.tree_order.end(), std::size_t{0});
  return kinematics;
}

std::vector<std::size_t> known_coordinates(const Model& model, const Kinematics& kinematics) {
  std::unordered_set<Expr> known(kinematics.loop_coordinates.begin(), kinematics.loop_coordinates.end());
  known.insert(kinematics.further.begin(), kinematics.further.end());
  for (const JointRelation& relation : kinematics.relations)
    known.insert(relation.symbols.begin(), relation.symbols.end());
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i)
    if (model.coordinates[i].drive || known.contains(make_symbol(model.coordinates[i].name))) indices.push_back(i);
  return indices;
}

std::vector<BodyMotion> compute_body_motions(const Model& model, const Tree& tree,
                                             std::span<const JointRelation> relations) {
  std::vector<BodyMotion> bodies(model.bodies.size());
  bodies[kWorld] = base_motion(model);
  for (std::size_t i = 0; i < tree.joints.size(); ++i)
    bodies[tree.joints[i].child] = move_on(model, bodies, tree.joints[i], relations[i]);
  return bodies;
}

std::vector<BodyMotion> compute_body_motions(const Model& model, const Tree& tree,
                                             std::span<const JointRelation> relations,
                                             std::span<const std::size_t> bodies) {
  std::vector<BodyMotion> seen(model.bodies.size());
  for (std::size_t body : bodies) {
    const std::size_t at = tree.joint_of[body];
    seen[body] = move_on(model, seen, tree.joints[at], relations[at]);
  }
  return seen;
}

PointMotion compute_point_motion(const Model& model, const Kinematics& kinematics, std::size_t body,
                                 const Vector& point) {
  const Tree& tree = kinematics.tree;
  require_reached(model, tree, body);
  const BodyMotion& motion = kinematics.bodies[body];
  PointMotion result;
  result.rotation = motion.pose.rotation;
  const Vector arm = motion.pose.rotation * point;
  const Twist<Expr> twist = move(motion.twist, arm);
  const Acceleration<Expr> bias = move(motion.bias, motion.twist.angular, arm);
  result.position = motion.pose.position + arm;
  result.velocity = twist.linear, result.angular_velocity = twist.angular;
  result.bias = bias.linear, result.angular_bias = bias.angular;

  // backwards along the way; a speed that several joints share collects its columns
  std::unordered_map<Expr, std::size_t> column_of;
  std::vector<std::size_t> way;
  for (std::size_t at = tree.joint_of[body]; at != kNone; at = tree.joint_of[tree.joints[at].parent]) way.push_back(at);
  for (auto at = way.rbegin(); at != way.rend(); ++at)
    for (Expr s : kinematics.relations[*at].speeds)
      if (column_of.emplace(s, result.speeds.size()).second) result.speeds.push_back(s);
  result.J_T.resize(result.speeds.size());
  result.J_R.resize(result.speeds.size());
  ArmReach reach{true, arm};
  for (std::size_t at : way) {
    const TreeJoint& tree_joint = tree.joints[at];
    const JointRelation& relation = kinematics.relations[at];
    const Ends ends = ends_of(model, tree_joint);
    const JointFrame near = joint_frame(model, kinematics.bodies, ends.near);
    const Vector back = -(kinematics.bodies[tree_joint.child].pose.rotation * pose_on_body(model, ends.far).position);
    const Vector from_joint =
        back + reach.arm;  // from the joint's frame on the child to where the child carries the point
    for (std::size_t i = 0; i < relation.speeds.size(); ++i) {
      const Twist<Expr> direction = near.rotation * relation.bases.free_motion[i];
      const std::size_t column = column_of.at(relation.speeds[i]);
      result.J_T[column] += move(direction, from_joint).linear;
      if (reach.turns) result.J_R[column] += direction.angular;
    }
    if (ends.near.world_axes) {
      reach = {false, near.origin};
    } else {
      reach.arm = near.origin + near.rotation * relation.pose.position + from_joint;
    }
  }
  result.acceleration = result.bias, result.angular_acceleration = result.angular_bias;
  for (std::size_t i = 0; i < result.speeds.size(); ++i) {
    const Expr s = result.speeds[i], rate = make_symbol(s.name(), s.primes() + 1);
    result.acceleration += result.J_T[i] * rate;
    result.angular_acceleration += result.J_R[i] * rate;
  }
  Substitution at_rest;
  for (Expr s : result.speeds) at_rest.symbols.emplace(s, Expr(0));
  for (std::size_t i = 0; i < 3; ++i) {
    result.drift[i] = substitute(result.velocity[i], at_rest);
    result.angular_drift[i] = substitute(result.angular_velocity[i], at_rest);
  }
  return result;
}

std::vector<Vector*> vectors_of(PointMotion& motion) {
  std::vector<Vector*> vectors = {&motion.position,
                                  &motion.velocity,
                                  &motion.angular_velocity,
                                  &motion.acceleration,
                                  &motion.angular_acceleration,
                                  &motion.drift,
                                  &motion.angular_drift,
                                  &motion.bias,
                                  &motion.angular_bias};
  for (auto* columns : {&motion.J_T, &motion.J_R})
    for (Vector& column : *columns) vectors.push_back(&column);
  return vectors;
}

PointMotion in_axes(const PointMotion& motion, const Matrix& axes) {
  PointMotion result = motion;
  for (Vector* v : vectors_of(result)) *v = transposed_times(axes, *v);
  result.rotation = transpose(axes) * motion.rotation;
  return result;
}

PointMotion in_file_order(const Kinematics& kinematics, const PointMotion& motion) {
  PointMotion result = motion;
  const std::vector<std::size_t> places = places_in_order(motion.speeds, kinematics.speeds);
  for (std::size_t i = 0; i < places.size(); ++i) {
    result.speeds[i] = motion.speeds[places[i]];
    result.J_T[i] = motion.J_T[places[i]];
    result.J_R[i] = motion.J_R[places[i]];
  }
  return result;
}

PointMotion simplify(const PointMotion& motion) {
  PointMotion result = motion;
  std::vector<Vector*> vectors = vectors_of(result);
  for (Vector& row : result.rotation.rows) vectors.push_back(&row);
  std::vector<Expr> formulas;
  for (const Vector* v : vectors) formulas.insert(formulas.end(), {v->x, v->y, v->z});
  const std::vector<double> sizes = written_out_sizes(formulas);
  if (std::accumulate(sizes.begin(), sizes.end(), 0.0) > kLargestMotion) return result;
  for (std::size_t i = 0; i < formulas.size(); ++i)
    if (sizes[i] <= kLargestSimplified) formulas[i] = kinemate::simplify(formulas[i], {.work = kSimplifyWork});
  formulas = arrange_products(formulas);
  for (std::size_t i = 0; i < formulas.size(); ++i) (*vectors[i / 3])[i % 3] = formulas[i];
  return result;
}

Pose<Expr> inertial_pose(const Model& model, const Kinematics& kinematics, const Attachment& attachment) {
  require_reached(model, kinematics.tree, body_of(model, attachment));
  const JointFrame frame = joint_frame(model, kinematics.bodies, attachment);
  return {frame.rotation, kinematics.bodies[body_of(model, attachment)].pose.position + frame.origin};
}

Twist<Expr> inertial_twist(const Model& model, const Kinematics& kinematics, const Attachment& attachment) {
  const std::size_t body = body_of(model, attachment);
  require_reached(model, kinematics.tree, body);
  return move(kinematics.bodies[body].twist, joint_frame(model, kinematics.bodies, attachment).origin);
}

Expr differentiate_time(const Kinematics& kinematics, Expr formula) {
  return differentiate(std::span(&formula, 1), kinematics.time_derivative)[0];
}

}  // namespace kinemate
