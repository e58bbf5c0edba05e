// Energies of a machine: kinetic, potential, and Rayleigh's dissipation function.
#pragma once

#include "model/kinematics.h"

namespace kinemate {

/// Formulas of q, s and t.
struct Energies {
  Expr kinetic;      ///< T
  Expr potential;    ///< V: gravity, springs and potentials
  Expr dissipation;  ///< D: half the power that dampers take
};

/// ½ m v² of the centre of mass and ½ ωᵀ Θ ω, summed over the bodies, and the kinetic terms that a user added.
Expr compute_kinetic_energy(const Model& model, const Kinematics& kinematics);

/// The kinetic terms that a user added, alone.
Expr compute_added_kinetic_energy(const Model& model, const Kinematics& kinematics);

/// REQUIRES: the tree reaches every body.
Energies compute_energies(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
