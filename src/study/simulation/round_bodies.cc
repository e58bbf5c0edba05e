#include "study/simulation/round_bodies.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/differentiate.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

using Place = Vector3<double>;

constexpr double kLeastRadius = 1e-9;     // m: no radius
constexpr double kEccentric = 0.5;  // of its radius: how far the centre of mass of a rotor may be from the axis
constexpr double kSlim = 0.02;      // of the length of a shaft: what is thinner is drawn as a line

double size_of_arm(const Place& v) { return std::hypot(v.x, v.y, v.z); }

class RoundBodyFinder {
 public:
  RoundBodyFinder(const Model& model, const Tree& tree, std::span<const BodyPlaces> places, const Values& values)
      : model_(model), tree_(tree), places_(places), values_(values) {}

  std::vector<RoundBody> find() {
    for (const Constraint& constraint : model_.constraints) add_rolling(constraint);
    for (const Constraint& constraint : model_.constraints) add_gears(constraint);
    for (const TreeJoint& joint : tree_.joints) add_rotor(joint);
    return std::move(round_);
  }

 private:
  std::optional<double> number(Expr formula) const {
    for (const Expr symbol : free_symbols({&formula, 1}))
      if (!values_.contains(symbol)) return std::nullopt;
    const double value = evaluate(formula, values_);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  }
  std::optional<Place> numbers(const Vector& v) const {
    const auto x = number(v.x), y = number(v.y), z = number(v.z);
    return x && y && z ? std::optional(Place{*x, *y, *z}) : std::nullopt;
  }
  bool is_round(std::size_t body) const {
    return std::any_of(round_.begin(), round_.end(), [&](const RoundBody& one) { return one.body == body; });
  }

  void add(std::size_t body, const Vector& centre, const Vector& axis, double radius) {
    const auto where = numbers(centre), about = numbers(axis);
    if (!where || !about || !(radius > kLeastRadius)) return;
    const double size = size_of_arm(*about);
    round_.push_back({body, *where, size > 0 ? *about * (1 / size) : *about, radius});
  }

  void add_rolling(const Constraint& constraint) {
    const bool disc = constraint.type == ConstraintType::kRollingDisc,
               ball = constraint.type == ConstraintType::kRollingSphere,
               torus = constraint.type == ConstraintType::kRollingTorus;
    if (!disc && !ball && !torus) return;
    const auto radius = number(torus ? constraint.radius + constraint.tube : constraint.radius);
    const Pose<Expr> pose = pose_on_body(model_, constraint.point);
    if (radius)
      add(body_of(model_, constraint.point), pose.position, ball ? Vector{} : pose.rotation * constraint.axis, *radius);
  }

  // The joint that turns a body by one coordinate about a fixed axis.
  const TreeJoint* hinge_of(std::size_t coordinate) const {
    for (const TreeJoint& joint : tree_.joints) {
      const Joint& described = model_.joints[joint.joint];
      if (described.type == JointType::kRevolute && described.coordinates[0] == coordinate) return &joint;
    }
    return nullptr;
  }

  // Of a joint about one axis, in axes of the body that it carries; none if its axis is not fixed there.
  std::optional<Vector> axis_of(const TreeJoint& joint) const {
    const Joint& described = model_.joints[joint.joint];
    const Attachment& end = far_end(model_, joint);
    if (end.world_axes || near_end(model_, joint).world_axes) return std::nullopt;
    const Matrix turned = pose_on_body(model_, end).rotation;
    if (described.type == JointType::kRevolute) return turned * described.axes[0];
    const bool about_one = described.type == JointType::kMotion && described.rotation.sequence.size() == 1 &&
                           !described.rotation.matrix && numbers(described.position);
    if (about_one) return turned * described.rotation.sequence[0].axis;
    return std::nullopt;
  }

  void add_gears(const Constraint& constraint) {
    if (constraint.type != ConstraintType::kHolonomic) return;
    const TreeJoint* hinges[2] = {};
    double ratios[2] = {};
    std::size_t count = 0;
    for (std::size_t c = 0; c < model_.coordinates.size(); ++c) {
      const Expr slope = differentiate(constraint.equation, make_symbol(model_.coordinates[c].name));
      if (slope.is_zero()) continue;
      const auto ratio = number(slope);
      if (!ratio || count == 2 || !(hinges[count] = hinge_of(c))) return;
      ratios[count++] = *ratio;
    }
    if (count == 2) add_pair(*hinges[0], *hinges[1], ratios[0], ratios[1]);
  }

  void add_pair(const TreeJoint& one, const TreeJoint& other, double c1, double c2) {
    if (one.parent != other.parent || one.reversed != other.reversed || is_round(one.child) || is_round(other.child))
      return;
    const Pose<Expr> first = pose_on_body(model_, near_end(model_, one)),
                     second = pose_on_body(model_, near_end(model_, other));
    const auto n1 = numbers(first.rotation * model_.joints[one.joint].axes[0]),
               n2 = numbers(second.rotation * model_.joints[other.joint].axes[0]),
               apart = numbers(second.position - first.position);
    if (!n1 || !n2 || !apart || size_of_arm(cross(*n1, *n2)) > 1e-6) return;
    if (c1 * c2 * dot(*n1, *n2) <= 0) return;  // both turn the same way: a belt, or a gear within a ring
    const double distance = size_of_arm(*apart - *n1 * dot(*apart, *n1)), sum = std::abs(c1) + std::abs(c2);
    const auto axis1 = axis_of(one), axis2 = axis_of(other);
    if (!axis1 || !axis2) return;
    add(one.child, places_[one.child].hub, *axis1, distance * std::abs(c1) / sum);
    add(other.child, places_[other.child].hub, *axis2, distance * std::abs(c2) / sum);
  }

  void add_rotor(const TreeJoint& joint) {
    const std::size_t body = joint.child;
    const auto axis = axis_of(joint);
    if (!axis || is_round(body) || !places_[body].joints.empty()) return;
    const auto n = numbers(*axis), arm = numbers(model_.bodies[body].center - places_[body].hub);
    const Symmetric3<Expr>& inertia = model_.bodies[body].inertia;
    const auto mass = number(model_.bodies[body].mass), moment = number(dot(*axis, inertia * *axis));
    if (!n || !arm || !mass || !moment || !(*mass > 0)) return;
    const double radius = std::sqrt(2 * *moment / *mass), along = dot(*arm, *n);
    if (!(size_of_arm(*arm - *n * along) < kEccentric * radius) || radius < kSlim * std::abs(along)) return;
    add(body, places_[body].hub + *axis * make_real(along), *axis, radius);
  }

  const Model& model_;
  const Tree& tree_;
  const std::span<const BodyPlaces> places_;
  const Values& values_;
  std::vector<RoundBody> round_;
};

}  // namespace

std::vector<RoundBody> find_round_bodies(const Model& model, const Tree& tree, std::span<const BodyPlaces> places,
                                         const Values& values) {
  return RoundBodyFinder(model, tree, places, values).find();
}

}  // namespace kinemate
