// Properties of the room, each stated once over a scalar: proved over symbols, then checked over random numbers.
//
// A property takes a Draw. Symbols draws a new symbol each time, and equality is proved by the zero test; Numbers draws
// seeded doubles, and equality is that of numbers. Derivatives are those of formulas, or differences of sixth order.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "expr/differentiate.h"
#include "expr/fixture.h"
#include "expr/normal/zero_test.h"
#include "expr/substitute.h"
#include "spatial/inertia.h"
#include "spatial/motion.h"
#include "spatial/pose.h"
#include "spatial/rotation.h"

namespace kinemate {

// What a value of the room consists of, in the order of its fields.
template <class S>
auto parts(Vector3<S>& a) {
  return std::tie(a.x, a.y, a.z);
}
template <class S>
auto parts(Matrix3<S>& a) {
  return std::tie(a.rows[0], a.rows[1], a.rows[2]);
}
template <class S>
auto parts(Symmetric3<S>& a) {
  return std::tie(a.xx, a.yy, a.zz, a.xy, a.xz, a.yz);
}
template <class S>
auto parts(EulerParameters<S>& p) {
  return std::tie(p.s, p.v);
}
template <class S>
auto parts(Pose<S>& z) {
  return std::tie(z.rotation, z.position);
}
template <class S>
auto parts(Twist<S>& y) {
  return std::tie(y.angular, y.linear);
}
template <class S>
auto parts(Acceleration<S>& x) {
  return std::tie(x.angular, x.linear);
}
template <class S>
auto parts(Load<S>& l) {
  return std::tie(l.torque, l.force);
}
template <class S>
auto parts(RigidInertia<S>& m) {
  return std::tie(m.mass, m.moment, m.tensor);
}
template <class S>
auto parts(ArticulatedInertia<S>& m) {
  return std::tie(m.angular, m.coupling, m.linear);
}
template <class T, std::size_t n>
auto parts(std::array<T, n>& a) {
  return std::apply([](auto&... each) { return std::tie(each...); }, a);
}

inline void append_entries(double& x, std::vector<double*>& entries) { entries.push_back(&x); }
inline void append_entries(Expr& x, std::vector<Expr*>& entries) { entries.push_back(&x); }
template <class T, class S>
void append_entries(T& x, std::vector<S*>& entries) {
  std::apply([&](auto&... part) { (append_entries(part, entries), ...); }, parts(x));
}

/// The scalars of x.
template <class S, class T>
std::vector<S*> entries_of(T& x) {
  std::vector<S*> entries;
  append_entries(x, entries);
  return entries;
}

template <class T>
struct ScalarOf {
  using type = T;
};
template <template <class> class T, class S>
struct ScalarOf<T<S>> {
  using type = S;
};
template <class T, std::size_t n>
struct ScalarOf<std::array<T, n>> : ScalarOf<T> {};

inline testing::AssertionResult equal_scalars(Expr a, Expr b, double /*tolerance*/) {
  const ZeroTest test = test_zero(a - b);
  if (test.zero && test.is_proof()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << to_text(a) << " against " << to_text(b) << ": " << describe(test);
}

inline testing::AssertionResult equal_scalars(double a, double b, double tolerance) {
  if (std::abs(a - b) <= tolerance * (1 + std::abs(b))) return testing::AssertionSuccess();
  return testing::AssertionFailure() << a << " against " << b << ", difference " << a - b;
}

/// Entry by entry: proved for formulas, within the tolerance for numbers.
template <class T>
testing::AssertionResult equal(T a, T b, double tolerance = 1e-12) {
  using S = typename ScalarOf<T>::type;
  const std::vector<S*> of_a = entries_of<S>(a), of_b = entries_of<S>(b);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const testing::AssertionResult result = equal_scalars(*of_a[i], *of_b[i], tolerance);
    if (!result) return testing::AssertionFailure() << "entry " << i << ": " << result.message();
  }
  return testing::AssertionSuccess();
}

/// Of numbers that come from differences: what remains of sixteen digits.
inline constexpr double kDifferences = 1e-8;

/// A quadratic in time, so that value, rate and second derivative at t = 0 are any three numbers.
template <class S>
struct Path {
  S start, rate, curvature;

  S at(const S& t) const { return start + rate * t + curvature * t * t / S(2); }
};

template <class S>
using Sequence = std::vector<ElementaryRotation<S>>;

template <class S>
Matrix3<S> rotation_of(const Sequence<S>& sequence) {
  return make_rotation(std::span<const ElementaryRotation<S>>(sequence));
}
template <class S>
std::vector<Vector3<S>> axes_of(const Sequence<S>& sequence) {
  return rotation_axes(std::span<const ElementaryRotation<S>>(sequence));
}

template <class S>
class Draw {
 public:
  using Scalar = S;

