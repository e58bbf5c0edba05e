// How the poles of a machine move with a parameter: its equilibrium is followed, and where stability is lost or won is
// found.
#pragma once

#include "study/linear/modes.h"

namespace kinemate {

/// Positions at a value of the parameter.
struct LocusPoint {
  double value = 0;
  std::optional<MachinePoint> reference;  ///< none: there is no equilibrium near the one before
  ModalAnalysis analysis;                 ///< empty where there is none
  int sign = 0;                           ///< of the determinant of A, which changes where a real pole crosses
  std::string reason;                     ///< why there is none
  bool jumped = false;                    ///< it is not on the branch of the one before: that ends in between
};

/// Where the number of growing poles changes.
struct StabilityBoundary {
  double value = 0;
  double before = 0, behind = 0;  ///< values next to it, on both sides, at which the machine was looked at
  Pole pole;                      ///< that crosses, with Im ≥ 0; of the stable side
  bool loses = false;             ///< fewer poles grow before it than behind it
};

struct MachineLocus {
  std::string parameter;
  std::vector<LocusPoint> points;
  std::vector<StabilityBoundary> boundaries;
  /// Poles of each point in the order of branches: branch b of point i is branches[b][i]; NaN where there is none.
  std::vector<std::vector<std::complex<double>>> branches;
};

/// The parameter is one of the machine's. `start` is the reference at the first value; it is followed where `rests`,
/// else kept. REQUIRES: values ascend or descend.
MachineLocus follow_poles(const VariedMachine& machine, const MachinePoint& start, Eigen::Index parameter,
                          const std::vector<double>& values, bool rests, bool energy);

}  // namespace kinemate
