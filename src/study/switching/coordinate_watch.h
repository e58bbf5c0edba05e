// How well the coordinates of a run describe the machine where it is, and which would do better.
//
// Of machines with loops: the projection criterion (numeric/projection_criterion.h) of all speeds of the tree, in the
// tangent space, or in the space of the conditions where these are fewer than the freedoms. Of angles that lock: sin²
// of the angle between the first and the last axis. It is looked at from time to time: again where it could have come a
// part of the way to the limit, so that it costs little beside the integration.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "model/joints/complementary_angles.h"
#include "numeric/projection_criterion.h"
#include "study/simulation/state_function.h"
#include "study/switching/chart_choice.h"

namespace kinemate {

/// What is looked at: programs and names, no formula.
struct WatchedCoordinates {
  std::vector<std::string> speeds;       ///< that may be independent
  std::vector<std::size_t> independent;  ///< those that are
  std::vector<std::size_t> joints;       ///< with angles that lock
  std::size_t columns = 0;               ///< speeds of the tree
  std::size_t conditions = 0;            ///< looked at instead of the motions; 0: these are
  bool has_mass = false;
  std::vector<double> units;  ///< of the tree's speeds, in radians or parts of the machine's size: where there is no M
  std::vector<double> fixed;  ///< numbers that are the same everywhere; where `moving` says so, they are not
  std::vector<char> moving;   ///< of motions or conditions, directions of further speeds, M, qualities of angles
  std::optional<Program> numbers;  ///< of those that are moving

  bool is_empty() const { return independent.empty() && joints.empty(); }
};

/// `turned` are joints whose angles are the complements.
WatchedCoordinates make_watched_coordinates(const ProgramSource& machine, std::span<const Expr> parameters,
                                            std::span<const ComplementaryAngles> lockable,
                                            const std::vector<std::size_t>& turned);

struct CoordinateLook {
  std::vector<double> cosines;    ///< cos²α of each speed that may be independent
  double value = 1;               ///< of the independent ones as a set
  CoordinateSet best;             ///< of all
  std::vector<double> qualities;  ///< of each joint with angles that lock
};

/// Follows one run.
class CoordinateWatch {
 public:
  explicit CoordinateWatch(const WatchedCoordinates& watched);

  /// Whether it is time to look again. To be asked once after every step.
  bool is_due(double t);
  struct Glance {
    double value = 1;    ///< at least: of the independent ones as a set
    double quality = 1;  ///< the least of all joints with angles that lock
  };
  /// What costs little and is enough as long as all is well.
  Glance glance(double t, std::span<const double> x, const Surroundings& around);
  /// Valid until the next call.
  const CoordinateLook& look(double t, std::span<const double> x, const Surroundings& around);
  /// After a look or a glance: when to look again, if it changes no faster than it ever did. `margin` is what is left
  /// above the limit, `reach` the longest time to the next look.
  enum class Kind { kGlance, kLook };
  void plan(double t, double margin, double reach, Kind kind);
  /// By how much the margin changes per second.
  double slope() const { return slope_; }

 private:
  void read(double t, std::span<const double> x, const Surroundings& around);

  const WatchedCoordinates& watched_;
  std::optional<StateFunction> function_;
  std::vector<double> numbers_;
  Eigen::MatrixXd motions_, directions_, mass_, plain_, work_;
  bool by_mass_ = false;  // whether the last look had a metric in M
  CoordinateLook look_;
  struct Margin {
    double time = 0, value = 0;
    bool known = false;
  };
  Margin margins_[2];  // the last of glances and of looks, which do not measure the same
  double last_ = 0, interval_ = 0, slope_ = 0;
  double steepest_ = 0;        // the slope, of all so far
  int looks_ = 0, steps_ = 0;  // steps since the last look
};

}  // namespace kinemate
