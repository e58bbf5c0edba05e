// A coordinate from one of its characteristic equations: the branch that the machine is on, and the formula.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/simplify/simplify.h"
#include "loops/positions/characteristic_equations.h"

namespace kinemate {

/// Formulas of places are short, and many.
inline constexpr SimplifyOptions kShortly = {.work = 1e4};

/// A coordinate and the equation that gives it, as it was found.
struct CoordinateSolution {
  Expr coordinate;
  CharacteristicEquation equation;
  int branch = 1;      ///< of the two that kTurn and kDistance have, 1 or −1
  bool angle = false;  ///< determined but for full turns
};

/// An equation that gives the coordinate the value it has at the start, within 1e-8, and in which it is not about to
/// vanish there. None where branches meet at the start.
std::optional<CoordinateSolution> solve_equation(const CharacteristicEquation& equation, Expr coordinate, bool angle,
                                                 const PositionSamples& samples);

/// Two equations a cos u + b sin u + c = 0 determine u without a branch.
CharacteristicEquation combine_turns(const CharacteristicEquation& first, const CharacteristicEquation& second);

/// How many roots and signs are chosen at the start: 0 none, 1 a sign, 2 a root.
int branch_rank(const CharacteristicEquation& equation);

/// Of the formula, before it is made short.
double solution_cost(const CoordinateSolution& solution);

struct WrittenSolution {
  Expr formula;
  /// The arctangent in it and its radius, sqrt(y² + x²), where that is known without a root; else 0.
  Expr arctangent, radius;
};

/// The formulas, made short together; each has the value at the start that its coordinate has there.
std::vector<WrittenSolution> write_solutions(std::span<const CoordinateSolution> solutions,
                                             const PositionSamples& samples);

}  // namespace kinemate
