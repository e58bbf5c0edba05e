// What a program costs to run: operations by class, and one number for all of them.
#pragma once

#include "expr/count.h"
#include "program/program.h"

namespace kinemate {

/// Constants and inputs are not counted. Sines and cosines are calls.
OperationCount count_operations(const Program& program);

/// Additions, subtractions, multiplications, negations, comparisons and selections 1, divisions 4, square roots 6,
/// powers and calls 15; a sine and a cosine of the same argument together 20.
double weighted_cost(const Program& program);

/// `after`, unless it costs more than `before`: the guard of every pass.
Program cheaper(const Program& before, Program after);

}  // namespace kinemate
