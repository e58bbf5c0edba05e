// Angles of a ball or free joint that lock where those of the machine do not.
//
// Three angles about axes n1, n2, n3 lock where the first and the last axis are parallel. In the basis (n1, n2,
// n1 × n2), Cardan angles about (n1, n2, ±n1 × n2) do so where R13 = ±1, Euler angles about (n1, n2, ±n1) where R11 =
// ±1. Both stand in one row of a rotation matrix: R11² + R13² ≤ 1, and one of the qualities 1 − R13² and 1 − R11² is
// always at least 1/2. So a machine that turns in all directions is described by one of the two sequences after the
// other.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "model/model.h"

namespace kinemate {

/// The angles of a joint and those of the other sequence. Angles by arctangents are right up to whole turns. Each
/// orientation has two sets of angles: with the middle angle b, and with π − b (Cardan) or −b (Euler) and the outer
/// ones half a turn on. The complements are always those with cos b ≥ 0 or sin b ≥ 0; the angles of the joint those of
/// `branch`.
struct ComplementaryAngles {
  using Slopes = std::array<std::array<Expr, 3>, 3>;

  std::size_t joint = kNone;
  std::array<Expr, 3> angles;          ///< symbols of the joint's angles
  std::array<Expr, 3> complements;     ///< symbols of the other sequence, names that the model does not use
  std::array<Vector, 3> axes;          ///< of the other sequence, unit vectors
  Expr branch;                         ///< a parameter that the model does not have, 1 or −1
  Expr branch_value;                   ///< formula of the angles whose sign it is: cos b or sin b
  std::array<Expr, 3> of_complements;  ///< angles as formulas of complements and branch, away from the angles' lock
  std::array<Expr, 3> of_angles;       ///< complements as formulas of the angles, away from the complements' lock
  Slopes slopes_of_complements;        ///< ∂ of_complements[i]/∂ complements[k]
  Slopes slopes_of_angles;             ///< ∂ of_angles[i]/∂ angles[k]
  Expr quality;             ///< sin² of the angle between first and last axis, of the angles: 0 at gimbal lock
  Expr complement_quality;  ///< the same of the other sequence, of the complements
};

/// None where the joint has no angles that lock; where one of them is driven or serves other joints; where the axes are
/// not perpendicular; and where whole turns count: torsion springs or friction on an angle, formulas of loads,
/// constraints or events that are not periodic in it. `why` gets the reason for people, empty where nothing locks.
std::optional<ComplementaryAngles> find_complementary_angles(const Model& model, std::size_t joint,
                                                             std::string* why = nullptr);

/// The same machine in the other angles: axes of the joint, names of its coordinates, all formulas, efforts on its
/// speeds. `branch` is a parameter of value 1. What is said of the old angles at the start and as `independent` is left
/// out. REQUIRES: found in this model; no second derivatives of the angles in formulas.
Model with_complementary_angles(const Model& model, const ComplementaryAngles& angles);

}  // namespace kinemate
