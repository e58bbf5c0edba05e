// An equilibrium that is followed while a parameter changes, through folds, with its stability.
#pragma once

#include "numeric/continuation.h"
#include "study/linear/modes.h"

namespace kinemate {

struct EquilibriumCurve {
  struct Point {
    double value = 0;  ///< of the parameter
    MachinePoint reference;
    ModalAnalysis analysis;
    CurvePoint::Kind kind = CurvePoint::Kind::kRegular;
    bool changes = false;  ///< fewer or more poles grow than at the point before
  };
  std::string parameter;
  std::vector<Point> points;
  std::string reason;  ///< why the other end was not reached; empty: it was
};

/// `parameter` is one of the machine's; it goes from its value at the start, an equilibrium, to `end`.
/// Throws Error where the machine cannot be linearised.
EquilibriumCurve follow_equilibrium(const VariedMachine& machine, const MachinePoint& start, Eigen::Index parameter,
                                    double end, bool energy);

}  // namespace kinemate
