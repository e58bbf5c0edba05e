// What a machine's programs compute: formulas for each purpose.
#pragma once

#include "program/translate.h"
#include "study/program_arrays.h"

namespace kinemate {

enum class Purpose {
  kForward,    ///< ṡ of q, s
  kInverse,    ///< the efforts M ṡ + k − τ of q, s, ṡ
  kMass,       ///< M of q, all rows
  kEquations,  ///< M (lower triangle), k, τ of q, s
  kOde,        ///< ẋ of x = (q, s, load states)
  kJacobian    ///< ∂ẋ/∂x, and ∂ẋ/∂u where the machine has inputs; rows one after the other
};

/// Whether M is solved for it.
bool needs_inertia(Purpose purpose);

/// `inputs` are those of the machine that ẋ is differentiated by.
std::vector<OutputFormulas> make_outputs(const ProgramSource& machine, Purpose purpose, std::span<const Expr> inputs);

}  // namespace kinemate
