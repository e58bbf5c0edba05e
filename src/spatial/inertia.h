// Inertia of rigid bodies (10 numbers) and of what hangs on them (21 numbers), about a reference point K.
//
//   M_K = [Θ_K  m r̃_SKᵀ; m r̃_SK  mE],  r_SK from the centre of mass S to K (source E with its
//   off-diagonals put right). With c = m r_KS the upper right block is c̃.
#pragma once

#include "spatial/motion.h"
#include "spatial/pose.h"

namespace kinemate {

/// A symmetric 3×3 matrix by its six numbers.
template <class S>
struct Symmetric3 {
  S xx{0}, yy{0}, zz{0}, xy{0}, xz{0}, yz{0};

  Matrix3<S> matrix() const { return {{{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}}}; }

  friend bool operator==(const Symmetric3&, const Symmetric3&) = default;
  friend Symmetric3 operator+(const Symmetric3& a, const Symmetric3& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
  }
  friend Symmetric3 operator-(const Symmetric3& a, const Symmetric3& b) {
    return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
  }
  friend Vector3<S> operator*(const Symmetric3& a, const Vector3<S>& v) {
    return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.xz * v.x + a.yz * v.y + a.zz * v.z};
  }
};

/// The symmetric part's upper triangle. REQUIRES: `a` is symmetric.
template <class S>
Symmetric3<S> make_symmetric(const Matrix3<S>& a) {
  return {a(0, 0), a(1, 1), a(2, 2), a(0, 1), a(0, 2), a(1, 2)};
}

/// R Θ Rᵀ
template <class S>
Symmetric3<S> rotate(const Symmetric3<S>& tensor, const Matrix3<S>& rotation);

/// Steiner: the tensor about a point with r from the centre of mass, of the one about the centre of mass: Θ + m(r²E − r
/// rᵀ).
template <class S>
Symmetric3<S> steiner(const Symmetric3<S>& about_center, const S& mass, const Vector3<S>& r);

/// Binet's tensor ∫ x xᵀ dm of the ordinary one, and back (source A (13)): θ = ½ tr(Θ) E − Θ, Θ = tr(θ) E − θ.
template <class S>
Symmetric3<S> to_binet(const Symmetric3<S>& ordinary);
template <class S>
Symmetric3<S> from_binet(const Symmetric3<S>& binet);

template <class S>
struct RigidInertia {
  S mass{0};             ///< m, kg
  Vector3<S> moment;     ///< m r_KS, kg·m
  Symmetric3<S> tensor;  ///< Θ_K, kg·m²

  friend bool operator==(const RigidInertia&, const RigidInertia&) = default;
  /// Of two bodies that are welded together, both about one point in one basis.
  friend RigidInertia operator+(const RigidInertia& a, const RigidInertia& b) {
    return {a.mass + b.mass, a.moment + b.moment, a.tensor + b.tensor};
  }
};

/// About K, of the tensor about the centre of mass S.
template <class S>
RigidInertia<S> make_rigid_inertia(const S& mass, const Vector3<S>& r_KS, const Symmetric3<S>& about_center);

/// About P; r_KP from K to P.
template <class S>
RigidInertia<S> move(const RigidInertia<S>& inertia, const Vector3<S>& r_KP);

template <class S>
RigidInertia<S> rotate(const RigidInertia<S>& inertia, const Matrix3<S>& rotation);

/// M x
template <class S>
Load<S> operator*(const RigidInertia<S>& inertia, const Acceleration<S>& x);

/// h = [ω × Θ ω; ω × (ω × m r_KS)], what M x + h = l has beside the accelerations.
template <class S>
Load<S> velocity_load(const RigidInertia<S>& inertia, const Vector3<S>& omega);

/// ½ yᵀ M y
template <class S>
S kinetic_energy(const RigidInertia<S>& inertia, const Twist<S>& twist);

/// A symmetric 6×6 matrix by blocks [angular coupling; couplingᵀ linear].
template <class S>
struct ArticulatedInertia {
  Symmetric3<S> angular;
  Matrix3<S> coupling;  ///< torque of a linear acceleration
  Symmetric3<S> linear;

  friend bool operator==(const ArticulatedInertia&, const ArticulatedInertia&) = default;
  friend ArticulatedInertia operator+(const ArticulatedInertia& a, const ArticulatedInertia& b) {
    return {a.angular + b.angular, a.coupling + b.coupling, a.linear + b.linear};
  }
};

template <class S>
ArticulatedInertia<S> make_articulated(const RigidInertia<S>& inertia);

/// G_PKᵀ M_P G_PK, the inertia about K of the one about P; r_KP from K to P.
template <class S>
ArticulatedInertia<S> move_to(const ArticulatedInertia<S>& inertia_P, const Vector3<S>& r_KP);

template <class S>
ArticulatedInertia<S> rotate(const ArticulatedInertia<S>& inertia, const Matrix3<S>& rotation);

/// M x
template <class S>
Load<S> operator*(const ArticulatedInertia<S>& inertia, const Acceleration<S>& x);

}  // namespace kinemate
