#include "model/joints/implicit.h"

#include <algorithm>

#include "expr/differentiate.h"
#include "expr/function.h"
#include "model/joints/joint_shape.h"

namespace kinemate {
namespace {

// Residuals of one joint, gathered condition by condition.
class Conditions {
 public:
  explicit Conditions(const Pose<Expr>& relative) : z_(relative) {}

  // The origin of N does not leave V's along n.
  void hold(const Vector& n) { add(dot(n, z_.position), {{}, n}); }

  // a of V and b of N keep the cosine c: d/dt a·Rb = ω·(Rb × a)
  void keep_angle(const Vector& a, const Vector& b, Expr c = Expr(0)) {
    const Vector turned = z_.rotation * b;
    add(dot(a, turned) - c, {cross(turned, a), {}});
  }

  // vect(R) = 0; d/dt vect(R) = ½ (tr R − R) ω
  void keep_orientation() {
    const Vector turn = vect(z_.rotation);
    const Matrix slope = (Matrix::identity() * trace(z_.rotation) - z_.rotation) * Expr(Rational(1, 2));
    for (std::size_t i = 0; i < 3; ++i) add(turn[i], {slope.rows[i], {}});
  }

  void hold_point() {
    for (std::size_t i = 0; i < 3; ++i) hold(unit<Expr>(i));
  }

  // The way r to N's origin halves the angle between the shafts and has the length l: r along h = n + R n, ḣ = ω × Rn.
  // Along ± h: which of the two the joint does not change.
  void keep_between_shafts(const Vector& n, const Vector& a, const Vector& b, Expr l) {
    const Vector &r = z_.position, turned = z_.rotation * n, h = n + turned;
    for (const Vector& across : {a, b})
      add(dot(across, cross(r, h)), {cross(turned, cross(across, r)), cross(h, across)});
    add(dot(r, r) - l * l, {{}, r * Expr(2)});
  }

  void keep_axis(const Vector& n, const Vector& a, const Vector& b) {
    keep_angle(a, n);
    keep_angle(b, n);
  }

  void add(Expr residual, const Load<Expr>& direction) { equations_.push_back({residual, direction, Expr(0)}); }

  const Pose<Expr>& pose() const { return z_; }
  std::vector<ImplicitEquation> take() { return std::move(equations_); }

 private:
  const Pose<Expr>& z_;
  std::vector<ImplicitEquation> equations_;
};

// Ψ̄ᵀ [vect(R R(q)ᵀ); r − r(q)]: on the manifold its derivative is Ψ̄ᵀ (y − Φ s − ξ) = Ψ̄ᵀ y − Ψ̄ᵀ ξ.
// What a custom joint locks beyond its pose is nonholonomic and has no residual.
std::vector<ImplicitEquation> from_explicit(const Model& model, Joint joint, const Pose<Expr>& z) {
  if (joint.type == JointType::kCustom) joint.type = JointType::kMotion;
  const JointRelation relation = make_relation(model, joint);
  const Twist<Expr> error{vect(z.rotation * transpose(relation.pose.rotation)), z.position - relation.pose.position};
  std::vector<ImplicitEquation> equations;
  for (const Load<Expr>& locked : relation.bases.locked_load)
    equations.push_back({power(locked, error), locked, power(locked, relation.drift)});
  return equations;
}

}  // namespace

std::vector<ImplicitEquation> make_implicit(const Model& model, const Joint& joint, const Pose<Expr>& relative) {
  const bool driven = std::any_of(joint.coordinates.begin(), joint.coordinates.end(),
                                  [&](std::size_t index) { return model.coordinates[index].drive.has_value(); });
  if (driven || joint.type == JointType::kMotion || joint.type == JointType::kCustom)
    return from_explicit(model, joint, relative);
  Conditions conditions(relative);
  if (joint.type == JointType::kFree) return {};
  if (joint.type == JointType::kFixed) {
    conditions.keep_orientation();
    conditions.hold_point();
    return conditions.take();
  }
  if (joint.type == JointType::kSpherical) {
    conditions.hold_point();
    return conditions.take();
  }
  const Vector& n = joint.axes[0];
  const auto [a, b] = perpendicular(n);
  const Matrix& R = relative.rotation;
  switch (joint.type) {
    case JointType::kRevolute:
      conditions.keep_axis(n, a, b);
      conditions.hold_point();
      break;
    case JointType::kPrismatic:
      conditions.keep_axis(n, a, b);
      conditions.keep_angle(a, b);
      conditions.hold(a);
      conditions.hold(b);
      break;
    case JointType::kScrew: {  // n·r = h φ, φ from R a = a cos φ + b sin φ
      conditions.keep_axis(n, a, b);
      conditions.hold(a);
      conditions.hold(b);
      const Expr angle = make_call(Function::kAtan2, dot(b, R * a), dot(a, R * a));
      conditions.add(dot(n, relative.position) - joint.pitch * angle, {n * -joint.pitch, n});
      break;
    }
    case JointType::kCylindrical:
      conditions.keep_axis(n, a, b);
      conditions.hold(a);
      conditions.hold(b);
      break;
    case JointType::kUniversal:
      conditions.keep_angle(n, joint.axes[1], dot(n, joint.axes[1]));
      conditions.hold_point();
      break;
    case JointType::kPlanar:
      conditions.keep_axis(n, a, b);
      conditions.hold(n);
      break;
    case JointType::kConstantVelocity:  // the bend axis vect(R) is perpendicular to the shaft (source E (4.16))
      conditions.add(dot(b, R * a) - dot(a, R * b), {cross(R * a, b) - cross(R * b, a), {}});
      if (joint.double_cardan && !joint.length.is_zero()) {
        conditions.keep_between_shafts(n, a, b, joint.length);
      } else {
        conditions.hold_point();
      }
      break;
    default: break;
  }
  return conditions.take();
}

}  // namespace kinemate
