// Moves a machine through configurations that satisfy its loops: closing them, and steps along motions.
#pragma once

#include <optional>
#include <random>

#include "model/topology/closure.h"
#include "numeric/newton.h"

namespace kinemate {

class Walker {
 public:
  /// The tree outlives it. `further` are joints that close loops and whose coordinates are unknowns besides those that
  /// must be. Throws Error where formulas have no value.
  Walker(const Model& model, const Tree& tree, const Numbers& numbers, const std::vector<std::size_t>& further = {});

  const Closure& closure() const { return closure_; }
  const Eigen::VectorXd& start() const { return start_; }  ///< the initial values
  const Eigen::VectorXd& units() const { return units_; }  ///< of the coordinates, as the closure has them

  /// Which coordinates and speeds no drive determines.
  const std::vector<bool>& free_coordinates() const { return free_coordinates_; }
  const std::vector<bool>& free_speeds() const { return free_speeds_; }
  /// Coordinates that close() may move: those that no drive determines, and those that an unspecified function drives.
  const std::vector<bool>& movable() const { return closing_; }
  /// Coordinates with an initial value of the model.
  const std::vector<bool>& given() const { return given_; }

  /// The nearest configuration without gaps. Driven coordinates stay, unless an unspecified function drives them.
  NewtonResult close(const Eigen::VectorXd& guess) const;
  /// The same while some coordinates stay where they are.
  NewtonResult close(const Eigen::VectorXd& guess, const std::vector<bool>& held) const;
  /// The same by continuation: the residual that the guess leaves is taken away little by little,
  /// g(q) = (1 - λ) g(guess) for λ = 0 ... 1.
  NewtonResult close_gradually(const Eigen::VectorXd& guess, const std::vector<bool>& held) const;
  /// Motions of the coordinates at a closed configuration: orthonormal columns, in units; driven ones rest.
  Eigen::MatrixXd motions(const Eigen::VectorXd& q) const;
  /// Whether these coordinates can be chosen freely near a closed configuration.
  bool are_independent(const Eigen::VectorXd& q, const std::vector<bool>& chosen) const;
  /// Whether there are no gaps, and no joint is met turned over.
  bool is_closed(const NewtonResult& result) const;
  /// From the initial values. Those that the machine gives stay, where the others can close the loops alone, from 0 or
  /// from elsewhere: these are 0 only because nobody has said more. Where they cannot, the given ones move little, if a
  /// way is found.
  NewtonResult close_start() const;

  struct Step {
    enum class End {
      kMoved,
      kReturned,  ///< free directions are but infinitesimal
      kFailed,    ///< no configuration without gaps was found
      kRigid      ///< there is no free direction
    };
    End end;
    Eigen::VectorXd to;
  };

  /// A random step along a motion, drives released.
  Step step(const Eigen::VectorXd& from, std::mt19937_64& random) const;

 private:
  Eigen::VectorXd bend(const Eigen::VectorXd& from, const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& wish) const;
  double moved(const Eigen::VectorXd& to) const;
  std::optional<NewtonResult> close_others(const NewtonResult& nearest) const;
  NewtonResult solve(const Eigen::VectorXd& guess, const std::vector<bool>& moves, int iterations,
                     const Eigen::VectorXd& left = {}) const;

  const Model released_;  // without drives
  Closure closure_;
  Eigen::VectorXd start_, units_;
  std::vector<bool> closing_, free_coordinates_, free_speeds_;  // closing_: coordinates that close() may move
  std::vector<bool> given_;                                     // coordinates with an initial value
};

}  // namespace kinemate
