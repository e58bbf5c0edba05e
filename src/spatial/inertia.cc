#include "spatial/inertia.h"

#include "expr/expr.h"

namespace kinemate {
namespace {

// r²E − r rᵀ = r̃ r̃ᵀ
template <class S>
Symmetric3<S> square_of_tilde(const Vector3<S>& r) {
  const S xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
  return {yy + zz, xx + zz, xx + yy, -(r.x * r.y), -(r.x * r.z), -(r.y * r.z)};
}

template <class S>
Symmetric3<S> scaled(const Symmetric3<S>& a, const S& k) {
  return {a.xx * k, a.yy * k, a.zz * k, a.xy * k, a.xz * k, a.yz * k};
}

// a bᵀ + b aᵀ − 2 (a·b) E, what the tensor loses when the first moment moves
template <class S>
Symmetric3<S> moment_shift(const Vector3<S>& a, const Vector3<S>& b) {
  const S two(2), xx = two * a.x * b.x, yy = two * a.y * b.y, zz = two * a.z * b.z;
  return {-(yy + zz), -(xx + zz), -(xx + yy), a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y};
}

}  // namespace

template <class S>
Symmetric3<S> rotate(const Symmetric3<S>& tensor, const Matrix3<S>& rotation) {
  const Matrix3<S> half = tensor.matrix() * transpose(rotation);
  Symmetric3<S> result;
  result.xx = dot(rotation.rows[0], half.column(0));
  result.yy = dot(rotation.rows[1], half.column(1));
  result.zz = dot(rotation.rows[2], half.column(2));
  result.xy = dot(rotation.rows[0], half.column(1));
  result.xz = dot(rotation.rows[0], half.column(2));
  result.yz = dot(rotation.rows[1], half.column(2));
  return result;
}

template <class S>
Symmetric3<S> steiner(const Symmetric3<S>& about_center, const S& mass, const Vector3<S>& r) {
  return about_center + scaled(square_of_tilde(r), mass);
}

template <class S>
Symmetric3<S> to_binet(const Symmetric3<S>& a) {
  const S two(2);
  return {(a.yy + a.zz - a.xx) / two, (a.xx + a.zz - a.yy) / two, (a.xx + a.yy - a.zz) / two, -a.xy, -a.xz, -a.yz};
}

template <class S>
Symmetric3<S> from_binet(const Symmetric3<S>& b) {
  return {b.yy + b.zz, b.xx + b.zz, b.xx + b.yy, -b.xy, -b.xz, -b.yz};
}

template <class S>
RigidInertia<S> make_rigid_inertia(const S& mass, const Vector3<S>& r_KS, const Symmetric3<S>& about_center) {
  return {mass, r_KS * mass, steiner(about_center, mass, r_KS)};
}

template <class S>
RigidInertia<S> move(const RigidInertia<S>& inertia, const Vector3<S>& r_KP) {
  // Θ_P = Θ_K + m r̃r̃ᵀ + (c rᵀ + r cᵀ − 2 (c·r) E), c = m r_KS, since r_PS = r_KS − r_KP
  return {inertia.mass, inertia.moment - r_KP * inertia.mass,
          inertia.tensor + scaled(square_of_tilde(r_KP), inertia.mass) + moment_shift(inertia.moment, r_KP)};
}

template <class S>
RigidInertia<S> rotate(const RigidInertia<S>& inertia, const Matrix3<S>& rotation) {
  return {inertia.mass, rotation * inertia.moment, rotate(inertia.tensor, rotation)};
}

template <class S>
Load<S> operator*(const RigidInertia<S>& inertia, const Acceleration<S>& x) {
  return {inertia.tensor * x.angular + cross(inertia.moment, x.linear),
          x.linear * inertia.mass + cross(x.angular, inertia.moment)};
}

template <class S>
Load<S> velocity_load(const RigidInertia<S>& inertia, const Vector3<S>& omega) {
  return {cross(omega, inertia.tensor * omega), cross(omega, cross(omega, inertia.moment))};
}

template <class S>
S kinetic_energy(const RigidInertia<S>& inertia, const Twist<S>& twist) {
  const Acceleration<S> y{twist.angular, twist.linear};
  return power(inertia * y, twist) / S(2);
}

template <class S>
ArticulatedInertia<S> make_articulated(const RigidInertia<S>& inertia) {
  const S& m = inertia.mass;
  return {inertia.tensor, tilde(inertia.moment), {m, m, m, S(0), S(0), S(0)}};
}

template <class S>
ArticulatedInertia<S> move_to(const ArticulatedInertia<S>& inertia_P, const Vector3<S>& r_KP) {
  // with G = [E 0; −r̃ E], r = r_KP:  A + r̃ Bᵀ − B r̃ − r̃ C r̃,  B + r̃ C,  C
  const Matrix3<S> r = tilde(r_KP), rC = r * inertia_P.linear.matrix();
  const Matrix3<S> Br = inertia_P.coupling * r;
  const Matrix3<S> angular = transpose(Br) * S(-1) - Br - rC * r;
  return {inertia_P.angular + make_symmetric(angular), inertia_P.coupling + rC, inertia_P.linear};
}

template <class S>
ArticulatedInertia<S> rotate(const ArticulatedInertia<S>& inertia, const Matrix3<S>& rotation) {
  return {rotate(inertia.angular, rotation), rotation * inertia.coupling * transpose(rotation),
          rotate(inertia.linear, rotation)};
}

template <class S>
Load<S> operator*(const ArticulatedInertia<S>& inertia, const Acceleration<S>& x) {
  return {inertia.angular * x.angular + inertia.coupling * x.linear,
          transposed_times(inertia.coupling, x.angular) + inertia.linear * x.linear};
}

template Symmetric3<double> rotate(const Symmetric3<double>&, const Matrix3<double>&);
template Symmetric3<double> steiner(const Symmetric3<double>&, const double&, const Vector3<double>&);
template Symmetric3<double> to_binet(const Symmetric3<double>&);
template Symmetric3<double> from_binet(const Symmetric3<double>&);
template RigidInertia<double> make_rigid_inertia(const double&, const Vector3<double>&, const Symmetric3<double>&);
template RigidInertia<double> move(const RigidInertia<double>&, const Vector3<double>&);
template RigidInertia<double> rotate(const RigidInertia<double>&, const Matrix3<double>&);
template Load<double> operator*(const RigidInertia<double>&, const Acceleration<double>&);
template Load<double> velocity_load(const RigidInertia<double>&, const Vector3<double>&);
template double kinetic_energy(const RigidInertia<double>&, const Twist<double>&);
template ArticulatedInertia<double> make_articulated(const RigidInertia<double>&);
template ArticulatedInertia<double> move_to(const ArticulatedInertia<double>&, const Vector3<double>&);
template ArticulatedInertia<double> rotate(const ArticulatedInertia<double>&, const Matrix3<double>&);
template Load<double> operator*(const ArticulatedInertia<double>&, const Acceleration<double>&);

template Symmetric3<Expr> rotate(const Symmetric3<Expr>&, const Matrix3<Expr>&);
template Symmetric3<Expr> steiner(const Symmetric3<Expr>&, const Expr&, const Vector3<Expr>&);
template Symmetric3<Expr> to_binet(const Symmetric3<Expr>&);
template Symmetric3<Expr> from_binet(const Symmetric3<Expr>&);
template RigidInertia<Expr> make_rigid_inertia(const Expr&, const Vector3<Expr>&, const Symmetric3<Expr>&);
template RigidInertia<Expr> move(const RigidInertia<Expr>&, const Vector3<Expr>&);
template RigidInertia<Expr> rotate(const RigidInertia<Expr>&, const Matrix3<Expr>&);
template Load<Expr> operator*(const RigidInertia<Expr>&, const Acceleration<Expr>&);
template Load<Expr> velocity_load(const RigidInertia<Expr>&, const Vector3<Expr>&);
template Expr kinetic_energy(const RigidInertia<Expr>&, const Twist<Expr>&);
template ArticulatedInertia<Expr> make_articulated(const RigidInertia<Expr>&);
template ArticulatedInertia<Expr> move_to(const ArticulatedInertia<Expr>&, const Vector3<Expr>&);
template ArticulatedInertia<Expr> rotate(const ArticulatedInertia<Expr>&, const Matrix3<Expr>&);
template Load<Expr> operator*(const ArticulatedInertia<Expr>&, const Acceleration<Expr>&);

}  // namespace kinemate
