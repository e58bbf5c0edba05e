// The verbs of the command, one file each.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "model/specialise.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {

/// Exit codes, as documented in the README.
inline constexpr int kDone = 0;
inline constexpr int kWrongFile = 1;
inline constexpr int kWrongArgument = 2;
inline constexpr int kNumericalFailure = 3;
inline constexpr int kFileSystemFailure = 4;
inline constexpr int kInternalFault = 70;
inline constexpr int kInterruptedRun = 130;

/// Thrown where everything has been said already: the command ends with this code.
struct Exit {
  int code;
};

/// Adds the verb to the command line; its callback does the work and prints to standard output.
void add_formula_verb(CLI::App& command);
void add_generate_verb(CLI::App& command);
void add_bench_verb(CLI::App& command);
void add_check_verb(CLI::App& command);
void add_completion_verb(CLI::App& command);
void add_convert_verb(CLI::App& command);
void add_count_verb(CLI::App& command);
void add_derive_verb(CLI::App& command);
void add_evaluate_verb(CLI::App& command);
void add_equilibrium_verb(CLI::App& command);
void add_explain_verb(CLI::App& command);
void add_fit_verb(CLI::App& command);
void add_kinematics_verb(CLI::App& command);
void add_linearize_verb(CLI::App& command);
void add_man_verb(CLI::App& command);
void add_merge_verb(CLI::App& command);
void add_optimize_verb(CLI::App& command);
void add_plot_verb(CLI::App& command);
void add_reduce_verb(CLI::App& command);
void add_schema_verb(CLI::App& command);
void add_sensitivity_verb(CLI::App& command);
void add_show_verb(CLI::App& command);
void add_simulate_verb(CLI::App& command);
void add_solve_verb(CLI::App& command);
void add_sweep_verb(CLI::App& command);

/// Adds examples at the end of a verb's help, each a whole line as it is typed in the folder of the sources.
void add_examples(CLI::App& verb, std::initializer_list<const char*> lines);

/// A file of a machine, and how it is to be read.
struct MachineRequest {
  std::string file;
  bool strict = false;
  std::vector<std::string> ignore;
  UrdfOptions urdf;
  std::size_t system = 0;      ///< of a deck, from 1; 0: the only one
  bool no_subsystems = false;  ///< loops are no elements of recursions
};

/// Adds the file and the options that concern its reading.
void add_machine_options(CLI::App& verb, MachineRequest& request);

/// The model of a file. Prints its mistakes, and throws Exit where there are some; prints its remarks if asked to.
enum class Remarks { kPrint, kKeep };
Model load_model(const MachineRequest& request, Remarks remarks);

/// All machines of a file, of which a deck may have several, or the one that was asked for.
struct LoadedMachines {
  std::vector<Model> models;
  bool are_deck = false;
};
LoadedMachines load_machines(const MachineRequest& request, Remarks remarks);

/// Says which names came in with --set, or with a case: `model` is `given` with what was set.
void remark_new_names(const Model& given, const Model& model, const std::string& source = "--set");

/// Takes events out of a machine, for verbs that are of the motion between them; what they set is then constant. Says
/// so, where remarks are printed.
void leave_out_events(Model& model, Remarks remarks);

/// Adds --set; --set and --keep.
void add_set_option(CLI::App& verb, ParameterChoice& choice);
void add_parameter_options(CLI::App& verb, ParameterChoice& choice);

/// The whole command: parses the arguments, runs the verb, prints errors; returns the exit code.
int run_command(int argc, const char* const* argv);

}  // namespace kinemate
