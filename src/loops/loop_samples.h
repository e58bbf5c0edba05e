// Configurations of a machine without gaps, in numbers: the start, and others along its motions.
//
// What is chosen once for formulas that then hold everywhere (which speeds are independent, which conditions follow
// from others) is looked at in several places.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "model/topology/walker.h"

namespace kinemate {

struct LoopSample {
  Eigen::VectorXd q;     ///< by Walker::closure().coordinates()
  Values values;         ///< of all symbols that formulas of positions hold, speeds not among them
  Eigen::MatrixXd free;  ///< motions, orthonormal columns (free speeds x freedoms), speeds scaled as the closure does
};

struct LoopSamples {
  std::unique_ptr<Walker> walker;
  Numbers numbers;
  std::vector<Expr> speeds;         ///< rows of LoopSample::free: those that no drive determines
  std::vector<LoopSample> samples;  ///< the first is the start
  std::size_t freedoms = 0;         ///< the fewest of all samples: what the machine has almost everywhere
  std::size_t regular = 0;          ///< the first sample with so many
  double moved = 0;                 ///< by how much the initial values had to be changed, radians or parts of the size
};

/// The Error for loops that cannot be closed: the loop closure errors of `best`, the nearest configuration.
[[noreturn]] void refuse_open_loops(const Model& model, const Walker& walker, const NewtonResult& best);

/// `joints` are those that close loops and whose coordinates are unknowns. Throws Error where the loops cannot be
/// closed: by how much, and where.
LoopSamples make_loop_samples(const Model& model, const Tree& tree, const std::vector<std::size_t>& joints);

}  // namespace kinemate
