// 6×6 matrices written out, against which the pairs of vectors are compared: angular part first.
#pragma once

#include <array>

#include "spatial/inertia.h"

namespace kinemate {

template <class S>
using Vector6 = std::array<S, 6>;
template <class S>
using Matrix6 = std::array<Vector6<S>, 6>;

template <class S>
Vector6<S> dense(const Vector3<S>& upper, const Vector3<S>& lower) {
  return {upper.x, upper.y, upper.z, lower.x, lower.y, lower.z};
}
template <class S>
Vector6<S> dense(const Twist<S>& y) {
  return dense(y.angular, y.linear);
}
template <class S>
Vector6<S> dense(const Acceleration<S>& x) {
  return dense(x.angular, x.linear);
}
template <class S>
Vector6<S> dense(const Load<S>& l) {
  return dense(l.torque, l.force);
}

/// [a b; c d]
template <class S>
Matrix6<S> blocks(const Matrix3<S>& a, const Matrix3<S>& b, const Matrix3<S>& c, const Matrix3<S>& d) {
  Matrix6<S> m;
  for (std::size_t i = 0; i < 3; ++i) {
    m[i] = dense(a.rows[i], b.rows[i]);
    m[i + 3] = dense(c.rows[i], d.rows[i]);
  }
  return m;
}

/// The 6×6 matrix that G_PK is: [E 0; r̃_PK E], r_PK = −r_KP.
template <class S>
Matrix6<S> dense_G(const Vector3<S>& r_KP) {
  const Vector3<S>& r = r_KP;
  const S o(0), e(1);
  return {{{e, o, o, o, o, o},
           {o, e, o, o, o, o},
           {o, o, e, o, o, o},
           {o, r.z, -r.y, e, o, o},
           {-r.z, o, r.x, o, e, o},
           {r.y, -r.x, o, o, o, e}}};
}

template <class S>
Matrix6<S> dense(const ArticulatedInertia<S>& m) {
  return blocks(m.angular.matrix(), m.coupling, transpose(m.coupling), m.linear.matrix());
}

template <class S>
Matrix6<S> transpose(const Matrix6<S>& a) {
  Matrix6<S> t;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) t[i][j] = a[j][i];
  return t;
}

template <class S>
Vector6<S> times(const Matrix6<S>& a, const Vector6<S>& v) {
  Vector6<S> product;
  for (std::size_t i = 0; i < 6; ++i) {
    product[i] = S(0);
    for (std::size_t j = 0; j < 6; ++j) product[i] = product[i] + a[i][j] * v[j];
  }
  return product;
}

template <class S>
Matrix6<S> times(const Matrix6<S>& a, const Matrix6<S>& b) {
  const Matrix6<S> columns = transpose(b);
  Matrix6<S> product;
  for (std::size_t j = 0; j < 6; ++j) product[j] = times(a, columns[j]);
  return transpose(product);
}

template <class S>
Matrix6<S> plus(const Matrix6<S>& a, const Matrix6<S>& b) {
  Matrix6<S> sum;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) sum[i][j] = a[i][j] + b[i][j];
  return sum;
}

/// The matrix of a linear map from accelerations to loads, column by column.
template <class S, class Inertia>
Matrix6<S> matrix_of(const Inertia& inertia) {
  Matrix6<S> columns;
  for (std::size_t i = 0; i < 3; ++i) {
    columns[i] = dense(inertia * Acceleration<S>{unit<S>(i), {}});
    columns[i + 3] = dense(inertia * Acceleration<S>{{}, unit<S>(i)});
  }
  return transpose(columns);
}

}  // namespace kinemate
