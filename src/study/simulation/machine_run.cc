#include "study/simulation/machine_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "loops/dead_centre.h"
#include "sim/automatic.h"
#include "study/simulation/swing_watch.h"
#include "study/singular.h"

namespace kinemate {
namespace {

Error describe_end_of_drives(const Model& model) {
  std::vector<std::string_view> driven;
  for (const Coordinate& coordinate : model.coordinates)
    if (coordinate.drive) driven.push_back(coordinate.name);
  return Error(ErrorCode::kSingularPosition,
               fmt::format("the loops cannot follow what is driven ({}) any further: a dead centre, or lengths that do "
                           "not reach",
                           fmt::join(driven, ", ")),
               "a drive within what the lengths allow, or another coordinate to be driven");
}

// Follows a run for pictures and finds how fast it swings: in its fine rows, or else in its states.
class RunPicture {
 public:
  RunPicture(const RunObserver& observer, const SimulatedMachine& machine) : machine_(machine) {
    if (!observer.fine) return;
    fine_ = *observer.fine;
    fine_.row = [this, row = observer.fine->row](std::span<const double> numbers) {
      swings_.take(numbers[0], numbers);
      row(numbers);
    };
    refiner_.emplace(fine_, machine.request.start, machine.request.end);
  }

  void follow(ChartRun& run, double t) {
    if (refiner_) return refiner_->follow(run, t);
    if (run.integrator->time() == t) swings_.take(t, run.integrator->state());
  }
  void jump() {
    swings_.interrupt();
    if (refiner_) refiner_->restart();
  }
  void go_over(const SimulatedMachine& chart, SimulationReport& report) {
    if (refiner_) return refiner_->restart();
    note(chart, report);
    swings_ = {};
  }
  void note(const SimulatedMachine& chart, SimulationReport& report) const {
    const SwingWatch::Fastest fastest = swings_.fastest();
    if (fastest.frequency <= report.highest_frequency) return;
    report.highest_frequency = fastest.frequency;
    report.fastest = refiner_ ? machine_.header.columns[fastest.index].name : chart.programs.names[fastest.index];
  }

