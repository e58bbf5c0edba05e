// Scripts of MATLAB that use generated functions: one calls a function once, one simulates a machine.
#pragma once

#include <span>
#include <string>

#include "codegen/interface.h"

namespace kinemate {

/// Calls the function once and prints the results, an entry a line. `values` of the inputs in order; where they are
/// short, the rest is 0.
std::string write_matlab_example(const Program& program, const CodeInterface& interface,
                                 std::span<const double> values);

/// Simulates one second by ode45, prints the state at the end and the outputs there, and shows both where there is a
/// desktop. The first program is the differential equation; among the others may be that of the outputs, and that of the
/// time conditions (codegen/time_conditions.h). REQUIRES: it has a state.
std::string write_matlab_simulation(std::span<const Program> programs, std::span<const CodeInterface> interfaces,
                                    std::span<const double> values);

/// A function that parts a run where the machine switches with the time. `jumping` of the conditions jump.
std::string write_matlab_pieces(const Program& conditions, const CodeInterface& interface, std::size_t jumping);
/// Its name.
std::string matlab_pieces_name(const CodeInterface& conditions);

/// What a program takes of the inputs that it shares with others: `w`, or `w([1; 3])`. Names are those of the shared
/// arrays.
std::vector<std::string> matlab_arguments(const Program& program, std::span<const Array> shared,
                                          std::span<const std::string> names);

}  // namespace kinemate
