// Assembles a closed machine: a configuration that satisfies its loops and constraints, near to what is given.
//
//   min Σ wᵢ (qᵢ − q̂ᵢ)²  subject to  g(q) = 0
//
// with values fixed as far as the others can close the loops. One way after another, until one ends closed: from the
// given values; from the nearest closed configuration (Gauss-Newton steps), followed in small steps to the given
// values; by continuation from the open machine; from random starts, the same in every run. So a start that is hardly
// known is found, and one that is known well is not left.
#pragma once

#include <string>
#include <vector>

#include "model/topology/walker.h"

namespace kinemate {

/// How firmly a coordinate's value is given: what is firmer gives way later.
enum class Firmness {
  kFree,     ///< nobody has said more
  kInitial,  ///< in the initial values of the model
  kGiven     ///< with the state that is asked for
};

struct Placement {
  Eigen::VectorXd wanted;            ///< q̂, by Closure::coordinates()
  std::vector<Firmness> firmness;    ///< of each
  std::vector<std::size_t> ordered;  ///< coordinates that stay before others, the first one first; others move least
};

struct Assembly {
  NewtonResult result;  ///< the closed configuration, or the nearest to one
  bool closed = false;
  bool nearby = false;  ///< found from what is given itself, not from elsewhere
};

/// The initial values of the model: walker.start().
Placement initial_placement(const Walker& walker);

Assembly assemble(const Walker& walker, const Placement& placement);

/// `chosen` with as many of the candidates, early ones first, as can be chosen freely beside them near a closed
/// configuration: each moves the machine along something that those before do not.
std::vector<bool> choose_independent(const Walker& walker, const Eigen::VectorXd& q, std::vector<bool> chosen,
                                     const std::vector<std::size_t>& candidates);

/// From a closed configuration to where some coordinates are wanted, in small steps: so the loops stay on their branch.
/// `held` are those that only move as they are wanted.
NewtonResult follow(const Walker& walker, NewtonResult at, const Eigen::VectorXd& wanted,
                    const std::vector<bool>& moved, const std::vector<bool>& held);

/// How far a loop or constraint is from closed.
struct ClosureError {
  Condition owner;
  double distance = 0;  ///< m
  double angle = 0;     ///< rad
  double residual = 0;  ///< of constraints, in their own units
};

/// Those that are open, the most open one first. Without a value: none.
std::vector<ClosureError> closure_errors(const Closure& closure, const Eigen::VectorXd& q);

/// "joint C 0.2 m and 0.1 rad, constraint gear 3"; "" where all are closed.
std::string describe(const Model& model, const std::vector<ClosureError>& errors);

}  // namespace kinemate
