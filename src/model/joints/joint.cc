#include "model/joints/joint.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"
#include "expr/text/lexer.h"
#include "model/joints/homokinetic.h"
#include "model/joints/joint_shape.h"
#include "model/names.h"

namespace kinemate {
namespace {

constexpr JointKind kKinds[] = {
    {JointType::kFixed, "fixed", 0, 0, "none"},
    {JointType::kRevolute, "revolute", 1, 1, "the angle"},
    {JointType::kPrismatic, "prismatic", 1, 1, "the shift"},
    {JointType::kScrew, "screw", 1, 1, "the angle"},
    {JointType::kCylindrical, "cylindrical", 1, 2, "the angle and the shift"},
    {JointType::kUniversal, "universal", 2, 2, "the angles about the two axes"},
    {JointType::kPlanar, "planar", 1, 3, "two shifts and the angle"},
    {JointType::kSpherical, "spherical", 3, 3, "three angles"},
    {JointType::kFree, "free", 3, 6, "three shifts and three angles"},
    {JointType::kConstantVelocity, "constant_velocity", 1, 2, "the angles about the outer and the inner cross axis"},
    {JointType::kMotion, "motion", 0, kNone, "what its pose is made of"},
    {JointType::kCustom, "custom", 0, kNone, "what its pose is made of"},
};

std::array<Expr, 6> components(const Twist<Expr>& y) {
  return {y.angular.x, y.angular.y, y.angular.z, y.linear.x, y.linear.y, y.linear.z};
}

Twist<Expr> combine(std::span<const Twist<Expr>> columns, std::span<const Expr> factors) {
  Twist<Expr> sum;
  for (std::size_t i = 0; i < columns.size(); ++i) sum += columns[i] * factors[i];
  return sum;
}

// Directions that are driven are locked; what drives them is drift. Euler parameters, which stand last, are not driven.
void lock_driven(const Model& model, const Joint& joint, JointRelation& relation) {
  const DualBases all = relation.bases;
  relation.bases.free_motion.clear();
  relation.bases.free_load.clear();
  for (std::size_t i = 0; i < all.free_motion.size(); ++i) {
    const std::optional<Expr>& drive = model.coordinates[joint.coordinates[i]].drive;
    (drive ? relation.bases.locked_motion : relation.bases.free_motion).push_back(all.free_motion[i]);
    (drive ? relation.bases.locked_load : relation.bases.free_load).push_back(all.free_load[i]);
    if (drive) relation.drift += all.free_motion[i] * differentiate(*drive, time_symbol());
  }
}

// The speeds are ω in axes of N, behind the rates of the other coordinates; of a homokinetic joint, in axes halfway.
void set_euler_speeds(const Joint& joint, JointRelation& relation) {
  if (joint.type == JointType::kConstantVelocity) return set_homokinetic_speeds(joint, relation);
  const std::size_t first = relation.symbols.size() - 4;
  const auto p = std::span(relation.symbols).subspan(first);
  const EulerParameters<Expr> parameters{p[0], {p[1], p[2], p[3]}};
  Vector omega;
  const std::vector<std::string> names = named_speeds(joint);
  for (std::size_t i = 0; i < 3; ++i) omega[i] = make_symbol(names[i]);
  const EulerParameters<Expr> rates = euler_parameter_rates(parameters, omega);
  auto prime = [](Expr symbol) { return make_symbol(symbol.name(), 1); };
  const Vector back = angular_velocity(parameters, {prime(p[0]), {prime(p[1]), prime(p[2]), prime(p[3])}});
  relation.speeds.resize(first);
  relation.rates.resize(first);
  relation.inverse_rates.resize(first);
  for (std::size_t i = 0; i < 3; ++i) {
    relation.speeds.push_back(omega[i]);
    relation.inverse_rates.push_back(back[i]);
  }
  for (const Expr& rate : {rates.s, rates.v.x, rates.v.y, rates.v.z}) relation.rates.push_back(rate);
}

// Directions ∂z/∂x of a pose given as formulas: its twist per unit of the rate of x.
struct PoseDerivative {
  const Joint& joint;
  Rotation rotation;  // driven coordinates replaced
  Vector position;

