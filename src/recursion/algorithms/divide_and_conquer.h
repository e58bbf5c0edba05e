// Forward dynamics of long chains and large trees over several threads: pieces side by side, explicit joints.
//
//   1. each piece by itself: its links eliminated inward with nothing on its tips (recursion/algorithms/explicit_column.h), and
//   the
//      six unit loads of each tip taken along. A column gives them w = Φᵀ f, and with M̂ of that column
//      C_στ = Σ w_σ w_τᵀ/M̂ and b_τ = Σ w_τ (η + Φᵀl)/M̂: an inward walk alone makes the handle (recursion/algorithms/handle.h).
//   2. the handles joined from the ends to the base, and the motions of the tips found from the base to the ends.
//   3. each piece by itself: outward, where a tip's load adds w·f to η + Φᵀl.
// The sums are the same for the same pieces, whatever the threads do: results are too.
#pragma once

#include "recursion/algorithms/pieces.h"
#include "recursion/base_system.h"

namespace kinemate {

/// One thread for each piece. Throws SingularColumn where a speed meets no inertia.
Solution<double> solve_in_pieces(const BaseSystem<double>& system, const std::vector<TreePiece>& pieces,
                                 const RightSide<double>& right);

}  // namespace kinemate
