#include "study/sweep/swept_machine.h"

#include <algorithm>

#include "expr/graph.h"
#include "formalism/methods/joint_loads.h"

namespace kinemate {
namespace {

bool is_explicit(IntegrationMethod method) {
  return method == IntegrationMethod::kAuto || method == IntegrationMethod::kDopri5 ||
         method == IntegrationMethod::kDop853;
}

bool hold_any(std::span<const Expr> formulas, std::span<const Expr> symbols) {
  const std::vector<Expr> held = free_symbols(formulas);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](Expr symbol) { return std::find(held.begin(), held.end(), symbol) != held.end(); });
}

}  // namespace

SweptMachine make_swept_machine(const Model& model, const SweepRequest& request, const Progress& progress) {
  SweptMachine swept;
  swept.summaries = make_summaries(model, request.summaries, request.simulation.varied);
  SimulationRequest wanted = request.simulation;
  const bool with_rows = request.rows || swept.summaries.needs_rows();
  swept.times = summary_times(swept.summaries, wanted.start, wanted.end,
                              with_rows ? output_times(wanted) : std::vector<double>{});
  wanted.times = swept.times;
  wanted.audit = false;
  wanted.record.only_watched = !request.rows;
  wanted.record.watched = {make_symbol("t")};
  wanted.record.watched.insert(wanted.record.watched.end(), swept.summaries.watched.begin(),
                               swept.summaries.watched.end());
  swept.machine = make_simulated_machine(model, wanted, progress);
  swept.columns = request.rows ? swept.machine.columns.columns.size() : 0;
  swept.accelerations =
      hold_any(swept.machine.columns.formulas, accelerations_of(swept.machine.source.equations.speeds));
  swept.in_lanes = is_explicit(wanted.method) && swept.machine.model.events.empty() &&
                   !swept.machine.programs.reactions &&
                   !(swept.machine.programs.switches && !swept.machine.programs.switches->surfaces.empty()) && !swept.machine.symbols.empty() &&
                   // lanes keep their coordinates; where positions follow by steps of Newton's method, these may end on
                   // another branch beyond a dead centre, where formulas have no value
                   (swept.machine.programs.followed.empty() ||
                    (swept.machine.watched.independent.empty() && swept.machine.programs.speeds > 0));
  return swept;
}

}  // namespace kinemate
