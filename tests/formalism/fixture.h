// States of machines, and equations in numbers.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "expr/normal/sample_functions.h"
#include "formalism/equations.h"
#include "model/fixture.h"
#include "model/random_machine.h"
#include "model/topology/numeric_tree.h"

namespace kinemate {

struct NumericEquations {
  Eigen::MatrixXd mass;
  Eigen::VectorXd bias, forces, conservative;
};

inline NumericEquations numbers(const Equations& equations, const Values& values) {
  std::vector<Expr> all = equations.mass;
  all.insert(all.end(), equations.bias.begin(), equations.bias.end());
  all.insert(all.end(), equations.forces.begin(), equations.forces.end());
  all.insert(all.end(), equations.conservative.begin(), equations.conservative.end());
  const std::vector<double> v = evaluate(with_sample_functions(all), values);
  const auto f = static_cast<Eigen::Index>(equations.speeds.size());
  NumericEquations result{Eigen::MatrixXd(f, f), Eigen::VectorXd(f), Eigen::VectorXd(f), Eigen::VectorXd(f)};
  std::size_t next = 0;
  for (Eigen::Index i = 0; i < f; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) result.mass(i, j) = result.mass(j, i) = v[next++];
  for (Eigen::Index i = 0; i < f; ++i) result.bias[i] = v[next++];
  for (Eigen::Index i = 0; i < f; ++i) result.forces[i] = v[next++];
  for (Eigen::Index i = 0; i < f; ++i) result.conservative[i] = v[next++];
  return result;
}

/// Seeded values of everything that formulas of a machine may hold.
inline Values random_state(const Model& model, const Kinematics& kinematics, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Values values = choose_numbers(model, 1).values;
  values[make_symbol("t")] = number(random);
  for (const Coordinate& coordinate : model.coordinates) values[make_symbol(coordinate.name)] = number(random);
  for (Expr s : kinematics.speeds) values[s] = number(random);
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) values[make_symbol(state.name)] = number(random);
  normalise_euler_parameters(model, values);
  return values;
}

inline double largest(const Eigen::MatrixXd& m) { return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff(); }

/// The random machines of the kinematics, with mass: bodies have centres and tensors. With loads of every kind, one of
/// them with a state.
inline Model random_massive_machine(std::mt19937_64& random, int most) {
  std::string text = random_machine(random, most);
  const auto count = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  auto body = [&] {
    const std::string name = "b" + std::to_string(random() % 9 + 1);
    return text.find(name + ": {mass") == std::string::npos ? std::string("b1") : name;
  };
  auto point = [&](const std::string& on) {
    return "{body: " + on + ", at: [" + std::to_string(random() % 9) + "/7, 1, " + std::to_string(random() % 5) + "]}";
  };
  if (count % 3 != 0) {
    const std::string at = body(), ends = "between: [" + point("world") + ", " + point(at) + "]";
    text += "loads:\n";
    text += "  spring: {type: spring, " + ends + ", stiffness: 2, length: 1/3}\n";
    text += "  damper: {type: damper, " + ends + ", damping: 1/2}\n";
    text += "  drag: {type: vector_damper, between: [" + point("b1") + ", " + point("world") + "], damping: 1/3}\n";
    text += "  wind: {type: force, point: " + point(at) +
            ", vector: [sin(t), 1, z1], axes: world, "
            "states: {z1: 1 - z1}}\n";
    text += "  motor: {type: torque, body: " + at + ", vector: [1, 2, t], axes: body}\n";
    if (text.find("c1]") != std::string::npos && text.find("drive") == std::string::npos &&
        text.find("euler") == std::string::npos)
      text += "  twist: {type: torsion, coordinate: c1, stiffness: 3, angle: cos(t), damping: 1/4}\n";
  }
  Model model = machine(text);
  auto number = [&] { return Expr(Rational(static_cast<long>(random() % 19) - 9, 10)); };
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    Body& at = model.bodies[b];
    at.mass = Rational(static_cast<long>(random() % 9) + 1, 2);
    at.center = {number(), number(), number()};
    at.inertia = {Expr(Rational(7, 5)), Expr(Rational(6, 5)), Expr(1),
                  number() / Expr(9),   number() / Expr(9),   number() / Expr(9)};
  }
  model.gravity = {number(), number(), number()};
  return model;
}

/// Two sets of equations at a state: M, k, τ and what of τ has a potential.
inline void expect_same(const NumericEquations& a, const NumericEquations& b, double tolerance) {
  EXPECT_LT(largest(a.mass - b.mass), tolerance * std::max(1.0, largest(a.mass)));
  EXPECT_LT(largest(a.bias - b.bias), tolerance * std::max(1.0, largest(a.bias)));
  EXPECT_LT(largest(a.forces - b.forces), tolerance * std::max(1.0, largest(a.forces)));
  EXPECT_LT(largest(a.conservative - b.conservative), tolerance * std::max(1.0, largest(a.conservative)));
}

}  // namespace kinemate
