// Equilibria as formulas that hold for all values of the parameters, where such can be found and shown.
#pragma once

#include <optional>
#include <unordered_map>

#include "study/linear/varied_machine.h"

namespace kinemate {

using SymbolFormulas = std::unordered_map<Expr, Expr>;

/// Coordinates and states of loads: what an equilibrium is searched for in.
std::vector<Expr> position_symbols(const ProgramSource& source);
SymbolFormulas initial_positions(const ProgramSource& source);

/// The forces, and rates of load states, that are not 0 at positions, in words with their formulas; without terms of
/// time. `others` are speeds, accelerations and inputs.
std::vector<std::string> remaining_forces(const ProgramSource& source, const SymbolFormulas& others,
                                          const SymbolFormulas& positions);

/// Positions at which no force remains, whatever the parameters are: the initial values, round numbers near an
/// equilibrium in numbers or zeros where there is none, or the solutions of linear equations. Those that do not agree
/// with the numbers are passed over. REQUIRES: the equations are derived.
std::optional<SymbolFormulas> find_exact_equilibrium(const ProgramSource& source, const SymbolFormulas& others,
                                                     const std::optional<MachinePoint>& numbers);

/// Where the equations can be solved one by one because they are linear; nothing where they cannot.
std::optional<SymbolFormulas> solve_linear_equilibrium(const ProgramSource& source, const SymbolFormulas& others);

}  // namespace kinemate
