// Dual bases of a joint: free and locked directions of motion and of load (source E, 2.2.3 and A.2).
//
//   [Ψ Ψ̄]ᵀ [Φ Φ̄] = E:  a motion y = Φ s + Φ̄ s̄ has s = Ψᵀ y, a load l = Ψ λ + Ψ̄ λ̄ has λ = Φᵀ l.
// Columns are in axes of the joint's frame V, about the origin of its frame N.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.h"
#include "spatial/motion.h"

namespace kinemate {

struct DualBases {
  std::vector<Twist<Expr>> free_motion;    ///< Φ
  std::vector<Twist<Expr>> locked_motion;  ///< Φ̄
  std::vector<Load<Expr>> free_load;       ///< Ψ
  std::vector<Load<Expr>> locked_load;     ///< Ψ̄
};

/// Bases with Φ = J (A.2.2). Pivots are decided by the exact zero test, numbers and short formulas preferred.
/// Throws Error where the columns of J are linearly dependent.
DualBases complete_from_free(std::span<const Twist<Expr>> J);

/// Bases with Ψ̄ = W. Throws Error where the columns of W are linearly dependent.
DualBases complete_from_locked(std::span<const Load<Expr>> W);

/// Bases of directions that are orthonormal among each other: motion and load directions coincide.
DualBases make_orthonormal(std::span<const Twist<Expr>> free, std::span<const Twist<Expr>> locked);

}  // namespace kinemate
