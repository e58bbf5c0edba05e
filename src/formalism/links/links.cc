#include "formalism/links/links.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "expr/graph.h"
#include "model/joints/homokinetic.h"
#include "model/load_terms.h"

namespace kinemate {
namespace {

// A turn about and a shift along one axis, given in the frame before it.
struct LinkStep {
  Vector axis;
  std::size_t turn = kNone, shift = kNone;  // coordinates
  Expr pitch = Expr(0);                     // shift per turn
};

std::optional<std::size_t> coordinate_named(const Model& model, const Joint& joint, Expr formula) {
  for (std::size_t index : joint.coordinates)
    if (formula == make_symbol(model.coordinates[index].name)) return index;
  return std::nullopt;
}

// Poses given by formulas, where they are turns by one coordinate each at a place that does not move.
std::optional<std::vector<LinkStep>> steps_of_motion(const Model& model, const Joint& joint) {
  if (joint.type != JointType::kMotion || joint.rotation.matrix) return std::nullopt;
  std::vector<LinkStep> steps;
  std::unordered_set<std::size_t> used;
  for (const ElementaryRotation<Expr>& turn : joint.rotation.sequence) {
    const auto index = coordinate_named(model, joint, turn.angle);
    if (!index || !used.insert(*index).second) return std::nullopt;
    steps.push_back({turn.axis, *index});
  }
  if (used.size() != joint.coordinates.size()) return std::nullopt;
  for (Expr symbol : free_symbols(std::array{joint.position.x, joint.position.y, joint.position.z}))
    if (symbol.name() == "t" || find_coordinate(model, std::string(symbol.name())) != kNone) return std::nullopt;
  return steps;
}

// None where the joint has directions that are no axes.
std::optional<std::vector<LinkStep>> steps_of(const Model& model, const Joint& joint) {
  const auto& q = joint.coordinates;
  std::vector<LinkStep> steps;
  const auto turns = [&](std::size_t first) {
    for (std::size_t i = 0; i < 3; ++i) steps.push_back({joint.axes[i], q[first + i]});
  };
  switch (joint.type) {
    case JointType::kFixed: return steps;
    case JointType::kRevolute: return {{{joint.axes[0], q[0]}}};
    case JointType::kPrismatic: return {{{joint.axes[0], kNone, q[0]}}};
    case JointType::kScrew: return {{{joint.axes[0], q[0], kNone, joint.pitch}}};
    case JointType::kCylindrical: return {{{joint.axes[0], kNone, q[1]}, {joint.axes[0], q[0]}}};
    case JointType::kUniversal: return {{{joint.axes[0], q[0]}, {joint.axes[1], q[1]}}};
    case JointType::kPlanar: {
      const auto [a, b] = perpendicular(joint.axes[0]);
      return {{{a, kNone, q[0]}, {b, kNone, q[1]}, {joint.axes[0], q[2]}}};
    }
    case JointType::kSpherical:
      if (joint.euler_parameters) return std::nullopt;
      turns(0);
      return steps;
    case JointType::kFree:
      if (joint.euler_parameters) return std::nullopt;
      for (std::size_t i = 0; i < 3; ++i) steps.push_back({unit<Expr>(i), kNone, q[i]});
      turns(3);
      return steps;
    case JointType::kMotion: return steps_of_motion(model, joint);
    case JointType::kConstantVelocity:
    case JointType::kCustom: break;
  }
  return std::nullopt;
}

bool is_zero(const Vector& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

// Axes with z along n, of the axes that n is given in.
Matrix axes_along(const Vector& n) {
  if (n == unit<Expr>(2)) return Matrix::identity();
  const auto [a, b] = perpendicular(n);
  return transpose(Matrix{{a, b, n}});
}

class LinkMaker {
 public:
  LinkMaker(const Model& model, const Kinematics& kinematics) : model_(model), kinematics_(kinematics) {
    made_.link_of.assign(model.bodies.size(), kBase);
    made_.efforts.assign(kinematics.speeds.size(), Expr(0));
    for (std::size_t i = 0; i < kinematics.speeds.size(); ++i) speed_index_.emplace(kinematics.speeds[i], i);
  }

  MachineLinks make() {
    const BodyMotion& world = kinematics_.bodies[kWorld];
    const Matrix& R = world.pose.rotation;
    made_.base.angular_velocity = transposed_times(R, world.twist.angular);
    made_.base.acceleration = {transposed_times(R, world.bias.angular),
                               transposed_times(R, world.bias.linear - model_.gravity)};
    for (std::size_t i = 0; i < kinematics_.tree.joints.size(); ++i) add_joint(i);
    for (std::size_t b = 1; b < model_.bodies.size(); ++b) add_inertia(b);
    for (const LoadElement& load : model_.loads) add_load(load);
    return std::move(made_);
  }

 private:
  // Where a joint is attached, against the frame of the link that carries it.
  Pose<Expr> place_on_link(const Attachment& attachment, std::size_t body) const {
    const Pose<Expr> on_body = pose_on_body(model_, attachment);
    return body == kWorld ? on_body : compose(made_.links[made_.link_of[body]].body_frame, on_body);
  }

  void add_joint(std::size_t at) {
    const TreeJoint& tree_joint = kinematics_.tree.joints[at];
    const Joint& joint = model_.joints[tree_joint.joint];
    const Attachment& near = tree_joint.reversed ? joint.to : joint.from;
    const Attachment& far = tree_joint.reversed ? joint.from : joint.to;
    joint_ = tree_joint.joint;
    carrier_ = made_.link_of[tree_joint.parent];
    near_ = place_on_link(near, tree_joint.parent);
    const std::size_t first = made_.links.size();
    if (near.world_axes) {  // a link of its own stands still against the base
      near_.rotation = pose_on_body(model_, near).rotation;
      push({.turns_with_carrier = false, .near = near_});
      near_ = {};
    }
    if (const auto steps = steps_of(model_, joint)) {
      add_steps(joint, *steps, tree_joint.reversed);
    } else {
      add_general(joint, kinematics_.relations[at], tree_joint.reversed);
    }
    const Pose<Expr> body = inverse(pose_on_body(model_, far));
    if (made_.links.size() == first) {
      push({.near = compose(near_, body)});
    } else {
      made_.links.back().body_frame = compose(near_, body);
    }
    made_.links.back().body = tree_joint.child;
    made_.link_of[tree_joint.child] = made_.links.size() - 1;
  }

  // Behind a link that is pushed, near_ is what the joint's next frame is against that link's frame.
  void push(MachineLink link) {
    link.joint = joint_;
    link.carrier = carrier_;
    made_.links.push_back(std::move(link));
    carrier_ = made_.links.size() - 1;
  }

  void add_steps(const Joint& joint, std::vector<LinkStep> steps, bool reversed) {
    const bool has_place = joint.type == JointType::kMotion && !is_zero(joint.position);
    if (has_place && !reversed) near_ = compose(near_, Pose<Expr>{Matrix::identity(), joint.position});
    if (reversed) std::reverse(steps.begin(), steps.end());
    for (const LinkStep& step : steps) add_step(step, reversed);
    if (has_place && reversed) near_ = compose(near_, Pose<Expr>{Matrix::identity(), -joint.position});
  }

  // Turned backwards about an axis is turned about the opposite axis. Behind the step near_ is the frame that turned in
  // place, against the axes of the link.
  void add_step(const LinkStep& step, bool reversed) {
    Vector axis = reversed ? -step.axis : step.axis;
    Expr sign(1);
    const Vector in_carrier = near_.rotation * axis;
    MachineLink link;
    if (in_carrier == unit<Expr>(2) || in_carrier == -unit<Expr>(2)) {  // parallel: the axes of the carrier
      if (!(in_carrier == unit<Expr>(2))) sign = Expr(-1);
      link.near = {Matrix::identity(), near_.position};
      near_ = {near_.rotation, {}};
    } else {
      const Matrix along = axes_along(axis);
      link.near = {near_.rotation * along, near_.position};
      near_ = {transpose(along), {}};
    }
    MachineLink::Axial motion;
    std::size_t speed = kNone;
    const std::size_t index = step.turn == kNone ? step.shift : step.turn;
    const Coordinate& coordinate = model_.coordinates[index];
    const Expr q = coordinate.drive.value_or(make_symbol(coordinate.name));
    const Expr rate = coordinate.drive ? kinemate::differentiate(q, make_symbol("t")) : make_symbol(coordinate.name, 1);
    const Expr bias = coordinate.drive ? kinemate::differentiate(rate, make_symbol("t")) : Expr(0);
    if (!coordinate.drive) speed = speed_index_.at(rate);
    const Expr turned = step.turn == kNone ? Expr(0) : sign;
    const Expr shifted = step.turn == kNone ? sign : sign * step.pitch;
    motion = {turned * q, turned * rate, turned * bias, shifted * q, shifted * rate, shifted * bias};
    if (speed != kNone) {
      link.free.push_back({unit<Expr>(2) * turned, unit<Expr>(2) * shifted});
      link.speeds.push_back(speed);
    }
    link.motion = {{unit<Expr>(2) * motion.angle_rate, unit<Expr>(2) * motion.shift_rate},
                   {unit<Expr>(2) * motion.angle_bias, unit<Expr>(2) * motion.shift_bias}};
    link.axial = motion;
    push(std::move(link));
  }

  // In axes with z along the shaft, so that the pose is short however the shaft lies.
  void add_homokinetic(Joint joint, const JointRelation& relation, bool reversed) {
    const Matrix along = axes_along(joint.axes[0]);
    joint.axes = {unit<Expr>(2)};
    MachineLink link;
    link.near = {near_.rotation * along, near_.position};
    near_ = {transpose(along), {}};
    for (Expr speed : relation.speeds) link.speeds.push_back(speed_index_.at(speed));
    link.pose = make_homokinetic_shape(joint, relation.symbols).pose;
    if (reversed) link.pose = inverse(link.pose);
    HomokineticMotion motion = make_homokinetic_motion(joint, relation, reversed ? MovingEnd::kFrom : MovingEnd::kTo);
    link.motion = {motion.twist, motion.bias};
    link.free = std::move(motion.free);
    push(std::move(link));
  }

  void add_general(const Joint& joint, const JointRelation& relation, bool reversed) {
    if (joint.type == JointType::kConstantVelocity && relation.symbols.size() == joint.coordinates.size() &&
        relation.speeds == joint_speeds(model_, joint))
      return add_homokinetic(joint, relation, reversed);
    MachineLink link;
    link.near = near_;
    near_ = {};
    for (Expr speed : relation.speeds) link.speeds.push_back(speed_index_.at(speed));
    link.pose = relation.pose;
    const Matrix& R = relation.pose.rotation;
    auto turned = [&](const Vector& v) { return transposed_times(R, v); };
    Twist<Expr> y = relation.drift;
    for (std::size_t i = 0; i < relation.speeds.size(); ++i) {
      const Twist<Expr>& column = relation.bases.free_motion[i];
      link.free.push_back({turned(column.angular), turned(column.linear)});
      y += column * relation.speeds[i];
    }
    link.motion = {{turned(y.angular), turned(y.linear)},
                   {turned(relation.bias.angular), turned(relation.bias.linear)}};
    if (joint.euler_parameters && !reversed) use_turned_axes(relation, link);
    push(std::move(link));
  }

  // Free joints of Euler parameters: shifts, then ω in axes of the link itself. Driven shifts have no columns.
  void use_turned_axes(const JointRelation& relation, MachineLink& link) {
    const std::size_t shifts = relation.speeds.size() - 3;
    for (std::size_t i = 0; i < 3; ++i) {
      link.free[shifts + i] = {unit<Expr>(i), {}};
      link.motion.twist.angular[i] = relation.speeds[shifts + i];
    }
    link.motion.bias.angular = {};
    if (shifts != 3) return;
    link.shifts_in_near_axes = true;
    for (std::size_t i = 0; i < 3; ++i) link.free[i] = {{}, unit<Expr>(i)};
  }

  void add_inertia(std::size_t b) {
    MachineLink& link = made_.links[made_.link_of[b]];
    const RigidInertia<Expr> turned = rotate(inertia_of(model_.bodies[b]), link.body_frame.rotation);
    link.inertia = is_zero(link.body_frame.position) ? turned : move(turned, -link.body_frame.position);
  }

  void add_load(const LoadElement& load) {
    if (add_in_body_axes(load) || add_as_carrier_sees(load)) return;
    add_terms(compute_load_terms(model_, kinematics_, load), kinematics_.bodies);
  }

  void add_terms(const LoadTerms& terms, const std::vector<BodyMotion>& bodies) {
    for (const auto& [speed, effort] : terms.efforts) {
      const auto found = speed_index_.find(speed);
      if (found == speed_index_.end()) {
        made_.loop_efforts.emplace_back(speed, effort);
      } else {
        made_.efforts[found->second] += effort;
      }
    }
    for (const BodyLoad& on : terms.body_loads) {
      if (on.body == kWorld) continue;
      const Matrix& R = bodies[on.body].pose.rotation;
      apply(on.body, on.point, {transposed_times(R, on.load.torque), transposed_times(R, on.load.force)});
    }
  }

  // What acts along the line of two points depends on their distance alone, and that is shortest as the body sees it
  // that carries both.
  bool add_as_carrier_sees(const LoadElement& load) {
    if (load.type != LoadType::kSpring && load.type != LoadType::kDamper && load.type != LoadType::kLine) return false;
    const Tree& tree = kinematics_.tree;
    std::vector<std::size_t> way =
        bodies_between(tree, body_of(model_, load.points[0]), body_of(model_, load.points[1]));
    if (way.front() == kWorld) return false;
    way.erase(way.begin());
    for (std::size_t body : way)
      if (model_.joints[tree.joints[tree.joint_of[body]].joint].from.world_axes) return false;
    std::sort(way.begin(), way.end(), [&](std::size_t a, std::size_t b) { return tree.depth[a] < tree.depth[b]; });
    if (seen_.bodies.empty()) seen_.tree = tree, seen_.resolution = kinematics_.resolution;
    seen_.bodies = compute_body_motions(model_, tree, kinematics_.relations, way);
    add_terms(compute_load_terms(model_, seen_, load), seen_.bodies);
    return true;
  }

  // A load at a point of the body, in body axes.
  void apply(std::size_t body, const Vector& point, const Load<Expr>& load) {
    MachineLink& link = made_.links[made_.link_of[body]];
    const Load<Expr> turned = link.body_frame.rotation * load;
    link.load += move_to(turned, link.body_frame.at(point));
  }

  // Forces and torques in axes of the body that they act on need no way through inertial axes.
  bool add_in_body_axes(const LoadElement& load) {
    if (load.type != LoadType::kForce && load.type != LoadType::kTorque) return false;
    const std::size_t body = body_of(model_, load.points[0]);
    if (body == kWorld || !load.axes || body_of(model_, *load.axes) != body) return false;
    auto resolved = [&](Expr formula) { return substitute(formula, kinematics_.resolution); };
    const Vector v = pose_on_body(model_, *load.axes).rotation *
                     Vector{resolved(load.vector.x), resolved(load.vector.y), resolved(load.vector.z)};
    apply(body, pose_on_body(model_, load.points[0]).position,
          load.type == LoadType::kForce ? Load<Expr>{{}, v} : Load<Expr>{v, {}});
    return true;
  }

  const Model& model_;
  const Kinematics& kinematics_;
  Kinematics seen_;  // as the body sees it that carries some others
  std::unordered_map<Expr, std::size_t> speed_index_;
  MachineLinks made_;
  std::size_t joint_ = kNone, carrier_ = kBase;
  Pose<Expr> near_;
};

}  // namespace

std::optional<std::string> find_foreign_motion(const Model& model, const Kinematics& kinematics) {
  for (const LoadElement& load : model.loads)
    if (load.type == LoadType::kKinetic)
      return fmt::format("load {} adds kinetic energy that belongs to no body", load.name);
  if (!kinematics.further.empty())
    return fmt::format("coordinate {} belongs to no joint", kinematics.further.front().name());
  return std::nullopt;
}

std::optional<std::string> find_obstacle(const Model& model, const Kinematics& kinematics) {
  if (auto foreign = find_foreign_motion(model, kinematics)) return foreign;
  if (kinematics.closing) return "its loops and constraints bind its speeds";
  std::unordered_set<Expr> seen;
  for (const JointRelation& relation : kinematics.relations)
    for (Expr speed : relation.speeds)
      if (!seen.insert(speed).second) return fmt::format("several joints share the speed of {}", speed.name());
  return std::nullopt;
}

MachineLinks make_links(const Model& model, const Kinematics& kinematics) {
  return LinkMaker(model, kinematics).make();
}

}  // namespace kinemate
