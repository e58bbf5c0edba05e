// A machine as a program: what is to be computed of it, from which numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "study/derivation.h"
#include "study/program_outputs.h"

namespace kinemate {

/// On the command line, in the order of Purpose.
inline constexpr const char* kPurposeNames[] = {"forward", "inverse", "mass", "equations", "ode", "jacobian"};

struct ProgramRequest {
  Purpose purpose = Purpose::kForward;
  std::string formalism = "kane";
  std::vector<std::string> parameters;  ///< those that are inputs of the program; all others become their values
};

/// The equations, with the values of all parameters that are no inputs put in. Throws Error for machines with closed
/// loops or constraints, where M is singular at all states and is to be solved, and for inputs that are no parameters.
ProgramSource derive_for_program(const Model& model, const ProgramRequest& request, const Progress& progress);

/// What is to be computed.
std::vector<OutputFormulas> formulas_for_program(const ProgramSource& machine, const ProgramRequest& request);

/// No pass is run. Throws Error for parameters without a value that are not asked for as inputs.
Program make_machine_program(const ProgramSource& machine, const ProgramRequest& request,
                             const std::vector<OutputFormulas>& formulas);

/// All three.
Program make_machine_program(const Model& model, const ProgramRequest& request, const Progress& progress);

/// Numbers to try a program of this machine on: the initial state, values of parameters, 1 where there is none.
std::vector<double> example_inputs(const Model& model, const Program& program);

}  // namespace kinemate
