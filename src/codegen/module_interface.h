// A program as a module of a language that has modules: one function, and constants with names and values of entries.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/interface.h"

namespace kinemate {

struct ModuleInterface {
  CodeInterface code;                  ///< its function is the name of the module and of the file
  std::string function;                ///< ode
  std::vector<std::string> entries;    ///< X_NAMES, by parameter: the constant with the names of its entries
  std::vector<std::string> beginning;  ///< X0, by parameter: the constant with values to begin with; empty of results
};

/// The parameters point into the program. `prefix` is any text.
ModuleInterface make_module_interface(const Program& program, std::string_view prefix, const Language& language);

/// `x[0]`, `A[0, 1]`, `t`: an entry of a parameter, as callers write it.
std::string entry_text(const CodeParameter& parameter, std::size_t entry, const Language& language);

/// What callers are told of each entry: its name, or where it stands if it has none.
std::string entry_label(const CodeParameter& parameter, std::size_t entry, const Language& language);

/// Every entry that goes in and comes out, a line each; plain text, nothing is escaped.
std::string describe_entries(const ModuleInterface& module);

/// Values of a program's inputs, in order: those that the first program of its machine has in the example, 1 for
/// others.
std::vector<double> example_for(const Program& program, const Program& first, std::span<const double> example);

/// A call of the module's function, with these for time and state; inputs of the machine are then `inputs(t)`, a
/// function of the caller's, all else is to begin with. Empty texts: time and state are so too.
std::string module_call(const ModuleInterface& module, std::string_view time, std::string_view state);

/// The constant of an input, among those of its module: `pendulum_ode.X0`. Empty where there is no such input.
std::string constant_of(const ModuleInterface& module, std::string_view array, std::span<const std::string> constants);

/// Words with commas between them.
std::string joined(std::span<const std::string> words);

/// The module of the program of this name; null where there is none.
const ModuleInterface* find_module(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                                   std::string_view name);

}  // namespace kinemate
