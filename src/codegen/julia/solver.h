// What the solvers of SciML call: f!(dx, x, p, t) and jac!(A, x, p, t).
//
// Their p is the array p where the function takes nothing beside it; else it has a field for each array that is neither
// time nor state, with numbers or a function of time.
#pragma once

#include <string>

#include "codegen/module_interface.h"

namespace kinemate {

/// Functions of a module; empty of programs other than `ode` and `jacobian`, and of machines without a state.
std::string julia_solver_functions(const Program& program, const ModuleInterface& module);

/// What such a p is to begin with: `pendulum_ode.P0`, `(u = pendulum_ode.U0,)`, `nothing`.
std::string julia_solver_parameters(const ModuleInterface& module);

/// Whether the p of the second is one for the first too.
bool julia_solver_parameters_fit(const ModuleInterface& module, const ModuleInterface& other);

}  // namespace kinemate
