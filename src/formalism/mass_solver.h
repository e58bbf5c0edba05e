// M x = b of a machine's equations: eliminated along its tree, from the leaves to the root, whatever order the
// equations are in. So factors have no entries where a tree's M has none (recursion/algorithms/mass_factors.h).
#pragma once

#include "model/kinematics.h"
#include "recursion/algorithms/mass_factors.h"

namespace kinemate {

class MassSolver {
 public:
  /// Of the lower triangle of M in the speeds of the kinematics, row by row. Throws SingularColumn.
  MassSolver(const Kinematics& kinematics, const std::vector<Expr>& mass);

  std::vector<Expr> solve(const std::vector<Expr>& b) const;

 private:
  std::vector<std::size_t> order_;  // places of the speeds from the root outwards
  MassFactors<Expr> factors_;
};

}  // namespace kinemate
