// What a machine is linearised about: an equilibrium, a state, or a motion; in numbers and as formulas.
#pragma once

#include "study/linear/linear_formulas.h"

namespace kinemate {

struct ReferenceRequest {
  enum class About {
    kEquilibrium,  ///< rest or a steady motion: accelerations are 0, terms of time excite the machine about it
    kState,        ///< the motion that goes through a state at this moment
    kMotion        ///< any motion, or one along given functions of time
  };
  About about = About::kEquilibrium;
  std::vector<Given> at;     ///< values there; where some are of coordinates, none is searched for
  std::vector<Given> near;   ///< where the search for an equilibrium starts
  std::vector<Given> along;  ///< coordinates as functions of time
  bool residual = false;     ///< the point need not be an equilibrium
};

/// Throws Error for names that are none and values that are no formulas of parameters. Parameters that are given values
/// get them in the model that is returned, and are taken out of the request; names that are new in values are open
/// parameters of it.
Model with_given_parameters(const Model& model, ReferenceRequest& request);

/// The initial values and what is given; speeds are 0 unless given.
State resting_state(const Model& model, const Kinematics& kinematics, std::span<const Given> given);

/// Whether numbers of the reference exist: a motion without functions has none.
bool has_numbers(const ReferenceRequest& request);

/// The reference in numbers. `model` is what the machine was made from. Throws Error where no equilibrium is found, and
/// where the point that is given is none.
MachinePoint find_reference(const VariedMachine& machine, const Model& model, const ReferenceRequest& request);

/// As formulas of the parameters, which hold for all their values where that can be shown: as given, as the initial
/// values are, rounded numbers, or solutions of linear equations. Coordinates of which no formula is known stand for
/// themselves, with their numbers, if there are some. Throws Error where a point that is given is no equilibrium.
LinearReference make_reference(const ProgramSource& source, const ReferenceRequest& request,
                               const std::optional<MachinePoint>& numbers);

/// Coordinates and states of loads as such formulas; none where they are not known.
std::vector<NamedFormula> find_exact_positions(const ProgramSource& source, const ReferenceRequest& request,
                                               const std::optional<MachinePoint>& numbers);

}  // namespace kinemate
