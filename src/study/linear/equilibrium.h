// Where a machine can stay: positions, and states of loads, at which nothing accelerates.
//
// Newton's method with exact Jacobians (source B, 2.6). Speeds are as given, most often 0; a coordinate that moves all
// the same, as the angle of a shaft that turns steadily, may have no influence on the forces. Terms of time are left
// out: they excite the machine about its equilibrium (source B (2.163)).
#pragma once

#include "numeric/newton.h"
#include "study/linear/equilibrium_equations.h"

namespace kinemate {

/// Throws Error of kind kNumerical where none is found, with the nearest point and the forces that remain there, and
/// where a coordinate moves on which forces depend.
MachinePoint find_equilibrium(const VariedMachine& machine, const MachinePoint& start);

/// Newton's method for these equations. What is 0 but for rounding becomes 0.
NewtonResult solve_equilibrium(const EquilibriumEquations& equations, const Eigen::VectorXd& start);

/// Throws Error where something moves by which forces change.
void require_steady(const VariedMachine& machine, const MachinePoint& point);
/// Whether the machine stays as it is: an equilibrium, or a motion by which no force changes.
bool is_steady(const VariedMachine& machine, const MachinePoint& point);

/// The largest of |M ṡ + k − τ| without terms of time, against the largest terms of which it is the sum: at an
/// equilibrium this is rounding.
bool is_equilibrium(const VariedMachine& machine, const MachinePoint& point);

}  // namespace kinemate
