// The conditions that loops and constraints put on a machine, in numbers.
//
// A joint that closes a loop gives its implicit conditions (model/joints/implicit.h) at the relative pose that the tree gives
// it. Where its own coordinates matter elsewhere (drives, constraints, poses as formulas) they are unknowns, and the
// whole relative pose must be the joint's.
#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "model/joints/implicit.h"
#include "model/kinematics.h"
#include "model/topology/numeric_tree.h"
#include "numeric/sparse_matrix.h"

namespace kinemate {

/// What a condition belongs to, and what it says.
struct Condition {
  std::size_t joint = kNone;
  std::size_t constraint = kNone;
  std::string meaning;  ///< "translation along z", in axes of the joint's `from`; of constraints empty
};

/// A direction in words: "translation along z". `length` makes turns and shifts comparable.
std::string describe_direction(const Load<double>& direction, double length);

class Closure {
 public:
  /// Drives are not looked at. Model and tree outlive it. `with_coordinates` are the secondary joints whose coordinates
  /// are unknowns. Throws Error where places have no value.
  Closure(const Model& model, const Tree& tree, const std::vector<std::size_t>& with_coordinates,
          const Values& constants);
  Closure(const Closure&) = delete;
  Closure& operator=(const Closure&) = delete;

  const std::vector<Expr>& coordinates() const { return numbers_.coordinates(); }
  const std::vector<Expr>& speeds() const { return numbers_.speeds(); }
  double length() const { return length_; }  ///< of the machine's larger parts, m: makes turns and shifts comparable

  /// What is 0 where all loops are closed, and the norms of Euler parameters one; lengths in units of length(). NaN
  /// where there is no value.
  Eigen::VectorXd residual(const Eigen::VectorXd& q) const;
  /// Its derivative by the coordinates.
  SparseMatrix jacobian(const Eigen::VectorXd& q) const;
  /// What its rows belong to.
  Condition owner(Eigen::Index row) const;
  /// What counts as one of each coordinate: 1, or length() where it shifts its joint rather than turning it.
  Eigen::VectorXd coordinate_units(const Eigen::VectorXd& q) const;

  /// Conditions on the speeds: joints that close loops, holonomic, then nonholonomic constraints. Rows and columns are
  /// scaled: directions and speeds count as one, lengths in units of length().
  SparseMatrix speed_jacobian(const Eigen::VectorXd& q) const;
  std::vector<Condition> conditions(const Eigen::VectorXd& q) const;

  /// The first joint that is met with an axis turned over, which conditions on directions do not see; kNone.
  std::size_t find_turned_over(const Eigen::VectorXd& q) const;

 private:
  // A joint that closes a loop.
  struct Loop {
    std::size_t joint;
    std::size_t place;  // among the joints of the numeric tree, if its coordinates are unknowns; else kNone
    std::size_t from_body, to_body;
    Pose<double> from, to;
    std::vector<Expr> pose_symbols;  // of the relative pose
    std::size_t rows = 6;
  };
  // A constraint, with the derivatives that are not zero.
  struct Equation {
    std::size_t constraint;
    Expr formula;
    std::vector<std::pair<std::size_t, Expr>> by_coordinate, by_speed;
  };
  // All there is to know at a configuration.
  struct State {
    Configuration configuration;
    std::vector<Pose<double>> from, relative;  // of each loop: V against the world, N against V
    std::vector<double> implicit;              // residual and direction of each implicit condition
  };
  enum class By { kCoordinate, kSpeed };
  struct Column {
    std::size_t index;
    Twist<double> twist;
  };

  void add_loop(std::size_t joint, std::size_t place);
  void add_equations();
  State at(const Eigen::VectorXd& q) const;
  std::vector<Column> relative_columns(const State& state, std::size_t loop, By by) const;
  std::vector<Load<double>> directions(const State& state, std::size_t loop, std::size_t& next) const;
  double size_of(const Load<double>& direction) const;
  double size_of(const Twist<double>& direction) const;

  const Model& model_;
  const Tree& tree_;
  NumericTree numbers_;
  std::vector<Loop> loops_;
  std::vector<Equation> holonomic_, nonholonomic_;
  std::vector<Expr> implicit_;                              // formulas of State::implicit
  std::vector<std::vector<std::size_t>> euler_parameters_;  // coordinates of norm one
  Values constants_;
  double length_ = 1;
};

}  // namespace kinemate
