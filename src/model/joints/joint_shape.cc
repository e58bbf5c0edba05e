#include "model/joints/joint_shape.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "model/joints/homokinetic.h"

namespace kinemate {
namespace {

Twist<Expr> angular(const Vector& axis) { return {axis, {}}; }
Twist<Expr> linear(const Vector& axis) { return {{}, axis}; }

Vector simplified(const Vector& v) {
  return {simplify(v.x, kBriefly), simplify(v.y, kBriefly), simplify(v.z, kBriefly)};
}

DualBases from_coordinate_axes(std::span<const Twist<Expr>> free, std::span<const Vector> turning,
                               std::span<const Vector> shifting) {
  std::vector<Twist<Expr>> locked;
  for (const Vector& axis : turning) locked.push_back(angular(axis));
  for (const Vector& axis : shifting) locked.push_back(linear(axis));
  return make_orthonormal(free, locked);
}

std::array<Vector, 3> coordinate_axes() { return {unit<Expr>(0), unit<Expr>(1), unit<Expr>(2)}; }

// The reciprocal basis of three vectors: b_i · a_j = δ_ij. Throws Error where they lie in a plane.
std::array<Vector, 3> reciprocal(const Joint& joint, std::span<const Vector> a) {
  const Expr volume = simplify(dot(a[0], cross(a[1], a[2])), kBriefly);
  if (volume.is_zero()) {
    throw Error(ErrorCode::kJointGeometry,
                fmt::format("the three axes of joint {} do not turn in all directions", joint.name),
                "neighbouring axes of the sequence must differ");
  }
  std::array<Vector, 3> b;
  for (std::size_t i = 0; i < 3; ++i) b[i] = simplified(cross(a[(i + 1) % 3], a[(i + 2) % 3])) * (Expr(1) / volume);
  return b;
}

std::vector<ElementaryRotation<Expr>> sequence_of(const Joint& joint, std::span<const Expr> angles) {
  std::vector<ElementaryRotation<Expr>> sequence;
  for (std::size_t i = 0; i < angles.size(); ++i) sequence.push_back({joint.axes[i], angles[i]});
  return sequence;
}

// Three angles about given axes: rotation, directions and their duals, added to what is there.
void add_angles(const Joint& joint, std::span<const Expr> angles, JointShape& shape) {
  const auto sequence = sequence_of(joint, angles);
  const std::vector<Vector> axes = rotation_axes<Expr>(sequence);
  const std::array<Vector, 3> duals = reciprocal(joint, axes);
  shape.pose.rotation = make_rotation<Expr>(sequence);
  for (std::size_t i = 0; i < 3; ++i) {
    shape.bases.free_motion.push_back(angular(axes[i]));
    shape.bases.free_load.push_back({duals[i], {}});
  }
}

// Euler parameters: the speeds are ω in axes of N, so that the directions are the axes of N.
void add_euler_parameters(std::span<const Expr> p, JointShape& shape) {
  const Matrix r = make_rotation(EulerParameters<Expr>{p[0], {p[1], p[2], p[3]}});
  shape.pose.rotation = r;
  for (std::size_t i = 0; i < 3; ++i) {
    shape.bases.free_motion.push_back(angular(r.column(i)));
    shape.bases.free_load.push_back({r.column(i), {}});
  }
}

void add_rotation(const Joint& joint, std::span<const Expr> q, JointShape& shape) {
  joint.euler_parameters ? add_euler_parameters(q, shape) : add_angles(joint, q, shape);
}

JointShape fixed_shape() { return {{}, from_coordinate_axes({}, coordinate_axes(), coordinate_axes())}; }

JointShape revolute_shape(const Joint& joint, std::span<const Expr> q) {
  const Vector& n = joint.axes[0];
  const auto [a, b] = perpendicular(n);
  const Twist<Expr> free[] = {angular(n)};
  const Vector turning[] = {a, b}, shifting[] = {a, b, n};
  return {{make_rotation(ElementaryRotation<Expr>{n, q[0]}), {}}, from_coordinate_axes(free, turning, shifting)};
}

JointShape prismatic_shape(const Joint& joint, std::span<const Expr> q) {
  const Vector& n = joint.axes[0];
  const auto [a, b] = perpendicular(n);
  const Twist<Expr> free[] = {linear(n)};
  const Vector turning[] = {a, b, n}, shifting[] = {a, b};
  return {{Matrix::identity(), n * q[0]}, from_coordinate_axes(free, turning, shifting)};
}

// Φ = [n; h n]; its dual is [n; 0], and the locked load along the axis [−h n; n].
JointShape screw_shape(const Joint& joint, std::span<const Expr> q) {
  const Vector& n = joint.axes[0];
  JointShape shape = revolute_shape(joint, q);
  shape.pose.position = n * (joint.pitch * q[0]);
  shape.bases.free_motion[0].linear = n * joint.pitch;
  shape.bases.locked_load.back() = {n * -joint.pitch, n};
  return shape;
}

JointShape cylindrical_shape(const Joint& joint, std::span<const Expr> q) {
  const Vector& n = joint.axes[0];
  const auto [a, b] = perpendicular(n);
  const Twist<Expr> free[] = {angular(n), linear(n)};
  const Vector across[] = {a, b};
  return {{make_rotation(ElementaryRotation<Expr>{n, q[0]}), n * q[1]}, from_coordinate_axes(free, across, across)};
}

// Axes n1 (fixed in V) and m = R1 n2 with a constant angle between them, c its cosine: the duals of (n1, m, k),
// k along n1 × m, are ((n1 − c m)/(1 − c²), (m − c n1)/(1 − c²), k).
JointShape universal_shape(const Joint& joint, std::span<const Expr> q) {
  const auto sequence = sequence_of(joint, q);
  const Vector n1 = joint.axes[0], m = make_rotation(sequence[0]) * joint.axes[1];
  const Expr c = simplify(dot(joint.axes[0], joint.axes[1]), kBriefly), sine2 = simplify(Expr(1) - c * c, kBriefly);
  if (sine2.is_zero())
    throw Error(ErrorCode::kJointGeometry, fmt::format("the two axes of joint {} are parallel", joint.name));
  const Vector k = simplified(cross(n1, m)) * (Expr(1) / sqrt(sine2));
  DualBases bases{{angular(n1), angular(m)}, {angular(k)}, {}, {{k, {}}}};
  bases.free_load = {{(n1 - m * c) * (Expr(1) / sine2), {}}, {(m - n1 * c) * (Expr(1) / sine2), {}}};
  for (std::size_t i = 0; i < 3; ++i) {
    bases.locked_motion.push_back(linear(unit<Expr>(i)));
    bases.locked_load.push_back({{}, unit<Expr>(i)});
  }
  return {{make_rotation<Expr>(sequence), {}}, bases};
}

JointShape planar_shape(const Joint& joint, std::span<const Expr> q) {
  const Vector& n = joint.axes[0];
  const auto [a, b] = perpendicular(n);
  const Twist<Expr> free[] = {linear(a), linear(b), angular(n)};
  const Vector turning[] = {a, b}, shifting[] = {n};
  return {{make_rotation(ElementaryRotation<Expr>{n, q[2]}), a * q[0] + b * q[1]},
          from_coordinate_axes(free, turning, shifting)};
}

JointShape spherical_shape(const Joint& joint, std::span<const Expr> q) {
  JointShape shape{{}, from_coordinate_axes({}, {}, coordinate_axes())};
  add_rotation(joint, q, shape);
  return shape;
}

JointShape free_shape(const Joint& joint, std::span<const Expr> q) {
  const Twist<Expr> shifts[] = {linear(unit<Expr>(0)), linear(unit<Expr>(1)), linear(unit<Expr>(2))};
  JointShape shape{{Matrix::identity(), {q[0], q[1], q[2]}}, make_orthonormal(shifts, {})};
  add_rotation(joint, q.subspan(3), shape);
  return shape;
}

}  // namespace

std::optional<JointShape> make_shape(const Joint& joint, std::span<const Expr> q) {
  switch (joint.type) {
    case JointType::kFixed: return fixed_shape();
    case JointType::kRevolute: return revolute_shape(joint, q);
    case JointType::kPrismatic: return prismatic_shape(joint, q);
    case JointType::kScrew: return screw_shape(joint, q);
    case JointType::kCylindrical: return cylindrical_shape(joint, q);
    case JointType::kUniversal: return universal_shape(joint, q);
    case JointType::kPlanar: return planar_shape(joint, q);
    case JointType::kSpherical: return spherical_shape(joint, q);
    case JointType::kFree: return free_shape(joint, q);
    case JointType::kConstantVelocity: return make_homokinetic_shape(joint, q);
    case JointType::kMotion:
    case JointType::kCustom: break;
  }
  return std::nullopt;
}

std::array<Vector, 2> perpendicular(const Vector& n) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector a = unit<Expr>((i + 1) % 3);
    if (n == unit<Expr>(i) || n == -unit<Expr>(i)) return {a, cross(n, a)};
  }
  // the coordinate axis that is least along n, as far as that is known
  std::size_t axis = 0;
  double least = 2;
  for (std::size_t i = 0; i < 3; ++i) {
    const double size = free_symbols(n[i]).empty() ? std::abs(evaluate(n[i], {})) : 1.5;
    if (size < least) axis = i, least = size;
  }
  const Vector across = cross(n, unit<Expr>(axis));
  const Vector a = across * (Expr(1) / sqrt(simplify(dot(across, across), kBriefly)));
  return {a, simplified(cross(n, a))};
}

}  // namespace kinemate