 private:
  const SimulatedMachine& machine_;
  FineRows fine_;
  std::optional<RowRefiner> refiner_;
  SwingWatch swings_;
};

}  // namespace

MachineRun::MachineRun(const SimulatedMachine& machine)
    : machine_(machine), charts_(machine, log_), start_(machine.start) {}

void MachineRun::explain(RunStatus& status) const {
  const SimulatedMachine& chart = now().machine();
  const Surroundings& around = now().system.around();
  Values values;
  values.emplace(make_symbol("t"), status.time);
  for (std::size_t i = 0; i < chart.symbols.size(); ++i) values.emplace(chart.symbols[i], end_state_[i]);
  for (std::size_t i = 0; i < chart.parameters.size(); ++i) values.emplace(chart.parameters[i], around.parameters[i]);
  for (std::size_t i = 0; i < chart.source.model.inputs.size(); ++i)
    values.emplace(make_symbol(chart.source.model.inputs[i].name), around.inputs[i]);
  try {
    const Kinematics& kinematics = chart.source.kinematics;
    std::optional<Error> why;
    if (kinematics.closing) {
      why = find_dead_centre(*kinematics.closing, values);
      for (const ClosureStep& step : kinematics.closing->steps)
        values[step.coordinate] = evaluate(step.formula, values);
    }
    if (!why && kinematics.closing && is_driven_alone(chart.source)) why = describe_end_of_drives(chart.source.model);
    if (!why) why = find_undefined_rates(chart.source.model, kinematics, values);
    if (!why) why = find_near_singularity(chart.source.model, kinematics, values);
    if (!why) return;
    status.message += fmt::format("; {}", why->message);
    status.hint = why->hint;
  } catch (const Error&) {  // no number there: the message says so already
  }
}

void MachineRun::require_free_start(std::span<const double> x) {
  for (std::size_t e = 0; e < now().events.functions.size(); ++e)
    if (const double beyond = now().system.beyond(e, machine_.request.start, x); beyond > 1e-9)
      throw Error(ErrorCode::kEvent,
                  fmt::format("event {}: the machine starts {:.3g} beyond it",
                              now().events.deeds[now().events.functions[e]].name, beyond),
                  "start on the other side, or turn its direction round");
}

namespace {

constexpr double kRestingStep = 1.0 / 256;  // of the run

void remark_surfaces(SimulationReport& report) {
  if (report.surfaces.plain)
    report.notes.push_back(
        "a condition switched again and again at one place: from there on its two laws go over into each other within "
        "1e-6 of it, without events");
}

}  // namespace

// Formulas of loops have no value where these cannot be closed.
void MachineRun::require_values_at(double t, std::span<const double> x) {
  if (!machine_.source.kinematics.closing) return;
  std::vector<double> rates(x.size());
  if (now().system.rhs(t, x, rates)) return;
  throw Error(ErrorCode::kOpenLoops, "the loops cannot be closed with the values that this run starts with",
              "lengths that do not reach each other, or a dead centre");
}

// What the model asks for, then the sides of switching surfaces.
EventAction MachineRun::handle(const EventReport& what, std::span<double> x, SurfaceCounts& counts) {
  ChartRun& chart = now();
  const Integrator& integrator = *chart.integrator;
  if (chart.audit && integrator.time() != integrator.last_time()) chart.audit->follow(*chart.integrator, what.time);
  const EventAction action = chart.handler.handle(what, x);
  if (chart.audit && action == EventAction::kRestart) chart.audit->restart(what.time, x);
  if (!chart.ahead) return action;
  bool switched = false;
  if (chart.system.has_surfaces()) {
    const std::size_t crossings = chart.system.cross(what.hits, what.time, x);
    counts.crossings += crossings;
    switched = crossings > 0;
  }
  if (action == EventAction::kRestart) {
    if (chart.events.values) {  // parameters are others
      chart.look_ahead(what.time, x);
    } else {
      chart.system.find_sides(what.time, x);
    }
  } else if (what.at_horizon && chart.ahead->is_switch(what.time)) {
    ++counts.times;
    chart.pass_switch(what.time, x);
    switched = true;
  }
  counts.slid = counts.slid || chart.system.slides();
  return action == EventAction::kGoOn && switched ? EventAction::kRestart : action;
}

SimulationReport MachineRun::run(std::span<const double> varied, const RunObserver& observer) {
  const SimulationRequest& request = machine_.request;
  SimulationReport report;
  log_.clear();
  report.notes = machine_.notes;
  charts_.begin();
  const RunStart::Numbers start = start_(varied);
  now().system.begin(start.parameters, start.inputs, request.end - request.start);
  set_event_numbers(start.others, now().events, now().system);
  const bool with_rows = observer.row != nullptr || observer.fine != nullptr;
  now().make_ready(with_rows);
  const bool with_events = !now().events.functions.empty() || !now().events.times.empty() || now().ahead;

  RunOptions run{.t0 = request.start,
                 .t1 = request.end,
                 .output_times = output_times(request),
                 .stop_times = now().events.stop_times(request.start, request.end),
                 .max_steps = request.most_steps,
                 .interrupt = observer.interrupt};
  RunPicture picture(observer, machine_);
  RunCallbacks callbacks;
  callbacks.observe = [&](double t, std::span<const double> x) {
    ++report.rows;
    if (observer.criterion && now().watch)
      observer.criterion(t, now().watch->look(t, x, now().system.around()), now().machine());
    if (!observer.row) return;
    const bool first = t == request.start && !charts_.start_row().empty();
    observer.row(first ? charts_.start_row() : now().row(t, x));
  };
  if (with_events)
    callbacks.event = [&](const EventReport& what, std::span<double> x) {
      picture.follow(now(), what.time);
      const EventAction action = handle(what, x, report.surfaces);
      if (action == EventAction::kRestart) picture.jump();
      return action;
    };
  if (now().ahead)
    callbacks.horizon = [&](double t) {
      const double limit = now().horizon(t);
      if (!now().system.slides()) return limit;
      // what rests takes steps of any length, over which what would move it may come and go
      const double near = t + kRestingStep * (request.end - request.start);
      return request.end < request.start ? std::max(limit, near) : std::min(limit, near);
    };
  callbacks.progress = [&](double t) {
    Integrator& integrator = *now().integrator;
    if (now().angles) now().angles->follow(integrator, now().system.around());
    if (!now().watch) charts_.require_motion();
    if (now().audit) now().audit->follow(integrator, t);
    picture.follow(now(), t);
    if (observer.step) observer.step(t, integrator.statistics());
  };
  if (now().watch)
    callbacks.change = [&](Integrator&) {
      const SimulatedMachine& before = now().machine();
      Integrator* const other = charts_.change(report.switches);
      if (other) picture.go_over(before, report);
      return other;
    };
  std::vector<double> x(start.x.begin(), start.x.end());
  if (!now().system.close(request.start, x))
    throw Error(ErrorCode::kOpenLoops, "the loops cannot be closed from the initial values of this run",
                "lengths that do not reach each other, or values far from those of the machine");
  now().look_ahead(request.start, x);
  report.surfaces.slid = now().system.slides();
  require_values_at(request.start, x);
  require_free_start(x);
  const auto began = std::chrono::steady_clock::now();
  if (now().audit) now().audit->start(request.start, x);
  if (now().angles) now().angles->start(request.start, x, now().system.around());
  if (const std::span<const double> first = charts_.start(request.start, x, report.switches); first.data() != x.data())
    x.assign(first.begin(), first.end());
  report.status = run_integration(*now().integrator, x, run, callbacks);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  report.deriving = charts_.deriving();
  report.surfaces.plain = now().system.has_plain();
  remark_surfaces(report);
  report.statistics = now().integrator->statistics();
  if (now().audit) report.audit = now().audit->result();
  report.method = method_name(request.method);
  if (const auto* automatic = dynamic_cast<const Automatic*>(now().integrator.get())) {
    report.method.clear();
    for (const Automatic::Change& change : automatic->changes()) {
      report.method = method_name(change.method);
      report.reason += fmt::format("{}{} from t = {:.6g}: {}", report.reason.empty() ? "" : "; ",
                                   method_name(change.method), change.time, change.reason);
    }
  }
  picture.note(now().machine(), report);
  report.events = log_;
  end_state_.assign(now().integrator->state().begin(), now().integrator->state().end());
  return report;
}

}  // namespace kinemate
