// Scripts in Python that go with the modules: one call, and a simulation.
#pragma once

#include <span>
#include <string>

#include "codegen/module_interface.h"

namespace kinemate {

std::string write_python_example(const Program& program, const ModuleInterface& module);

/// The first is that of `ode`; `outputs` and `jacobian` are used where they are among the others.
std::string write_python_simulation(std::span<const Program> programs, std::span<const ModuleInterface> modules);

}  // namespace kinemate
