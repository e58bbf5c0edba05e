// A flat list as solvers of linear equations get it: A x = b, coefficients as formulas of what is known.
//
// Unknowns that follow from known ones by themselves, such as angular velocities, are put in. All others are columns.
#pragma once

#include "flat/linear_block.h"
#include "flat/solve.h"
#include "program/translate.h"

namespace kinemate {

struct LinearPart {
  LinearBlock block;
  std::vector<std::size_t> before;  ///< unknowns that are no columns
  std::vector<Expr> before_values;  ///< of what is known
};

LinearPart find_linear_part(const FlatSystem& system, const FlatSolution& solution);

/// What is known, as an input array; in the order of example_inputs (study/programs/flat_program.h).
InputFormulas known_inputs(const FlatSystem& system);

/// An array of formulas that have no names.
OutputFormulas make_output(const char* name, std::vector<Expr> formulas);

/// All passes; of long programs those that take linear time.
Program make_short_program(std::span<const InputFormulas> inputs, std::span<const OutputFormulas> outputs);

}  // namespace kinemate
