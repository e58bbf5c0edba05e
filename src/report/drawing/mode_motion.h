// A machine that moves in one of its modes about a reference: coordinates q + a Re(u e^iφ) over a period of φ.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <span>
#include <vector>

#include "model/model.h"
#include "study/simulation/skeleton.h"
#include "study/simulation/state_function.h"

namespace kinemate {

/// Points of the skeleton.
struct ModeMotion {
  std::vector<std::vector<Eigen::Vector3d>> phases;  ///< an extreme, two between, the other extreme
  std::vector<std::vector<Eigen::Vector3d>> paths;   ///< of the first tips over the whole period
  bool seen = true;                                  ///< some point moves
};

/// What is shown is larger than what the linear equations hold for, so Euler parameters are made to have norm one
/// again.
class ModeStage {
 public:
  /// `reference`: the coordinates that are not driven, in the order of the model.
  /// REQUIRES: as make_skeleton does; a number for each of these coordinates.
  ModeStage(const Model& model, const Skeleton& skeleton, std::span<const double> reference, double time);

  const std::vector<Eigen::Vector3d>& reference() const { return reference_points_; }

  /// The amplitude is such that the point that moves most does so by about 15 % of the machine's size, and no angle
  /// changes by more than 0.5 rad. The phase is such that the first is an extreme: Σ d² over the displacements d of
  /// points is real and positive. REQUIRES: a finite number for each coordinate of the reference.
  ModeMotion move(std::span<const std::complex<double>> shape);

 private:
  struct Displacements {
    std::vector<Eigen::Vector3d> real, imaginary;
  };
  Displacements displacements_along(const std::vector<std::complex<double>>& shape, double step);
  std::vector<std::complex<double>> spread_out(std::span<const std::complex<double>> shape) const;
  std::vector<Eigen::Vector3d> points_at(const std::vector<std::complex<double>>& shape, std::complex<double> factor);
  /// Amplitude and phase; 0 where no point moves.
  std::complex<double> choose_factor(const std::vector<std::complex<double>>& shape);
  double largest_turn(const std::vector<std::complex<double>>& shape) const;

  const Skeleton& skeleton_;
  StateFunction function_;
  double time_;
  std::vector<double> coordinates_;                    // of the reference, driven ones too
  std::vector<std::size_t> free_;                      // indices of those that are not driven
  std::vector<std::size_t> angles_;                    // of coordinates that are angles
  std::vector<std::vector<std::size_t>> unit_groups_;  // Euler parameters of a joint
  std::vector<Eigen::Vector3d> reference_points_;
  double size_ = 1;  // of the machine, m
};

}  // namespace kinemate
