// What every emitter takes: programs of one machine, and what the folder is to be like.
//
// The first program is what was asked for. Others go with it: with the differential equation of a machine (`ode`) the
// quantities it has as outputs (`outputs`) and, for targets that use them, its derivatives (`jacobian`).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "codegen/generated.h"
#include "program/program.h"

namespace kinemate {

struct TargetOptions {
  std::string prefix;  ///< of all names; any text, made an identifier; empty: the machine's name

  // changes results
  bool fast = false;  ///< of C and C++: the build file allows a*b + c in one rounding and the processor's instructions

  // changes speed
  std::size_t chunk = 1000;  ///< steps a function: compilers take more than linear time
  /// Of languages with loops: repeated structure becomes loops in programs of more operations. As straight code, so
  /// many take a compiler about a second; where it fits in the caches, it runs a little faster than loops.
  std::size_t roll_above = 10'000;

  std::vector<double> example;  ///< inputs of the first program, in order; shorter: the rest is 0
};

/// Files of a folder that works as it is, README.md among them.
using Emitter = std::vector<GeneratedFile>(std::span<const Program> programs, const TargetOptions& options);

/// The program of this name among the others; null where it is not there.
const Program* find_program(std::span<const Program> programs, std::string_view name);

/// The array of this name; null where the program has none, or it has no entries.
const Array* find_array(std::span<const Array> arrays, std::string_view name);

/// Of an array among the inputs of the first program: its values in the example, all of them.
std::vector<double> example_of(const Program& program, std::string_view array, std::span<const double> example);

/// What the program is, in one line: "ode of pendulum: rates of the state".
std::string title_of(const Program& program);

}  // namespace kinemate
