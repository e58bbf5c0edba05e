// What drives do: the efforts along driven coordinates that a machine's given motion needs.
//
//   e = (M ṡ + k − τ)_d
// of the same machine with its driven coordinates free, along the motion that is given. Its independent speeds are the
// rates of what is driven and the independent speeds of the driven machine, so loops carry efforts to the drives.
#pragma once

#include "study/programs/program_arrays.h"

namespace kinemate {

struct DriveEffort {
  std::size_t coordinate;  ///< index in Model::coordinates
  Expr effort;             ///< beside all loads of the model; positive in the direction of the coordinate
};

struct ReleasedDrives {
  ProgramSource machine;             ///< with drives let go; M, k, τ derived by Kane's equations
  Substitution motion;               ///< what was driven, its rates and accelerations, as functions of time
  std::vector<DriveEffort> efforts;  ///< in the order of the coordinates; formulas of the driven machine
  std::vector<std::size_t> unknown;  ///< driven coordinates whose effort is not determined, or that have no rate
};

/// REQUIRES: `machine` as prepare_for_program() makes it. Throws Error where loops cannot be described by the rates of
/// what is driven.
ReleasedDrives release_drives(const ProgramSource& machine);

/// Whether some coordinate is a given function of time.
bool has_drives(const Model& model);

/// Whether nothing is free to move, and something moves as it is given.
bool is_driven_alone(const ProgramSource& machine);

}  // namespace kinemate