  virtual ~Draw() = default;
  virtual S scalar() = 0;

  Vector3<S> vector() { return {scalar(), scalar(), scalar()}; }
  Matrix3<S> matrix() { return {{vector(), vector(), vector()}}; }
  Symmetric3<S> symmetric() { return {scalar(), scalar(), scalar(), scalar(), scalar(), scalar()}; }
  Path<S> path() { return {scalar(), scalar(), scalar()}; }

  /// Any unit vector, by two angles.
  Vector3<S> unit_vector() { return unit_vector_at(scalar(), scalar()); }
  static Vector3<S> unit_vector_at(const S& a, const S& b) {
    using std::cos, std::sin;
    return {cos(a) * cos(b), sin(a) * cos(b), sin(b)};
  }

  /// Any Euler parameters of norm one, by three angles.
  EulerParameters<S> euler_parameters() { return euler_parameters_at(scalar(), scalar(), scalar()); }
  static EulerParameters<S> euler_parameters_at(const S& a, const S& b, const S& c) {
    using std::cos, std::sin;
    return {cos(a) * cos(b), {cos(a) * sin(b), sin(a) * cos(c), sin(a) * sin(c)}};
  }

  /// Any rotation, by Cardan angles.
  Matrix3<S> rotation() {
    return rotation_of(Sequence<S>{{unit<S>(0), scalar()}, {unit<S>(1), scalar()}, {unit<S>(2), scalar()}});
  }
  Pose<S> pose() { return {rotation(), vector()}; }
  Twist<S> twist() { return {vector(), vector()}; }
  Acceleration<S> acceleration() { return {vector(), vector()}; }
  Load<S> load() { return {vector(), vector()}; }
  RigidInertia<S> rigid_inertia() { return {scalar(), vector(), symmetric()}; }
  ArticulatedInertia<S> articulated_inertia() { return {symmetric(), matrix(), symmetric()}; }
};

class Symbols : public Draw<Expr> {
 public:
  Expr scalar() override { return make_symbol("s" + std::to_string(++count_)); }

  /// df/dt at t = 0
  template <class F>
  auto derivative(F f) const {
    return differentiated(f, 1);
  }
  template <class F>
  auto second_derivative(F f) const {
    return differentiated(f, 2);
  }

 private:
  template <class F>
  auto differentiated(F f, int order) const {
    const Expr t = make_symbol("t");
    auto value = f(t);
    for (Expr* entry : entries_of<Expr>(value)) {
      for (int i = 0; i < order; ++i) *entry = differentiate(*entry, t);
      *entry = substitute(*entry, {.symbols = {{t, Expr(0)}}});
    }
    return value;
  }

  int count_ = 0;
};

class Numbers : public Draw<double> {
 public:
  double scalar() override { return std::uniform_real_distribution(-1.0, 1.0)(random_); }

  /// df/dt at t = 0
  template <class F>
  auto derivative(F f) const {
    const double h = 1e-3;
    return combined(f, h, {-1 / (60 * h), 3 / (20 * h), -3 / (4 * h), 0, 3 / (4 * h), -3 / (20 * h), 1 / (60 * h)});
  }
  template <class F>
  auto second_derivative(F f) const {
    const double h = 5e-3, k = 1 / (180 * h * h);
    return combined(f, h, {2 * k, -27 * k, 270 * k, -490 * k, 270 * k, -27 * k, 2 * k});
  }

 private:
  // Σ weight_i f(i h), i = -3..3
  template <class F>
  auto combined(F f, double h, const std::array<double, 7>& weights) const {
    auto sum = f(0.0);
    const std::vector<double*> total = entries_of<double>(sum);
    for (double* entry : total) *entry *= weights[3];
    for (const int i : {-3, -2, -1, 1, 2, 3}) {
      auto sample = f(i * h);
      const std::vector<double*> entries = entries_of<double>(sample);
      for (std::size_t k = 0; k < total.size(); ++k)
        *total[k] += *entries[k] * weights[static_cast<std::size_t>(i + 3)];
    }
    return sum;
  }

  std::mt19937_64 random_{20240607};
};

class SpatialTest : public ExprTest {
 protected:
  /// `property` proved over symbols and checked over random numbers.
  template <class Property>
  static void check(Property property) {
    Symbols symbols;
    property(symbols);
    Numbers numbers;
    for (int i = random_cases(50); i > 0 && !HasFailure(); --i) property(numbers);
  }
};

/// The scalar of a property's draw.
template <class D>
using ScalarFor = typename std::remove_reference_t<D>::Scalar;

}  // namespace kinemate
