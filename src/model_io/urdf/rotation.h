// Rotations of URDF: angles that stand for parts of pi, roll-pitch-yaw as turns, axes of unit length.
#pragma once

#include "model/model.h"

namespace kinemate {

/// An angle as a decimal says it.
struct UrdfAngle {
  Expr value;            ///< k pi/12 where it is that to the digits of double precision, else the decimal
  bool is_near = false;  ///< it differs from k pi/12 by less than kNearAngle, but by more than those digits
};

inline constexpr double kNearAngle = 1e-4;

/// Whether an angle that is near k pi/12 becomes that.
enum class NearAngles { kKeep, kRound };
UrdfAngle make_angle(const Rational& decimal, NearAngles near_angles);

/// Fixed axes x, y, z by roll, pitch, yaw: the same as turns about z, then y, then x as turned. Zeros are left out.
Rotation make_rotation_of_rpy(Expr roll, Expr pitch, Expr yaw);

/// REQUIRES: a vector of numbers that is not zero.
Vector make_unit_axis(const Vector& v);

/// Whether all turns of a sequence are by multiples of a right angle, so that exact numbers stay exact.
bool is_of_quarter_turns(const Rotation& rotation);

/// The matrix of turns by numbers; of quarter turns, exactly 0, 1 and -1.
Matrix3<double> make_number_matrix(const Rotation& rotation);

}  // namespace kinemate
