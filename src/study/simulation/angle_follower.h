// Angles that follow by arctangents, counted on over turns while a machine runs.
//
// An arctangent knows an angle up to whole turns. Each step of the integrator is followed with the angle's rate, so
// that rows have the angle that the machine has turned, however far they are apart.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/integrator.h"
#include "study/simulation/recorded_columns.h"
#include "study/simulation/state_function.h"

namespace kinemate {

struct FollowedAngles {
  std::vector<std::string> names;    ///< of the coordinates
  std::vector<std::size_t> columns;  ///< of the rows
  std::size_t first_told = 0;        ///< of them; the turns of the rest are the last parameters of rows
  Program program;                   ///< each angle, then each rate
};

/// The coordinates of a closed machine that may jump by turns, and all that are told by others. `names` are those of
/// the columns.
FollowedAngles make_followed_angles(const ProgramSource& machine, std::span<const Expr> parameters,
                                    std::span<const std::string> names, std::span<const ToldCoordinate> told = {});

/// The angle of whole turns more or fewer that is nearest to `wanted`.
double nearest_turn(double angle, double wanted);

class AngleFollower {
 public:
  explicit AngleFollower(const FollowedAngles& angles);

  void start(double t, std::span<const double> x, const Surroundings& around);
  /// With the turns that a row of this time has.
  void start(double t, std::span<const double> x, const Surroundings& around, std::span<const double> row);
  /// To the end of a step. Nothing happens where that is known already.
  void follow(Integrator& integrator, const Surroundings& around);
  /// Before a row of a time of the last step is computed: the turns of coordinates that are told by others.
  void set_turns(double t, std::span<const double> x, Surroundings& around);
  /// Puts turns of the others into the row.
  void count_turns(double t, std::span<double> row) const;
  /// At the end of the last step.
  std::span<const double> angles() const { return now_; }

 private:
  double angle_at(double t, std::size_t i) const;
  void walk(Integrator& integrator, double t, const Surroundings& around, int depth);
  void advance(double t, std::span<const double> numbers);

  const FollowedAngles& angles_;
  StateFunction function_;
  double last_t_ = 0, t_ = 0;
  std::vector<double> last_, now_, rates_, x_;
};

}  // namespace kinemate
