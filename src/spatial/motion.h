// Twists, accelerations and loads: pairs of vectors about a reference point, and how they move with it.
//
// G_PK = [E 0; r̃_PK E] takes a twist or an acceleration from the point K to the point P of the same body, with r_PK
// from P to K; G_PKᵀ takes a load from P to K (theory of source E (2.9), (2.10)). An acceleration is the plain
// derivative of velocity and angular velocity; moved to another point it gains ω × (ω × r).
#pragma once

#include "spatial/vector.h"

namespace kinemate {

template <class S>
struct Twist {
  Vector3<S> angular;  ///< ω, rad/s
  Vector3<S> linear;   ///< v of the reference point, m/s

  friend bool operator==(const Twist&, const Twist&) = default;
  friend Twist operator+(const Twist& a, const Twist& b) { return {a.angular + b.angular, a.linear + b.linear}; }
  friend Twist operator-(const Twist& a, const Twist& b) { return {a.angular - b.angular, a.linear - b.linear}; }
  friend Twist operator*(const Twist& a, const S& k) { return {a.angular * k, a.linear * k}; }
  Twist& operator+=(const Twist& b) { return *this = *this + b; }
};

template <class S>
struct Acceleration {
  Vector3<S> angular;  ///< α, rad/s²
  Vector3<S> linear;   ///< a of the reference point, m/s²

  friend bool operator==(const Acceleration&, const Acceleration&) = default;
  friend Acceleration operator+(const Acceleration& a, const Acceleration& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
};

template <class S>
struct Load {
  Vector3<S> torque;  ///< about the reference point, N·m
  Vector3<S> force;   ///< N

  friend bool operator==(const Load&, const Load&) = default;
  friend Load operator+(const Load& a, const Load& b) { return {a.torque + b.torque, a.force + b.force}; }
  friend Load operator-(const Load& a, const Load& b) { return {a.torque - b.torque, a.force - b.force}; }
  friend Load operator*(const Load& a, const S& k) { return {a.torque * k, a.force * k}; }
  Load& operator+=(const Load& b) { return *this = *this + b; }
};

/// Power of a load on a twist, both about one point in one basis.
template <class S>
S power(const Load<S>& load, const Twist<S>& twist) {
  return dot(load.torque, twist.angular) + dot(load.force, twist.linear);
}

/// G_PK y_K; r_KP from K to P.
template <class S>
Twist<S> move(const Twist<S>& twist, const Vector3<S>& r_KP) {
  return {twist.angular, twist.linear + cross(twist.angular, r_KP)};
}

/// G_PK x_K + [0; ω × (ω × r_KP)]
template <class S>
Acceleration<S> move(const Acceleration<S>& x, const Vector3<S>& omega, const Vector3<S>& r_KP) {
  return {x.angular, x.linear + cross(x.angular, r_KP) + cross(omega, cross(omega, r_KP))};
}

/// G_PKᵀ l_P: the load about K; r_KP from K to P.
template <class S>
Load<S> move_to(const Load<S>& load_P, const Vector3<S>& r_KP) {
  return {load_P.torque + cross(r_KP, load_P.force), load_P.force};
}

/// The components in V of what has components in N; R_VN.
template <class S>
Twist<S> operator*(const Matrix3<S>& rotation, const Twist<S>& twist) {
  return {rotation * twist.angular, rotation * twist.linear};
}
template <class S>
Acceleration<S> operator*(const Matrix3<S>& rotation, const Acceleration<S>& x) {
  return {rotation * x.angular, rotation * x.linear};
}
template <class S>
Load<S> operator*(const Matrix3<S>& rotation, const Load<S>& load) {
  return {rotation * load.torque, rotation * load.force};
}

}  // namespace kinemate
