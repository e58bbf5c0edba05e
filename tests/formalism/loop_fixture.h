// Closed loops from the poses of bodies: residuals, and states that satisfy them.
#pragma once

#include <Eigen/Dense>

#include "formalism/fixture.h"
#include "model/joints/implicit.h"
#include "model/topology/walker.h"

namespace kinemate {

/// What is 0 where the joints that close loops are closed: formulas of the coordinates.
inline std::vector<Expr> loop_residuals(const Model& model, const Kinematics& kinematics) {
  std::vector<Expr> residuals;
  for (std::size_t j : kinematics.tree.secondary) {
    const Joint& joint = model.joints[j];
    const Pose<Expr> pose =
        relative(inertial_pose(model, kinematics, joint.to), inertial_pose(model, kinematics, joint.from));
    for (const ImplicitEquation& condition : make_implicit(model, joint, pose)) residuals.push_back(condition.residual);
  }
  return residuals;
}

inline std::vector<Expr> time_derivatives(const Kinematics& kinematics, std::vector<Expr> formulas) {
  for (Expr& formula : formulas) formula = differentiate_time(kinematics, formula);
  return formulas;
}

/// Formulas that are linear in some symbols, in numbers: A x + b.
struct LinearNumbers {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
};
inline LinearNumbers linear_numbers(const std::vector<Expr>& formulas, const std::vector<Expr>& symbols,
                                    Values values) {
  for (Expr symbol : symbols) values[symbol] = 0;
  const std::vector<std::vector<Expr>> by = jacobian(formulas, symbols);
  LinearNumbers result{Eigen::MatrixXd(formulas.size(), symbols.size()), Eigen::VectorXd(formulas.size())};
  for (std::size_t r = 0; r < formulas.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    result.b[row] = evaluate(formulas[r], values);
    for (std::size_t c = 0; c < symbols.size(); ++c)
      result.A(row, static_cast<Eigen::Index>(c)) = evaluate(by[r][c], values);
  }
  return result;
}

/// A random state whose configuration closes the loops and whose speeds keep them closed.
inline Values random_closed_state(const Model& model, const Kinematics& kinematics, std::mt19937_64& random) {
  Values values = random_state(model, kinematics, random);
  const Walker walker(model, kinematics.tree, choose_numbers(model, 1));
  Eigen::VectorXd q = walker.close(walker.start()).x;
  const Walker::Step step = walker.step(q, random);
  EXPECT_EQ(step.end, Walker::Step::End::kMoved);
  q = walker.close(step.to).x;
  for (Eigen::Index i = 0; i < q.size(); ++i)
    values[walker.closure().coordinates()[static_cast<std::size_t>(i)]] = q[i];
  const auto [J, drift] =
      linear_numbers(time_derivatives(kinematics, loop_residuals(model, kinematics)), kinematics.speeds, values);
  Eigen::VectorXd s(J.cols());
  for (Eigen::Index k = 0; k < s.size(); ++k) s[k] = values[kinematics.speeds[static_cast<std::size_t>(k)]];
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-9);
  s -= decomposition.compute(J).solve(J * s + drift);
  for (Eigen::Index k = 0; k < s.size(); ++k) values[kinematics.speeds[static_cast<std::size_t>(k)]] = s[k];
  return values;
}

}  // namespace kinemate
