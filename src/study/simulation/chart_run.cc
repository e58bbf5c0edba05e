#include "study/simulation/chart_run.h"

#include <algorithm>

#include "sim/methods.h"

namespace kinemate {

ChartRun::ChartRun(const SimulatedMachine& machine, std::vector<SimulatedEvent>& log)
    : system(machine.programs),
      events(machine.events),
      handler(events, system, log),
      machine_(machine),
      columns_(machine.columns.program) {
  if (machine.place_columns) place_.emplace(machine.place_columns->program);
}

void ChartRun::make_ready(bool with_rows) {
  with_rows_ = with_rows;
  integrator = make_integrator(machine_.request.method, system, integrator_options(machine_));
  audit.reset();
  angles.reset();
  watch.reset();
  if (machine_.audit) audit.emplace(*machine_.audit, system);
  if (!machine_.watched.is_empty()) watch.emplace(machine_.watched);
  if (!machine_.angles.names.empty() && (with_rows || watch)) angles.emplace(machine_.angles);
}

bool ChartRun::take_over(ChartRun& before, ChartChange& change, PastOf past, std::span<const double> row) {
  const double t = before.integrator->time();
  std::vector<ChartChange::Turn> turns;
  if (before.angles) {
    const std::vector<std::string>& names = before.machine_.angles.names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto found = std::find(machine_.programs.names.begin(), machine_.programs.names.end(), names[i]);
      if (found != machine_.programs.names.end())
        turns.push_back(
            {static_cast<std::size_t>(found - machine_.programs.names.begin()), before.angles->angles()[i]});
    }
  }
  make_ready(before.with_rows_);
  system.take_over(before.system, machine_.parameters.size());
  events.times = before.events.times;
  change.begin(before.system.around(), t, std::move(turns));
  change.set_branches(t, before.integrator->state(), system.around().parameters);
  if (!integrator->take_over(*before.integrator, change, past)) return false;
  const std::span<const double> x = integrator->state();
  if (audit && before.audit) audit->take_over(*before.audit, t, x);
  if (angles) angles->start(t, x, system.around(), row);
  return true;
}

std::vector<double> ChartRun::place() {
  const double t = integrator->time();
  const std::span<const double> x = integrator->state();
  const std::span<const double> numbers = place_ ? compute(*place_, t, x) : row(t, x);
  return {numbers.begin(), numbers.end()};
}

std::span<const double> ChartRun::row(double t, std::span<const double> x) {
  const std::span<const double> numbers = compute(columns_, t, x);
  if (!angles || place_) return numbers;
  row_.assign(numbers.begin(), numbers.end());
  angles->count_turns(t, row_);
  return row_;
}

std::span<const double> ChartRun::compute(StateFunction& function, double t, std::span<const double> x) {
  if (angles) {
    angles->follow(*integrator, system.around());
    angles->set_turns(t, x, system.around());
  }
  return function(t, x, system.accelerations(t, x), system.around());
}

}  // namespace kinemate
