// The motion of a point as formulas, of trees and of closed machines: there in independent speeds, with names for what
// depends on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/kinematics.h"

namespace kinemate {

/// A coordinate, speed or ratio of a closed machine that depends on others.
struct DependentFormula {
  std::string group;  ///< "dependent coordinates"
  Expr symbol;
  Expr formula;
};

struct PointKinematics {
  PointMotion motion;                       ///< rotation: of the place
  std::vector<DependentFormula> dependent;  ///< what of it the motion holds, in the order in which it can be computed
  std::vector<Expr> implicit;               ///< dependent coordinates in it that no formula gives: loops determine them
  std::vector<std::string> notes;           ///< of closed machines: hints that cannot be followed, a singular start
};

/// A point in axes of a place on a body; vectors in axes of another one, `axes`, else inertial. Throws Error where no
/// joints lead to a body and where loops cannot be closed.
PointKinematics compute_point_kinematics(const Model& model, const Attachment& place, const Vector& position,
                                         const std::optional<Attachment>& axes);

}  // namespace kinemate