  Twist<Expr> by(Expr x) const {
    Vector omega;
    if (rotation.matrix) {
      Matrix derivative;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) derivative(i, j) = differentiate((*rotation.matrix)(i, j), x);
      omega = vect(derivative * transpose(*rotation.matrix));
      for (std::size_t i = 0; i < 3; ++i) omega[i] = simplify(omega[i], kBriefly);
    } else {
      const std::vector<Vector> axes = rotation_axes<Expr>(rotation.sequence);
      for (std::size_t i = 0; i < axes.size(); ++i) omega += axes[i] * differentiate(rotation.sequence[i].angle, x);
    }
    return {omega, {differentiate(position.x, x), differentiate(position.y, x), differentiate(position.z, x)}};
  }
};

template <class Pair>
Pair replaced(const Pair& pair, const Substitution& substitution) {
  auto [first, second] = pair;
  for (std::size_t i = 0; i < 3; ++i) {
    first[i] = substitute(first[i], substitution);
    second[i] = substitute(second[i], substitution);
  }
  return {first, second};
}

PoseDerivative pose_formulas(const Joint& joint, const Substitution& drives) {
  PoseDerivative pose{joint, joint.rotation, joint.position};
  for (std::size_t i = 0; i < 3; ++i) {
    pose.position[i] = substitute(pose.position[i], drives);
    if (!pose.rotation.matrix) continue;
    for (std::size_t j = 0; j < 3; ++j)
      (*pose.rotation.matrix)(i, j) = substitute((*pose.rotation.matrix)(i, j), drives);
  }
  for (auto& turn : pose.rotation.sequence) turn.angle = substitute(turn.angle, drives);
  return pose;
}

// User-given directions: the rates of the coordinates follow from J_q q̇ + ξ_q = Φ s + ξ, by a left inverse of J_q.
void set_custom_directions(const Joint& joint, const Substitution& drives, const DualBases& of_pose,
                           const Twist<Expr>& pose_drift, JointRelation& relation) {
  if (!joint.free_directions.empty()) {
    std::vector<Twist<Expr>> J;
    for (const Twist<Expr>& column : joint.free_directions) J.push_back(replaced(column, drives));
    relation.bases = complete_from_free(J);
    relation.drift = replaced(joint.drift, drives);
  } else {
    std::vector<Load<Expr>> W;
    for (const Load<Expr>& column : joint.locked_directions) W.push_back(replaced(column, drives));
    relation.bases = complete_from_locked(W);
    relation.drift = {};
    for (std::size_t i = 0; i < joint.locked_rates.size(); ++i)
      relation.drift += relation.bases.locked_motion[i] * substitute(joint.locked_rates[i], drives);
  }
  relation.speeds.clear();
  for (const std::string& name : named_speeds(joint)) relation.speeds.push_back(make_symbol(name));
  CHECK(relation.speeds.size() == relation.bases.free_motion.size());
  const Twist<Expr> y = combine(relation.bases.free_motion, relation.speeds) + relation.drift - pose_drift;
  for (const Load<Expr>& locked : of_pose.locked_load) {
    if (test_zero(power(locked, y)).zero) continue;
    throw Error(ErrorCode::kJointGeometry,
                fmt::format("joint {} is to move in a direction that its pose does not have", joint.name),
                "its position and rotation must be able to follow every free direction");
  }
  relation.rates.clear();
  relation.inverse_rates.clear();
  for (const Load<Expr>& dual : of_pose.free_load) relation.rates.push_back(simplify(power(dual, y), kBriefly));
  std::vector<Expr> rate_symbols;
  for (Expr q : relation.symbols) rate_symbols.push_back(make_symbol(q.name(), 1));
  const Twist<Expr> moved = combine(of_pose.free_motion, rate_symbols) + pose_drift - relation.drift;
  for (const Load<Expr>& dual : relation.bases.free_load)
    relation.inverse_rates.push_back(simplify(power(dual, moved), kBriefly));
}

// The pose as formulas: its directions by differentiation, their duals by A.2.
void set_from_pose_formulas(const Model& model, const Joint& joint, JointRelation& relation) {
  Substitution drives;
  for (std::size_t index : joint.coordinates) add_drives({&model.coordinates[index], 1}, drives.symbols);
  const PoseDerivative pose = pose_formulas(joint, drives);
  relation.pose = {pose.rotation.to_matrix(), pose.position};
  std::vector<Twist<Expr>> J;
  for (Expr q : relation.symbols) J.push_back(pose.by(q));
  try {
    relation.bases = complete_from_free(J);
  } catch (const Error&) {
    throw Error(ErrorCode::kJointCoordinates,
                fmt::format("the coordinates of joint {} do not move it independently of each other", joint.name),
                "one of them does not occur in its position and rotation, or has the same effect as others");
  }
  relation.drift = pose.by(time_symbol());
  if (joint.type == JointType::kCustom && !(joint.free_directions.empty() && joint.locked_directions.empty()))
    set_custom_directions(joint, drives, DualBases(relation.bases), Twist<Expr>(relation.drift), relation);
}

}  // namespace

std::span<const JointKind> joint_kinds() { return kKinds; }

const JointKind& kind_of(const Joint& joint) {
  for (const JointKind& kind : kKinds)
    if (kind.type == joint.type) return kind;
  CHECK(false);
  return kKinds[0];
}

std::size_t coordinates_needed(const Joint& joint) {
  const std::size_t count = kind_of(joint).coordinates;
  return joint.euler_parameters ? count + 1 : count;
}

