// Motions of a LAGR deck: rotation matrices, poses of bodies against each other, and the joints that describe them.
#pragma once

#include <optional>
#include <string>

#include "model_io/deck/machine.h"

namespace kinemate {

/// Why a matrix does not rotate, by its rows; empty: it does. Decided by the zero test, for numbers to nine digits.
std::string why_no_rotation(const Matrix& rows);

/// The matrix as it is best written: none, one turn about a coordinate axis, or the matrix.
Rotation recognise_rotation(const Matrix& matrix);

/// Of a body with relative motion against its reference body, both at their centres of mass.
Pose<Expr> joint_pose(const DeckBody& body);

/// Whether a formula holds parameters alone.
bool is_deck_constant(Expr formula);
bool is_deck_constant(const Vector& v);

/// Makes a fixed, revolute or prismatic joint of a motion that is plainly one; else leaves it. Its coordinate, if it
/// has one, is its own.
void recognise_type(Joint& joint, std::optional<Expr> coordinate);

}  // namespace kinemate
