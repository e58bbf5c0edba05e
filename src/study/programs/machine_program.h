// A machine as a program: what is to be computed of it, from which numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formalism/methods/recursive.h"
#include "model/model.h"
#include "program/translate.h"
#include "study/derivation.h"
#include "study/programs/program_outputs.h"

namespace kinemate {

/// On the command line, in the order of Purpose.
inline constexpr const char* kPurposeNames[] = {"forward", "inverse",  "mass",      "equations",
                                                "ode",     "jacobian", "regressor", "outputs"};

/// How what is asked for follows from the machine.
struct Algorithm {
  enum class Kind : std::uint8_t {
    kShortest,    ///< whatever gives the program with the least cost (study/programs/shortest_program.h), else by equations
    kFastest,     ///< the same, that which should run fastest
    kEquations,   ///< M, k, τ by the formalism, then M solved
    kSubsystems,  ///< O(n) over the links, loops as macro joints
    kRecursion    ///< over the links, by `recursion`; loops by their loads
  };
  Kind kind = Kind::kEquations;
  Recursion recursion = Recursion::kArticulated;
  AxesRule axes = AxesRule::kTurned;
  bool common_length = false;  ///< as unit of lengths (use_common_length)
  bool aligned = true;         ///< frames as Denavit and Hartenberg have them (align_axes)
};

/// Whether base parameters are inputs of a program instead of the numbers of the bodies. A regressor has a column for
/// each anyway.
enum class BaseInputs : std::uint8_t {
  kNoBase,
  kAll,
  kNonzero  ///< but for those that are 0 as the machine is
};

struct ProgramRequest {
  Purpose purpose = Purpose::kForward;
  std::string formalism = "kane";
  Algorithm algorithm;
  std::vector<std::string> parameters;  ///< those that are inputs of the program; all others become their values
  BaseInputs base = BaseInputs::kNoBase;
  std::optional<ReductionRequest> reduction;  ///< of the equations, which the algorithm is then
  NoEvent no_event = NoEvent::kDropped;       ///< kept where switching surfaces are to be found in the program
};

/// The machine with the values of all parameters that are no inputs put in, nothing derived yet. Loops
/// and constraints are closed. Throws Error where they cannot be, for inputs that are no parameters, and for base
/// parameters of what has none.
ProgramSource prepare_for_program(const Model& model, const ProgramRequest& request, const Progress& progress);

/// Why recursions over the tree cannot compute this; none: they can.
std::optional<std::string> find_obstacle(const ProgramSource& machine, Purpose purpose);

/// Why its loops cannot be joints of a recursion over the tree that computes this; none: they can.
std::optional<std::string> find_macro_obstacle(const ProgramSource& machine, Purpose purpose);

/// The equations, or what a recursion gives. Throws Error where M is singular at all states and is to be solved, and
/// for recursions that have an obstacle.
void derive_for_program(ProgramSource& machine, const ProgramRequest& request, const Progress& progress);

/// What is to be computed.
std::vector<OutputFormulas> formulas_for_program(const ProgramSource& machine, const ProgramRequest& request);

/// No pass is run. Throws Error for parameters without a value that are not asked for as inputs.
Program make_machine_program(const ProgramSource& machine, const ProgramRequest& request,
                             const std::vector<OutputFormulas>& formulas);

/// All three.
Program make_machine_program(const Model& model, const ProgramRequest& request, const Progress& progress);

/// Throws one Error that lists all parameters in formulas that have no value and are no inputs of a program.
/// `hint` says what to do about the first of them, {}.
void require_parameters(std::span<const Expr> formulas, std::span<const InputFormulas> inputs,
                        const std::string& hint = "");

/// Numbers to try a program of this machine on: the initial state, values of parameters, 1 where there is none.
/// `base` are the parameters that are inputs, if any.
std::vector<double> example_inputs(const Model& model, const Program& program, const BaseParameters& base = {});

}  // namespace kinemate
