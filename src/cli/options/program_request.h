// What verbs that make programs of machines have in common.
#pragma once

#include <string>

#include "cli/options/reduction_options.h"
#include "cli/verbs.h"
#include "study/programs/shortest_program.h"

namespace kinemate {

struct ProgramOptions {
  MachineRequest machine;
  ParameterChoice parameters;
  ReductionOptions reduction;
  std::string what = kPurposeNames[0], algorithm = "fastest", by, base;
  bool quiet = false;
};

/// Adds the file, --what, --algorithm, --by, --base-parameters, --set, --keep, --reduce with its
/// companions, and --quiet.
void add_program_options(CLI::App& verb, ProgramOptions& options);

struct MadeProgram {
  Optimized optimized;
  std::string way;              ///< how it was derived
  std::vector<double> example;  ///< inputs to try it on
};

/// The machine with what --set says. REQUIRES, as make_program: a pool is current.
Model load_for_program(const ProgramOptions& options);
MadeProgram make_program(const Model& model, const ProgramOptions& options);

}  // namespace kinemate
