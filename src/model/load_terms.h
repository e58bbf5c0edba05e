// What a load does: forces and torques on bodies, efforts along speeds, potential and kinetic energy, dissipation.
#pragma once

#include <vector>

#include "model/kinematics.h"

namespace kinemate {

struct BodyLoad {
  std::size_t body;
  Vector point;     ///< where it acts, in body axes
  Load<Expr> load;  ///< about that point, in inertial axes
};

struct SpeedEffort {
  Expr speed;
  Expr effort;  ///< power per unit of this speed
};

struct LoadTerms {
  std::vector<BodyLoad> body_loads;
  std::vector<SpeedEffort> efforts;
  Expr potential;    ///< V; the loads above are its, where it is not 0
  Expr dissipation;  ///< Rayleigh's D, half the power lost
  Expr kinetic;      ///< T beside that of the bodies; its inertia forces are not among the loads above
};

/// Driven coordinates are replaced by their functions, and rates of coordinates by speeds.
LoadTerms compute_load_terms(const Model& model, const Kinematics& kinematics, const LoadElement& load);

/// The generalised force of some terms on each of `speeds`: efforts, and the power of the body loads on the Jacobians.
std::vector<Expr> generalised_forces(const Model& model, const Kinematics& kinematics, const LoadTerms& terms,
                                     std::span<const Expr> speeds);

}  // namespace kinemate
