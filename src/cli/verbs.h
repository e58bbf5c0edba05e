// The verbs of the command, one file each.
#pragma once

#include <CLI/CLI.hpp>

namespace kinemate {

/// Exit codes, as documented in the README.
inline constexpr int kDone = 0;
inline constexpr int kWrongFile = 1;
inline constexpr int kWrongArgument = 2;
inline constexpr int kNumericalFailure = 3;
inline constexpr int kFileSystemFailure = 4;
inline constexpr int kInternalFault = 70;

/// Adds the verb to the command line; its callback does the work and prints to standard output.
void add_formula_verb(CLI::App& command);

/// The whole command: parses the arguments, runs the verb, prints errors; returns the exit code.
int run_command(int argc, const char* const* argv);

}  // namespace kinemate
