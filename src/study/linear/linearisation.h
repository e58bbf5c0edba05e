// All that is asked of a linearised machine: Model → Linearisation.
#pragma once

#include "study/linear/linear_reference.h"
#include "study/linear/modes.h"
#include "study/linear/root_locus.h"
#include "study/sweep/variation.h"

namespace kinemate {

struct LinearisationRequest {
  ReferenceRequest reference;
  /// Inputs of the machine, and coordinates or speeds on which a force acts; none: all inputs of the machine.
  std::optional<std::vector<std::string>> inputs;
  std::vector<NamedFormula> outputs;  ///< none: the outputs of the machine, or its coordinates where it has none
  bool formulas = true;
  bool numbers = true;
  bool state_space = false;              ///< A, B, C, D as formulas too
  std::optional<Variation> vary;         ///< of a parameter: how the poles move. A grid or a list
  bool response = false;                 ///< to inputs that oscillate
  std::optional<Variation> frequencies;  ///< Hz, for the response; none: around the poles
};

/// Outputs over inputs at frequencies.
struct ResponseTable {
  std::vector<double> frequencies;  ///< Hz
  struct Channel {
    std::string input, output;
    std::vector<std::complex<double>> values;  ///< infinite at a pole
  };
  std::vector<Channel> channels;
};

/// What was computed; what was not is empty.
struct Linearisation {
  std::string machine;
  ReferenceRequest::About about = ReferenceRequest::About::kEquilibrium;
  std::vector<Parameter> parameters;  ///< those that stand in the formulas
  std::optional<LinearFormulas> formulas;
  std::optional<LinearSystem> numbers;
  std::optional<ModalAnalysis> modes;
  std::optional<MachineLocus> locus;
  std::optional<ResponseTable> response;
  std::vector<std::string> notes;
};

/// Machines with more speeds have no formulas unless these alone are asked for: nobody reads them.
inline constexpr std::size_t kMostSpeedsInFormulas = 8;

/// Numbers are left out, with a note, where parameters have no value and formulas are asked for too. Throws Error as
/// find_reference(), make_reference(), linearise() do, and for inputs and outputs that are none.
Linearisation linearise_machine(const Model& model, const LinearisationRequest& request = {},
                                const Progress& progress = keep_quiet);

/// Coordinates and states of loads at an equilibrium that was found, as formulas that hold for all values of the
/// parameters; none where no such formulas are known.
std::vector<NamedFormula> equilibrium_formulas(const Model& model, const ReferenceRequest& request,
                                               const MachinePoint& found, const Progress& progress);

/// The values of a grid or list.
std::vector<double> list_values(const Variation& variation);

}  // namespace kinemate
