// States of machines, and equations in numbers.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "expr/sample_functions.h"
#include "formalism/equations.h"
#include "model/fixture.h"
#include "model/numeric_tree.h"
#include "model/random_machine.h"

namespace kinemate {

struct NumericEquations {
  Eigen::MatrixXd mass;
  Eigen::VectorXd bias, forces;
};

inline NumericEquations numbers(const Equations& equations, const Values& values) {
  std::vector<Expr> all = equations.mass;
  all.insert(all.end(), equations.bias.begin(), equations.bias.end());
  all.insert(all.end(), equations.forces.begin(), equations.forces.end());
  const std::vector<double> v = evaluate(with_sample_functions(all), values);
  const auto f = static_cast<Eigen::Index>(equations.speeds.size());
  NumericEquations result{Eigen::MatrixXd(f, f), Eigen::VectorXd(f), Eigen::VectorXd(f)};
  std::size_t next = 0;
  for (Eigen::Index i = 0; i < f; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) result.mass(i, j) = result.mass(j, i) = v[next++];
  for (Eigen::Index i = 0; i < f; ++i) result.bias[i] = v[next++];
  for (Eigen::Index i = 0; i < f; ++i) result.forces[i] = v[next++];
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

/// The random machines of the kinematics, with mass: bodies have centres and tensors.
inline Model random_massive_machine(std::mt19937_64& random, int most) {
  Model model = machine(random_machine(random, most));
  auto number = [&] { return Expr(Rational(static_cast<long>(random() % 19) - 9, 10)); };
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    Body& body = model.bodies[b];
    body.mass = Rational(static_cast<long>(random() % 9) + 1, 2);
    body.center = {number(), number(), number()};
    body.inertia = {Expr(Rational(7, 5)), Expr(Rational(6, 5)), Expr(1),
                    number() / Expr(9),   number() / Expr(9),   number() / Expr(9)};
  }
  model.gravity = {number(), number(), number()};
  return model;
}

/// A formalism gives the same as another on random trees: M, and k − τ.
using Derive = Equations (*)(const Model&, const Kinematics&);
inline void expect_agreement(Derive one, Derive other, unsigned seed, int rounds, int most_bodies) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < rounds; ++round) {
    const Model model = random_massive_machine(random, most_bodies);
    const Kinematics kinematics = compute_kinematics(model);
    const Values values = random_state(model, kinematics, random);
    const NumericEquations a = numbers(one(model, kinematics), values), b = numbers(other(model, kinematics), values);
    const Eigen::VectorXd left = a.bias - a.forces, right = b.bias - b.forces;
    EXPECT_LT(largest(a.mass - b.mass), 1e-10 * std::max(1.0, largest(a.mass))) << round;
    EXPECT_LT(largest(left - right), 1e-10 * std::max(1.0, largest(left))) << round;
  }
}

}  // namespace kinemate
