// Machines that drives, poses, the base or constraints carry along as time goes on.
//
// What moves by functions of time excites a machine about its equilibrium, as long as gravity and springs pull with a
// mean. They have none that is known where positions and the time stand in one angle, where loops are open by what
// changes with time, where a constraint binds speeds by ratios that change with it, so that one balance of forces
// cannot hold, and where the time stands below fractions and roots.
#pragma once

#include <span>

#include "analysis/terms_with.h"
#include "study/programs/program_outputs.h"

namespace kinemate {

/// `parted` is M ṡ + k − τ by part_time.
bool is_carried(const ProgramSource& source, std::span<const PartedFormula> parted);

/// Throws Error: there is no equilibrium, and what moves.
[[noreturn]] void refuse_carried(const Model& model);

}  // namespace kinemate
