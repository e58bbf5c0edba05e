// What a machine's programs compute: formulas for each purpose.
#pragma once

#include "program/translate.h"
#include "study/programs/program_arrays.h"

namespace kinemate {

enum class Purpose {
  kForward,    ///< ṡ of q, s
  kInverse,    ///< the efforts M ṡ + k − τ of q, s, ṡ
  kMass,       ///< M of q, all rows
  kEquations,  ///< M (lower triangle), k, τ of q, s
  kOde,        ///< ẋ of x = (q, s, load states)
  kJacobian,  ///< A = ∂ẋ/∂x, B = ∂ẋ/∂u, C = ∂y/∂x, D = ∂y/∂u, where there are inputs u and outputs y; row by row
  kRegressor,  ///< Y and r of q, s, ṡ: the efforts are Y b + r; and b, the values of the base parameters
  kOutputs     ///< y of x: the outputs of the machine
};

/// Whether M is solved for it.
bool needs_inertia(Purpose purpose);

/// Whether equations of motion or accelerations are; not for outputs of positions and velocities.
bool needs_equations(const ProgramSource& machine, Purpose purpose);

/// M ṡ + k − τ, with symbols for ṡ.
std::vector<Expr> residual_of(const Equations& equations);

/// `inputs` are those of the machine that ẋ is differentiated by.
std::vector<OutputFormulas> make_outputs(const ProgramSource& machine, Purpose purpose, std::span<const Expr> inputs);

}  // namespace kinemate
