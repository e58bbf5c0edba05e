// The shortest program of a machine that is known: by recursions over its links, or from its equations.
#pragma once

#include <optional>
#include <string>

#include "program/optimize.h"
#include "study/programs/machine_program.h"

namespace kinemate {

struct ShortestProgram {
  Optimized optimized;  ///< the first pass is "as derived"
  std::string way;      ///< how it was derived, for people
  BaseParameters base;  ///< that are inputs of the program or columns of its regressor
};

/// After all passes, whichever costs least, or, where that is asked for, should run fastest. Of equations: as derived;
/// simplified; simplified and, where they are short, what is computed of them simplified too. Of recursions: in all
/// axes (AxesRule). Where the algorithm is left open: every one that the machine's size allows is derived once, and
/// those that cost least as derived are tried in all ways. Throws as make_machine_program does.
ShortestProgram make_shortest_program(const Model& model, const ProgramRequest& request,
                                      const Progress& progress = keep_quiet);
/// `machine` is prepare_for_program's.
ShortestProgram make_shortest_program(ProgramSource machine, const ProgramRequest& request,
                                      const Progress& progress = keep_quiet);

/// Why a way to solve a closed machine is not tried at its size where another can be; none: it is.
std::optional<std::string> find_excess(const ProgramSource& machine, Algorithm::Kind kind);

}  // namespace kinemate
