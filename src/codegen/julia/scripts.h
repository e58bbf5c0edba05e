// Scripts in Julia that go with the modules: one call, and a simulation.
#pragma once

#include <span>
#include <string>

#include "codegen/module_interface.h"

namespace kinemate {

std::string write_julia_example(const Program& program, const ModuleInterface& module);

/// The first is that of `ode`; `outputs` and `conditions` are used where they are among the others. Of the conditions the
/// first `jumping` jump (codegen/time_conditions.h).
std::string write_julia_simulation(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                                   std::size_t jumping);

}  // namespace kinemate
