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
  if (machine.programs.switches) ahead.emplace(*machine.programs.switches);
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

void ChartRun::look_ahead(double t, std::span<const double> x) {
  if (!ahead) return;
  const SimulationRequest& request = machine_.request;
  ahead->look(t, request.end, system.around(),
              request.largest_step > 0 ? TimeAhead::Pulses::kIgnored : TimeAhead::Pulses::kMinded);
  if (system.has_surfaces()) pass_switch(t, x);
}

void ChartRun::pass_switch(double t, std::span<const double> x) {
  system.set_times(ahead->sides_after(t));
  system.find_sides(t, x);
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
  if (ahead) {
    const std::size_t old_size = before.machine_.symbols.size(), size = machine_.symbols.size();
    const std::vector<double> none(old_size, 0);
    std::vector<double> there(size, 0), unused(size, 0);
    if (!change(t, before.integrator->state(), none, there, unused)) return false;
    look_ahead(t, there);
  }
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
  const std::span<const double> accelerations = system.accelerations(t, x);
  if (!system.slides()) return function(t, x, accelerations, system.around());
  system.mix(t, x, accelerations, function, mixed_);
  return mixed_;
}

}  // namespace kinemate
