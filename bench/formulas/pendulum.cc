#include "bench/formulas/pendulum.h"

#include "expr/normal/normal_derivative.h"

#include <array>
#include <string>
#include <utility>

namespace kinemate {
namespace {

using Vector = std::array<Expr, 3>;

Vector add(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

// w × (length·e_y)
Vector cross_y(const Vector& w, Expr length) { return {-(w[2] * length), Expr(0), w[0] * length}; }

// From the axes of the predecessor to those of a body that is turned against it: Rᵀ·v.
Vector turn_back(const Vector& v, std::size_t axis, Expr angle) {
  const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  Vector result = v;
  result[i] = cos(angle) * v[i] + sin(angle) * v[j];
  result[j] = cos(angle) * v[j] - sin(angle) * v[i];
  return result;
}

struct Parameters {
  Expr mass = make_symbol("m"), length = make_symbol("l"), centre = make_symbol("a");
  Vector inertia = {make_symbol("Ixx"), make_symbol("Iyy"), make_symbol("Izz")};
};

// Columns of the Jacobians of one body: what each rate contributes to its angular velocity and to the velocity of its
// joint, in body axes.
struct Jacobian {
  std::vector<Vector> w, v;
};

// w_i = Rᵀ w_V + e q_i',  v_i = Rᵀ (v_V + w_V × l e_y)
Jacobian make_next(Jacobian last, std::size_t axis, Expr angle, Expr length) {
  for (std::size_t j = 0; j < last.w.size(); ++j) {
    last.v[j] = turn_back(add(last.v[j], cross_y(last.w[j], length)), axis, angle);
    last.w[j] = turn_back(last.w[j], axis, angle);
  }
  Vector own;
  own[axis] = 1;
  last.w.push_back(own);
  last.v.emplace_back();
  return last;
}

// M += m J_vᵀ J_v + J_wᵀ I J_w, with the velocity of the centre of mass
void add_body(std::vector<Expr>& metric, const Jacobian& jacobian, const Parameters& body, std::size_t bodies) {
  std::vector<Vector> v;
  for (std::size_t j = 0; j < jacobian.w.size(); ++j) {
    v.push_back(add(jacobian.v[j], cross_y(jacobian.w[j], body.centre)));
  }
  for (std::size_t j = 0; j < v.size(); ++j) {
    for (std::size_t k = j; k < v.size(); ++k) {
      Expr moving, turning;
      for (std::size_t d = 0; d < 3; ++d) {
        moving += v[j][d] * v[k][d];
        turning += body.inertia[d] * jacobian.w[j][d] * jacobian.w[k][d];
      }
      metric[place(j, k, bodies)] += body.mass * moving + turning;
    }
  }
}

Polynomial subtract(const Polynomial& a, const Polynomial& b, Work& work) {
  return add(a, scale(b, Rational(-1)), work);
}

}  // namespace

Pendulum make_pendulum(std::size_t bodies) {
  const Parameters body;
  Pendulum result;
  result.metric.resize(bodies * (bodies + 1) / 2);
  Jacobian jacobian;
  for (std::size_t i = 0; i < bodies; ++i) {
    result.angles.push_back(make_symbol("q" + std::to_string(i + 1)));
    jacobian = make_next(std::move(jacobian), i % 2 == 0 ? 2 : 0, result.angles[i], body.length);
    add_body(result.metric, jacobian, body, bodies);
  }
  return result;
}

std::size_t place(std::size_t j, std::size_t k, std::size_t n) {
  if (j > k) return place(k, j, n);
  return j * n - j * (j + 1) / 2 + k;
}

std::vector<Polynomial> make_christoffel_symbols(const NormalForm& metric, const std::vector<Expr>& angles,
                                                 Work& work) {
  const std::size_t n = angles.size();
  std::vector<std::vector<Polynomial>> by;  // by[k][e] = ∂(entry e)/∂q_k
  for (const Expr q : angles) by.push_back(differentiate(metric, q, work).value());
  std::vector<Polynomial> result;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = j; k < n; ++k) {
        const Polynomial sum = add(by[k][place(i, j, n)], by[j][place(i, k, n)], work);
        result.push_back(scale(subtract(sum, by[i][place(j, k, n)], work), Rational(1) / Rational(2)));
      }
    }
  }
  return result;
}

}  // namespace kinemate
