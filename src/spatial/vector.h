// Vectors and matrices of three, over one scalar: double, or Expr.
//
// Our own few lines instead of a matrix library: products skip nothing and reorder nothing, so that a formula reads as
// the vectors in it do, and zeros and ones of a formula fold as they are met.
#pragma once

#include <array>
#include <cstddef>

namespace kinemate {

template <class S>
struct Vector3 {
  S x{0}, y{0}, z{0};

  S& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : z; }
  const S& operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }

  friend bool operator==(const Vector3&, const Vector3&) = default;
  friend Vector3 operator+(const Vector3& a, const Vector3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector3 operator-(const Vector3& a, const Vector3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vector3 operator*(const Vector3& a, const S& k) { return {a.x * k, a.y * k, a.z * k}; }
  friend Vector3 operator*(const S& k, const Vector3& a) { return a * k; }
  Vector3& operator+=(const Vector3& b) { return *this = *this + b; }
  Vector3& operator-=(const Vector3& b) { return *this = *this - b; }
};

template <class S>
S dot(const Vector3<S>& a, const Vector3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class S>
Vector3<S> cross(const Vector3<S>& a, const Vector3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class S>
Vector3<S> unit(std::size_t axis) {
  Vector3<S> e;
  e[axis] = S(1);
  return e;
}

/// Rows of a 3×3 matrix.
template <class S>
struct Matrix3 {
  std::array<Vector3<S>, 3> rows;

  static Matrix3 identity() { return {{unit<S>(0), unit<S>(1), unit<S>(2)}}; }
  static Matrix3 diagonal(const Vector3<S>& d) { return {{{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}}; }

  S& operator()(std::size_t i, std::size_t j) { return rows[i][j]; }
  const S& operator()(std::size_t i, std::size_t j) const { return rows[i][j]; }
  Vector3<S> column(std::size_t j) const { return {rows[0][j], rows[1][j], rows[2][j]}; }

  friend bool operator==(const Matrix3&, const Matrix3&) = default;
  friend Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
    return {{a.rows[0] + b.rows[0], a.rows[1] + b.rows[1], a.rows[2] + b.rows[2]}};
  }
  friend Matrix3 operator-(const Matrix3& a, const Matrix3& b) {
    return {{a.rows[0] - b.rows[0], a.rows[1] - b.rows[1], a.rows[2] - b.rows[2]}};
  }
  friend Matrix3 operator*(const Matrix3& a, const S& k) { return {{a.rows[0] * k, a.rows[1] * k, a.rows[2] * k}}; }
  friend Matrix3 operator*(const S& k, const Matrix3& a) { return a * k; }
  friend Vector3<S> operator*(const Matrix3& a, const Vector3<S>& v) {
    return {dot(a.rows[0], v), dot(a.rows[1], v), dot(a.rows[2], v)};
  }
  friend Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
    Matrix3 c;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) c(i, j) = dot(a.rows[i], b.column(j));
    return c;
  }
};

template <class S>
Matrix3<S> transpose(const Matrix3<S>& a) {
  return {{a.column(0), a.column(1), a.column(2)}};
}

/// aᵀ v, without the transposed matrix.
template <class S>
Vector3<S> transposed_times(const Matrix3<S>& a, const Vector3<S>& v) {
  return {dot(a.column(0), v), dot(a.column(1), v), dot(a.column(2), v)};
}

template <class S>
S trace(const Matrix3<S>& a) {
  return a(0, 0) + a(1, 1) + a(2, 2);
}

/// ã with ã b = a × b.
template <class S>
Matrix3<S> tilde(const Vector3<S>& a) {
  return {{{{0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0}}}};
}

/// The vector of the skew part: vect(ã) = a.
template <class S>
Vector3<S> vect(const Matrix3<S>& a) {
  return {(a(2, 1) - a(1, 2)) / S(2), (a(0, 2) - a(2, 0)) / S(2), (a(1, 0) - a(0, 1)) / S(2)};
}

/// a bᵀ
template <class S>
Matrix3<S> outer(const Vector3<S>& a, const Vector3<S>& b) {
  return {{b * a.x, b * a.y, b * a.z}};
}

}  // namespace kinemate
