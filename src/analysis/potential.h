// Whether forces have a potential, and which.
//
// Forces Q(q) have a potential V with Q_i = -∂V/∂q_i, in every region without holes, if and only if ∂Q_i/∂q_j =
// ∂Q_j/∂q_i for all pairs, and where they jump, the jump is normal to the surface on which they do. The zero test
// decides that, whether V has a formula or not. With speeds in place of coordinates V is a dissipation function D.
#pragma once

#include <optional>
#include <span>

#include "expr/expr.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"

namespace kinemate {

/// For forces and their functions, of which there are many: some tenths of a second for the worst.
inline constexpr SimplifyOptions kForceWork = {.work = 1e6};

struct PotentialAnswer {
  enum class Verdict {
    kRefuted,    ///< there is no potential: see `obstacle`
    kFound,      ///< `function` is one
    kNoFormula,  ///< there is one, but no formula for it was found
    kUndecided   ///< the zero test found no value, or nobody knows where forces jump: see `obstacle`
  };
  /// The first pair of variables that speaks against a potential.
  struct Obstacle {
    std::size_t first, second;
    Expr curl;  ///< ∂Q_first/∂q_second - ∂Q_second/∂q_first; of a jump: its part along the surface
    std::optional<Expr> surface;  ///< where the forces jump: this is 0 there
  };

  Verdict verdict = Verdict::kUndecided;
  std::optional<Expr> function;
  std::optional<Obstacle> obstacle;
  ZeroTest test;  ///< of the curl of the obstacle, or the weakest one that says that there is none
};

/// REQUIRES: as many forces as variables, the variables are symbols.
PotentialAnswer find_potential(std::span<const Expr> forces, std::span<const Expr> variables);

}  // namespace kinemate
