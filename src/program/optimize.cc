#include "program/optimize.h"

#include <utility>

#include "program/cost.h"
#include "program/passes/common_factors.h"
#include "program/passes/constant_divisors.h"
#include "program/passes/powers.h"
#include "program/passes/pythagoras.h"
#include "program/passes/reassociate.h"
#include "program/passes/reciprocals.h"
#include "program/passes/share.h"
#include "program/passes/sine_pairs.h"

namespace kinemate {
namespace {

struct Pass {
  const char* name;
  Program (*run)(const Program&);
};

constexpr Pass kFirst[] = {{"share", share},
                           {"multiply by inverses", multiply_by_inverses},
                           {"expand powers", expand_powers},
                           {"pair sines", pair_sines},
                           {"join squares", join_squares}};
constexpr Pass kFactorsFirst[] = {{"take out factors", take_out_factors},
                                  {"share reciprocals", share_reciprocals},
                                  {"reassociate", reassociate},
                                  {"join squares", join_squares},
                                  {"share", share}};
constexpr Pass kSharingFirst[] = {{"share reciprocals", share_reciprocals},
                                  {"reassociate", reassociate},
                                  {"take out factors", take_out_factors},
                                  {"join squares", join_squares},
                                  {"share", share}};

constexpr Pass kLocal[] = {{"share", share},
                           {"multiply by inverses", multiply_by_inverses},
                           {"expand powers", expand_powers},
                           {"pair sines", pair_sines},
                           {"share reciprocals", share_reciprocals}};

constexpr int kOptimizeRounds = 4;
constexpr std::size_t kSmallProgram =
    20'000;                            // operations of a program on which both orders are tried, to the last gain
constexpr double kWorthwhile = 0.005;  // of the cost: what another round of a larger program must have gained

PassResult row(std::string pass, const Program& program) {
  return {std::move(pass), count_operations(program), weighted_cost(program)};
}

void run(Optimized& state, const Pass& pass) {
  state.program = cheaper(state.program, pass.run(state.program));
  state.passes.push_back(row(pass.name, state.program));
}

// Round after round, until no pass gains anything more, or a round too little for a large program.
Optimized run_rounds(Optimized state, std::span<const Pass> passes) {
  const double worthwhile = state.program.operations.size() > kSmallProgram ? kWorthwhile : 0;
  std::size_t without_gain = 0;
  for (int round = 0; round < kOptimizeRounds; ++round) {
    const double start = state.passes.back().cost;
    for (const Pass& pass : passes) {
      const double before = state.passes.back().cost;
      run(state, pass);
      without_gain = state.passes.back().cost < before ? 0 : without_gain + 1;
      if (without_gain == passes.size()) return state;
    }
    if (state.passes.back().cost > start * (1 - worthwhile)) break;
  }
  return state;
}

}  // namespace

Optimized optimize(const Program& program) {
  Optimized state{program, {row("as derived", program)}};
  for (const Pass& pass : kFirst) run(state, pass);
  Optimized sharing = run_rounds(state, kSharingFirst);
  if (program.operations.size() > kSmallProgram) return sharing;
  Optimized factors = run_rounds(std::move(state), kFactorsFirst);
  return factors.passes.back().cost < sharing.passes.back().cost ? factors : sharing;
}

Optimized optimize_locally(const Program& program) {
  Optimized state{program, {row("as derived", program)}};
  for (const Pass& pass : kLocal) run(state, pass);
  return state;
}

}  // namespace kinemate
