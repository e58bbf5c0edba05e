// Rotations: matrix, axis and angle, sequences of elementary rotations, Euler parameters, small rotations.
//
// A rotation matrix R_VN takes components in N to components in V: its columns are the axes of N in V. The angular
// velocity of N against V, in V, is vect(Ṙ Rᵀ); in N it is vect(Rᵀ Ṙ).
#pragma once

#include <span>
#include <vector>

#include "spatial/vector.h"

namespace kinemate {

template <class S>
struct ElementaryRotation {
  Vector3<S> axis;  ///< of unit length, in the frame turned so far
  S angle;
};

/// E + sin φ ũ + (1 − cos φ) ũũ. REQUIRES: the axis has unit length. The coordinate axes give the elementary matrices.
template <class S>
Matrix3<S> make_rotation(const ElementaryRotation<S>& rotation);

/// One after the other, each about an axis of the frame turned so far: x-y'-z'' and the like, of any length.
template <class S>
Matrix3<S> make_rotation(std::span<const ElementaryRotation<S>> sequence);

/// The columns of ω = Σ column_i · (angle_i)', in the frame before the first rotation (source B (2.24)).
template <class S>
std::vector<Vector3<S>> rotation_axes(std::span<const ElementaryRotation<S>> sequence);

/// Euler parameters: s = cos(φ/2), v = u sin(φ/2), of norm one.
template <class S>
struct EulerParameters {
  S s{1};
  Vector3<S> v;

  friend bool operator==(const EulerParameters&, const EulerParameters&) = default;
};

/// One rotation after the other (source E (A.18)).
template <class S>
EulerParameters<S> operator*(const EulerParameters<S>& a, const EulerParameters<S>& b);

template <class S>
EulerParameters<S> conjugate(const EulerParameters<S>& p) {
  return {p.s, -p.v};
}

template <class S>
EulerParameters<S> make_euler_parameters(const ElementaryRotation<S>& rotation);

/// R of Euler parameters of norm one, each diagonal entry by the two squares that belong to it: 1 − 2(b² + c²).
template <class S>
Matrix3<S> make_rotation(const EulerParameters<S>& p);

/// ṗ of Euler parameters, from the angular velocity in the turned frame: ½ p ∘ [0, ω]. Keeps the norm.
template <class S>
EulerParameters<S> euler_parameter_rates(const EulerParameters<S>& p, const Vector3<S>& omega_turned);

/// The angular velocity in the turned frame, from rates that keep the norm: 2 p̄ ∘ ṗ.
template <class S>
Vector3<S> angular_velocity(const EulerParameters<S>& p, const EulerParameters<S>& rates);

/// Euler parameters of a rotation matrix, s ≥ 0; from the largest of the four, so that nothing is divided by a small
/// number.
EulerParameters<double> make_euler_parameters(const Matrix3<double>& rotation);

/// Axis and angle in [0, π] of a rotation matrix; the axis of no rotation is x.
ElementaryRotation<double> make_axis_angle(const Matrix3<double>& rotation);

/// E + φ̃, the rotation matrix to first order in its angles, whatever their sequence.
template <class S>
Matrix3<S> make_small_rotation(const Vector3<S>& angles) {
  return Matrix3<S>::identity() + tilde(angles);
}

}  // namespace kinemate