std::vector<std::string> named_speeds(const Joint& joint) {
  if (!joint.speeds.empty()) return joint.speeds;
  std::vector<std::string> names;
  if (joint.euler_parameters) {
    const bool two = joint.type == JointType::kConstantVelocity;
    for (const char* axis : two ? std::vector{"wa", "wb"} : std::vector{"wx", "wy", "wz"})
      names.push_back(make_symbol_name(fmt::format("{}_{}", axis, joint.name)));
  } else if (joint.type == JointType::kCustom) {
    const std::size_t count = joint.free_directions.empty()
                                  ? 6 - std::min<std::size_t>(6, joint.locked_directions.size())
                                  : joint.free_directions.size();
    const bool plain = joint.free_directions.empty() && joint.locked_directions.empty();
    for (std::size_t i = 1; i <= count && !plain; ++i)
      names.push_back(make_symbol_name(fmt::format("s{}_{}", i, joint.name)));
  }
  return names;
}

std::vector<Expr> joint_speeds(const Model& model, const Joint& joint) {
  std::vector<Expr> speeds;
  const bool own = !joint.free_directions.empty() || !joint.locked_directions.empty();
  const std::size_t last = joint.coordinates.size() - euler_coordinates(joint).size();
  for (std::size_t i = 0; i < last && !own; ++i)
    if (const Coordinate& q = model.coordinates[joint.coordinates[i]]; !q.drive)
      speeds.push_back(make_symbol(q.name, 1));
  for (const std::string& name : named_speeds(joint)) speeds.push_back(make_symbol(name));
  return speeds;
}

void add_drives(std::span<const Coordinate> coordinates, std::unordered_map<Expr, Expr>& symbols) {
  for (const Coordinate& coordinate : coordinates) {
    if (!coordinate.drive) continue;
    Expr value = *coordinate.drive;
    for (int primes = 0; primes <= 2; ++primes, value = differentiate(value, time_symbol()))
      symbols.emplace(make_symbol(coordinate.name, primes), value);
  }
}

JointRelation make_relation(const Model& model, const Joint& joint) {
  JointRelation relation;
  std::vector<Expr> values;  // of all coordinates: symbols, or the functions that drive them
  for (std::size_t index : joint.coordinates) {
    const Coordinate& coordinate = model.coordinates[index];
    const Expr symbol = make_symbol(coordinate.name);
    values.push_back(coordinate.drive.value_or(symbol));
    if (coordinate.drive) continue;
    relation.symbols.push_back(symbol);
    relation.speeds.push_back(make_symbol(coordinate.name, 1));
  }
  relation.rates = relation.inverse_rates = relation.speeds;
  if (std::optional<JointShape> shape = make_shape(joint, values)) {
    relation.pose = shape->pose;
    relation.bases = std::move(shape->bases);
    lock_driven(model, joint, relation);
    if (joint.euler_parameters) set_euler_speeds(joint, relation);
  } else {
    set_from_pose_formulas(model, joint, relation);
  }
  if (relation.twist) return relation;  // it came with its bias
  Seeds seeds{{time_symbol(), Expr(1)}};
  for (std::size_t i = 0; i < relation.symbols.size(); ++i) seeds.emplace(relation.symbols[i], relation.rates[i]);
  const std::array<Expr, 6> y = components(combine(relation.bases.free_motion, relation.speeds) + relation.drift);
  const std::vector<Expr> gamma = differentiate(y, seeds);
  relation.bias = {{gamma[0], gamma[1], gamma[2]}, {gamma[3], gamma[4], gamma[5]}};
  return relation;
}

JointRelation reverse(const JointRelation& relation) {
  const Matrix& R = relation.pose.rotation;
  const Vector& r = relation.pose.position;
  auto turned = [&](const Vector& v) { return transposed_times(R, v); };
  // twist of V against N about V, in N; and the load on V by N
  auto twist = [&](const Twist<Expr>& y) {
    return Twist<Expr>{-turned(y.angular), turned(cross(y.angular, r) - y.linear)};
  };
  auto load = [&](const Load<Expr>& l) { return Load<Expr>{-turned(l.torque + cross(r, l.force)), -turned(l.force)}; };
  JointRelation other = relation;
  other.pose = inverse(relation.pose);
  for (auto* columns : {&other.bases.free_motion, &other.bases.locked_motion})
    for (Twist<Expr>& column : *columns) column = twist(column);
  for (auto* columns : {&other.bases.free_load, &other.bases.locked_load})
    for (Load<Expr>& column : *columns) column = load(column);
  other.drift = twist(relation.drift);
  if (other.twist) other.twist = twist(*relation.twist);
  // ω' = −Rᵀω, α' = −Rᵀα (ω × ω = 0);  v' = Rᵀ(ω × r − v),  a' = Rᵀ(α × r + ω × v − a − ω × (ω × r − v)) with d^V and R
  const Twist<Expr> y = relation.twist.value_or(combine(relation.bases.free_motion, relation.speeds) + relation.drift);
  const Acceleration<Expr>& x = relation.bias;
  other.bias = {-turned(x.angular), turned(cross(x.angular, r) + cross(y.angular, y.linear) - x.linear -
                                           cross(y.angular, cross(y.angular, r) - y.linear))};
  return other;
}

}  // namespace kinemate
