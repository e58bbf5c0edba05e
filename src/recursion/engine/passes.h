// The passes of the engine over a scalar S: double, or a vector of four. Included by the files that make them for one
// processor each, so that all of it is local to them: nothing here may be shared with code for another processor.
//
// Outward: angular velocities ω, and the accelerations that the links have if no ṡ were, base and gravity included:
//   with Ω = α̃ + ω̃ω̃, a point at r moves with a + Ω r; the load that is missing is l̄ = l_ext − (M x + h), with
//   M x + h = [2 vect(Ω J) + c × a; m a + Ω c], J Binet's tensor, c = m r_S.
// Inward: articulated inertia, theory O(n) explicit, with c = 0:
//   M^a = M^A − U Uᵀ/D, U = M^A Φ, D = Φᵀ U; l^a = l^A − U (η + Φᵀ l^A)/D; then to the carrier by two screws.
// Outward: ṡ = (η + Φᵀ l^A)/D − (U/D)ᵀ G δx_V; δx = G δx_V + Φ ṡ. The dot product is taken in the carrier's frame, so
//   that it need not wait for G δx_V.
// Leaves, which carry nothing, go other ways: recursion/engine/leaves.h.
#pragma once

#include "base/sines.h"
#include "recursion/engine/efforts.h"
#include "recursion/engine/inward.h"
#include "recursion/engine/leaves.h"
#include "recursion/engine/outward.h"
#include "recursion/engine/solve.h"

namespace kinemate {
namespace {

template <class S>
void find_sines(const EngineCall& call) {
  for (std::size_t i = 0; i < call.count; ++i) {
    const AxialLink& k = call.links[i];
    const bool turns = k.kind < AxialKind::kSlide || k.kind == AxialKind::kDrivenTurn;
    S angle = all<S>(k.angle);
    if (turns) angle = angle + load<S>(call.coordinates + k.speed * call.stride);
    store(angle, call.angles + i * kLanes<S>);
  }
  compute_sines_and_cosines(call.angles, call.sines, call.cosines, (call.count * kLanes<S> + 3) / 4 * 4);
}

template <class Memory, class Matter>
void run_forward(const EngineCall& call) {
  find_sines<typename Memory::S>(call);
  outward_pass<Memory, false>(call);
  inward_pass<Memory, Matter>(call);
  solve_pass<Memory>(call);
}

template <class Memory>
void run_inverse(const EngineCall& call) {
  find_sines<typename Memory::S>(call);
  outward_pass<Memory, true>(call);
  effort_pass<Memory>(call);
}

}  // namespace
}  // namespace kinemate
