// What inertial parameters do at states at random, in numbers.
#pragma once

#include <Eigen/Core>

#include "formalism/parameters/random_motions.h"
#include "formalism/parameters/regressor.h"

namespace kinemate {

/// A body and the one that its joint hangs on, by their links.
struct BodyPair {
  std::size_t link;
  std::size_t before;                       ///< kBase: the world
  Eigen::Matrix<double, 10, 10> on_before;  ///< X: a column is an inertia of the body as one of the body before
};

/// Ten columns, one for each parameter of a body.
struct ParameterSample {
  Eigen::MatrixXd differences;  ///< Y_i − Y_P X, or as many rows of other combinations as have the same dependences
  Eigen::VectorXd effects;      ///< lengths of the columns of Y_i
  Eigen::VectorXd scale;        ///< the same without anything that cancels, of both terms
};

/// For each pair. The cost is linear in the links.
std::vector<ParameterSample> sample_pairs(RandomMotions& motions, std::span<const BodyPair> pairs);

/// Columns of Y, and their sizes without anything that cancels.
struct ColumnSample {
  Eigen::MatrixXd columns;
  Eigen::VectorXd scale;
};
ColumnSample sample_columns(RandomMotions& motions, std::span<const LinkParameter> parameters);

}  // namespace kinemate
