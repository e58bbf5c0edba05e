// The machine's tree in numbers: where bodies are and in which directions joints move them, at a configuration.
//
// The formulas of each joint are evaluated by themselves, then poses go out from the world in doubles: the cost is
// linear in the bodies. The world is at rest here; loops and joints do not feel its motion.
#pragma once

#include <Eigen/Core>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/evaluate.h"
#include "model/joints/joint.h"
#include "model/tree.h"

namespace kinemate {

/// A joint at a configuration, in axes of V about the origin of N.
struct JointNumbers {
  Pose<double> pose;
  std::vector<Twist<double>> by_speed;       ///< Φ
  std::vector<Twist<double>> by_coordinate;  ///< the twist for a rate of one of each coordinate
};

struct Configuration {
  std::vector<Pose<double>> bodies;     ///< against the world; only those that the tree reaches
  std::vector<JointNumbers> joints;     ///< of the tree, parent to child, then further ones, `from` to `to`
  std::vector<Matrix3<double>> axes;    ///< of each joint's V, against the world
  std::vector<Vector3<double>> origin;  ///< of each joint's N
};

class NumericTree {
 public:
  /// `further` are joints beside those of the tree whose coordinates are unknowns too. Coordinates of no joint are the
  /// last ones. Drives are not looked at: all coordinates are free. `constants` are the values of all other symbols.
  /// Throws Error where formulas of places have no value.
  NumericTree(const Model& model, const Tree& tree, std::span<const std::size_t> further, const Values& constants);

  const std::vector<Expr>& coordinates() const { return coordinates_; }  ///< each once
  const std::vector<Expr>& speeds() const { return speeds_; }

  /// For each joint of the tree and each further one, where its coordinates and speeds are among these.
  const std::vector<std::vector<std::size_t>>& coordinate_columns() const { return coordinate_columns_; }
  const std::vector<std::vector<std::size_t>>& speed_columns() const { return speed_columns_; }

  /// The largest distance of a joint from the origin of one of its bodies.
  double largest_arm() const;

  /// Throws Error where a formula has no value.
  Configuration at(const Eigen::VectorXd& q) const;

  /// The values of all symbols at a configuration, speeds zero.
  Values values_at(const Eigen::VectorXd& q) const;

  /// An attachment against its body, in numbers; of world axes, its rotation is against the world.
  Pose<double> place(const Attachment& attachment) const;

 private:
  void add_joint(const Model& model, std::size_t joint, bool reversed);
  std::size_t column(std::vector<Expr>& symbols, std::unordered_map<Expr, std::size_t>& index, Expr symbol);

  const Model& model_;
  const Tree& tree_;
  Values constants_;
  std::vector<Expr> coordinates_, speeds_;
  std::unordered_map<Expr, std::size_t> coordinate_index_, speed_index_;
  std::vector<std::vector<std::size_t>> coordinate_columns_, speed_columns_;
  std::vector<Expr> varying_;              // formulas that are evaluated
  std::vector<std::size_t> varying_slot_;  // and where their values go
  std::vector<double> slots_;              // 12 + 6 for each speed + 6 for each coordinate, joint by joint
  struct Ends {
    Pose<double> near, far;
    bool world_axes;
  };
  std::vector<Ends> ends_;  // of the joints of the tree
};

/// Numbers for formulas: values of parameters, those without one at random, t = 0, unspecified functions by samples.
struct Numbers {
  Values values;
  std::vector<std::string> at_random;  ///< parameters without a value and functions, f(), that the geometry depends on
};

/// `trial` selects among random values. Throws Error where a value cannot be computed.
Numbers choose_numbers(const Model& model, unsigned trial);

}  // namespace kinemate
