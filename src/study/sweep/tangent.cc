#include "study/sweep/tangent.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/differentiate.h"
#include "formalism/methods/joint_loads.h"
#include "sim/automatic.h"
#include "study/programs/direction_program.h"
#include "study/programs/machine_program.h"
#include "study/simulation/time_ahead.h"

namespace kinemate {
namespace {

constexpr unsigned kTangentLanes = 4;             // directions that are computed at once
constexpr std::size_t kFewSpeedsByEquations = 3;  // beyond, recursions are shorter

// The formulas, then their changes along a direction.
std::vector<Expr> with_changes(std::vector<Expr> formulas, const Seeds& seeds) {
  const std::vector<Expr> changes = differentiate(formulas, seeds);
  formulas.insert(formulas.end(), changes.begin(), changes.end());
  return formulas;
}

std::vector<Expr> rate_formulas(const SimulatedMachine& made, const Progress& progress) {
  ProgramRequest wanted;
  wanted.purpose = Purpose::kOde;
  wanted.reduction = made.request.reduction;
  for (Expr symbol : made.parameters) wanted.parameters.emplace_back(symbol.name());
  ProgramSource source = prepare_for_program(made.model, wanted, progress);
  if (!wanted.reduction && source.kinematics.speeds.size() > kFewSpeedsByEquations &&
      !find_obstacle(source, Purpose::kOde))
    wanted.algorithm.kind = Algorithm::Kind::kRecursion;
  derive_for_program(source, wanted, progress);
  return formulas_for_program(source, wanted)[0].formulas;
}

}  // namespace

TangentMachine make_tangent_machine(const Model& model, const SimulationRequest& request, const Progress& progress) {
  if (!model.events.empty())
    throw Error(ErrorCode::kNoDerivative,
                "derivatives by parameters jump at events, and this machine has some: when: " + model.events[0].name,
                "a study with and without a small change shows what they do: kinemate sweep");
  if (has_reaction_friction(model))
    throw Error(ErrorCode::kNoDerivative, "friction that depends on reactions has no derivatives in formulas",
                "a coefficient of friction times a force that is given has");
  TangentMachine result;
  SimulationRequest wanted = request;
  wanted.audit = false;
  wanted.switching = Switching::kOff;  // derivatives are by the start, of one chart
  result.machine = make_simulated_machine(model, wanted, progress);
  const SimulatedMachine& made = result.machine;
  result.directions = request.varied.size();
  progress("derivatives");
  const std::vector<Expr> accelerations = accelerations_of(made.source.equations.speeds);
  std::vector<Expr> inputs;
  for (const Input& input : made.source.model.inputs) inputs.push_back(make_symbol(input.name));
  const std::vector<Expr> s = direction_symbols("s", made.symbols.size()),
                          d = direction_symbols("d", made.parameters.size()), e = direction_symbols("e", inputs.size()),
                          b = direction_symbols("b", accelerations.size());
  Seeds seeds;
  for (std::size_t i = 0; i < s.size(); ++i) seeds.emplace(made.symbols[i], s[i]);
  for (std::size_t i = 0; i < d.size(); ++i) seeds.emplace(made.parameters[i], d[i]);
  for (std::size_t i = 0; i < e.size(); ++i) seeds.emplace(inputs[i], e[i]);
  for (std::size_t i = 0; i < b.size(); ++i) seeds.emplace(accelerations[i], b[i]);
  const std::vector<InputFormulas> known = {plain_input("t", {make_symbol("t")}),
                                            plain_input("x", made.symbols),
                                            plain_input("a", accelerations),
                                            plain_input("u", inputs),
                                            plain_input("p", made.parameters),
                                            plain_input("s", s),
                                            plain_input("b", b),
                                            plain_input("e", e),
                                            plain_input("d", d)};
  result.rates = plain_program(known, with_changes(rate_formulas(made, progress), seeds));
  constexpr std::string_view kMoving[] = {"x", "s", "a", "b"};
  result.switches = freeze_switches(result.rates, kMoving);
  if (result.switches) {
    result.rates = result.switches->frozen;
    for (const SwitchingSurface& surface : result.switches->surfaces)
      if (surface.jumps && !surface.of_time)
        throw Error(ErrorCode::kNoDerivative, "derivatives by parameters jump where a condition of the state switches",
                    "min, max and abs have none that jump; kinemate sweep takes all of them");
  }
  result.rows = plain_program(known, with_changes(made.columns.formulas, seeds));
  const StartFormulas start = make_start_formulas(model, compute_kinematics(model), request.initial, request.varied,
                                                  made.symbols, made.parameters);
  std::vector<Expr> at_start = start.x, changes;
  at_start.insert(at_start.end(), start.parameters.begin(), start.parameters.end());
  at_start.insert(at_start.end(), start.inputs.begin(), start.inputs.end());
  for (Expr symbol : start.varied) {
    const std::vector<Expr> one = differentiate(at_start, {{symbol, Expr(1)}});
    changes.insert(changes.end(), one.begin(), one.end());
  }
  result.start = plain_program({plain_input("v", start.varied)}, changes);
  return result;
}

// z: x, then ∂x/∂v for each v.
class TangentRun::System : public OdeSystem {
 public:
  explicit System(const TangentMachine& machine)
      : OdeSystem(shape_of(machine)),
        machine_(machine),
        n_(machine.machine.symbols.size()),
        start_(machine.machine.start),
        changes_(machine.start),
        changes_work_(changes_.make_workspace()),
        rates_(machine.rates, kTangentLanes),
        rates_work_(rates_.make_workspace()),
        rows_(machine.rows, kTangentLanes),
        rows_work_(rows_.make_workspace()),
        z_(n_ * (1 + machine.directions)),
        rates_here_(z_.size()),
        watched_(machine.machine.columns.formulas.size()),
        derivatives_(watched_.size() * machine.directions) {
    for (const Array& array : machine.rates.inputs) sizes_.push_back(array.entries.size());
    none_.assign(sizes_[2], 0);
    if (!machine.switches) return;
    ahead_.emplace(*machine.switches);
    if (!machine.switches->surfaces.empty()) surfaces_.emplace(*machine.switches);
  }

  // z at the start.
  std::span<const double> begin(std::span<const double> varied) {
    const RunStart::Numbers numbers = start_(varied);
    parameters_.assign(numbers.parameters.begin(), numbers.parameters.end());
    inputs_.assign(numbers.inputs.begin(), numbers.inputs.end());
    std::copy(varied.begin(), varied.end(), changes_.inputs(changes_work_).begin());
    changes_.run(changes_work_);
    const std::span<const double> changes = changes_.outputs(changes_work_);
    directions_.assign(changes.begin(), changes.end());
    std::copy(numbers.x.begin(), numbers.x.end(), z_.begin());
    const std::size_t each = n_ + parameters_.size() + inputs_.size();
    for (std::size_t j = 0; j < machine_.directions; ++j) std::copy_n(&directions_[j * each], n_, &z_[n_ * (1 + j)]);
    around_ = {inputs_, parameters_, {}};
    varied_.assign(varied.begin(), varied.end());
    look_ahead();
    return z_;
  }

  bool switches() const { return ahead_.has_value(); }
  double horizon(double t) const { return ahead_->limit(t); }

  void event_values(double t, std::span<const double> z, std::span<double> values) override {
    if (!surfaces_) return;
    const std::span<const double> all = surfaces_->values(t, z, around_);
    for (std::size_t i = 0; i < all.size(); ++i)
      values[i] = surfaces_->way(i) == SurfaceSides::Way::kPlain ? 1 : all[i];
  }

  // Over to the other side, with what that does to the derivatives.
  EventAction pass(const EventReport& what, std::span<double> z) {
    bool passed = false;
    for (const EventHit& hit : what.hits) {
      const std::vector<double> moves = surface_moves(hit.event, what.time, z);
      jump(what.time, z, moves, [&] { cross(hit, what.time, z); });
      passed = true;
    }
    if (what.at_horizon && ahead_->is_switch(what.time)) {
      jump(what.time, z, time_moves(what.time), [&] { surfaces_->set_times(ahead_->sides_after(what.time), around_); });
      passed = true;
    }
    return passed ? EventAction::kRestart : EventAction::kGoOn;
  }

  bool rhs(double t, std::span<const double> z, std::span<double> rates) override {
    if (surfaces_ && surfaces_->is_any(SurfaceSides::Way::kPlain))
      surfaces_->follow(t, z, SurfaceSides::Way::kPlain, around_);
    for (std::size_t first = 0; first == 0 || first < machine_.directions; first += kTangentLanes) {
      fill(rates_.inputs(rates_work_), t, z, {}, first);
      fill_modes(rates_.inputs(rates_work_));
      rates_.run(rates_work_);
      const std::span<const double> out = rates_.outputs(rates_work_);
      if (first == 0)
        for (std::size_t i = 0; i < n_; ++i) rates[i] = out[i * kTangentLanes];
      for (std::size_t l = 0; l < kTangentLanes && first + l < machine_.directions; ++l)
        for (std::size_t i = 0; i < n_; ++i) rates[n_ * (1 + first + l) + i] = out[(n_ + i) * kTangentLanes + l];
    }
    return std::all_of(rates.begin(), rates.end(), [](double x) { return std::isfinite(x); });
  }

  void look(double t, std::span<const double> z, const Row& row) {
    rhs(t, z, rates_here_);
    const std::size_t m = watched_.size();
    for (std::size_t first = 0; first == 0 || first < machine_.directions; first += kTangentLanes) {
      fill(rows_.inputs(rows_work_), t, z, rates_here_, first);
      rows_.run(rows_work_);
      const std::span<const double> out = rows_.outputs(rows_work_);
      for (std::size_t i = 0; i < m; ++i) {
        if (first == 0) watched_[i] = out[i * kTangentLanes];
        for (std::size_t l = 0; l < kTangentLanes && first + l < machine_.directions; ++l)
          derivatives_[i * machine_.directions + first + l] = out[(m + i) * kTangentLanes + l];
      }
    }
    row(t, watched_, derivatives_);
  }

  const SimulatedMachine& machine() const { return machine_.machine; }

 private:
  static SystemShape shape_of(const TangentMachine& machine) {
    SystemShape shape;
    const std::vector<std::string>& names = machine.machine.programs.names;
    shape.state_names = names;
    for (const std::string& v : machine.machine.request.varied)
      for (const std::string& name : names) shape.state_names.push_back("the change of " + name + " by " + v);
    shape.dimension = shape.state_names.size();
    if (machine.switches)
      for (std::size_t i = machine.switches->of_time; i < machine.switches->surfaces.size(); ++i)
        shape.events.push_back({"a condition in a formula", EventDirection::kBoth, true});
    return shape;
  }

  void look_ahead() {
    if (!ahead_) return;
    const SimulationRequest& request = machine().request;
    ahead_->look(request.start, request.end, around_,
                 request.largest_step > 0 ? TimeAhead::Pulses::kIgnored : TimeAhead::Pulses::kMinded);
    if (!surfaces_) return;
    surfaces_->begin(around_);
    surfaces_->set_times(ahead_->sides_after(request.start), around_);
    for (int round = 0; round < 4; ++round)  // conditions within conditions
      surfaces_->follow(request.start, z_, SurfaceSides::Way::kOneSide, around_);
  }

  void cross(const EventHit& hit, double t, std::span<const double> z) {
    const SimulationRequest& request = machine().request;
    if (surfaces_->crosses_again(hit.event, t, 1e-9 * std::abs(request.end - request.start))) {
      surfaces_->set_way(hit.event, SurfaceSides::Way::kPlain);
    } else if (surfaces_->is_cell(hit.event)) {
      surfaces_->follow(t, z, SurfaceSides::Way::kOneSide, around_);
    } else {
      surfaces_->set_side(hit.event, hit.rising ? 1 : -1, around_);
    }
  }

  // S += (f₋ - f₊) ∂T/∂v
  template <class Change>
  void jump(double t, std::span<double> z, const std::vector<double>& moves, Change change) {
    std::vector<double> before(z.size()), after(z.size());
    rhs(t, z, before);
    change();
    rhs(t, z, after);
    for (std::size_t j = 0; j < moves.size(); ++j)
      for (std::size_t i = 0; i < n_; ++i) z[n_ * (1 + j) + i] += (before[i] - after[i]) * moves[j];
  }

  // ∂T/∂v of a surface of the state.
  std::vector<double> surface_moves(std::size_t surface, double t, std::span<const double> z) {
    std::vector<double> rates(z.size()), near(z.begin(), z.end()), moves(machine_.directions);
    rhs(t, z, rates);
    const std::size_t p = parameters_.size(), each = n_ + p + inputs_.size();
    // along `direction` of the state, and of what surrounds it in direction j, if there is one
    const auto slope = [&](const double* direction, double time, const double* beside) {
      double size = 1;
      for (std::size_t i = 0; i < n_; ++i) size = std::max(size, std::abs(direction[i]));
      const auto value = [&](double h) {
        for (std::size_t i = 0; i < n_; ++i) near[i] = z[i] + h * direction[i];
        Surroundings around = around_;
        for (std::size_t i = 0; beside != nullptr && i < p; ++i) around.parameters[i] += h * beside[i];
        for (std::size_t i = 0; beside != nullptr && i < inputs_.size(); ++i) around.inputs[i] += h * beside[p + i];
        return surfaces_->values(t + h * time, near, around)[surface];
      };
      const double h = 1e-5 / size;
      return (value(h) - value(-h)) / (2 * h);
    };
    const double rate = slope(rates.data(), 1, nullptr);
    for (std::size_t j = 0; j < moves.size(); ++j)
      moves[j] = -slope(&z[n_ * (1 + j)], 0, &directions_[j * each + n_]) / rate;
    return moves;
  }

  // ∂T/∂v of a time at which formulas of t switch, by differences of the times.
  std::vector<double> time_moves(double t) {
    const std::vector<double> times = ahead_->switches();
    const auto place = static_cast<std::size_t>(std::find(times.begin(), times.end(), t) - times.begin());
    std::vector<double> moves(machine_.directions);
    const SimulationRequest& request = machine().request;
    const std::size_t p = parameters_.size(), each = n_ + p + inputs_.size();
    for (std::size_t j = 0; j < moves.size(); ++j) {
      const double* const beside = &directions_[j * each + n_];
      if (std::all_of(beside, beside + p + inputs_.size(), [](double d) { return d == 0; })) continue;
      const double h = 1e-6 * std::max(std::abs(varied_[j]), 1e-3);
      const auto time_at = [&](double step) {
        Surroundings around = around_;
        for (std::size_t i = 0; i < p; ++i) around.parameters[i] += step * beside[i];
        for (std::size_t i = 0; i < inputs_.size(); ++i) around.inputs[i] += step * beside[p + i];
        ahead_->look(request.start, request.end, around, TimeAhead::Pulses::kIgnored);
        return ahead_->switches().size() == times.size() ? ahead_->switches()[place] : std::nan("");
      };
      moves[j] = (time_at(h) - time_at(-h)) / (2 * h);
    }
    ahead_->look(request.start, request.end, around_,
                 request.largest_step > 0 ? TimeAhead::Pulses::kIgnored : TimeAhead::Pulses::kMinded);
    for (std::size_t j = 0; j < moves.size(); ++j)
      if (!std::isfinite(moves[j]))
        throw Error(ErrorCode::kNoDerivative,
                    "conditions of the time come and go with a parameter: there is no derivative by it",
                    "a study with and without a small change shows what they do: kinemate sweep");
    return moves;
  }

  void fill_modes(std::span<double> inputs) const {
    if (!surfaces_) return;
    double* to = inputs.data() + inputs.size() - around_.modes.size() * kTangentLanes;
    for (double mode : around_.modes)
      for (unsigned l = 0; l < kTangentLanes; ++l) *to++ = mode;
  }

  // t, x, a, u, p the same in all lanes; s, b, e, d of one direction each.
  void fill(std::span<double> inputs, double t, std::span<const double> z, std::span<const double> rates,
            std::size_t first) const {
    double* to = inputs.data();
    const auto everywhere = [&](const double* numbers, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i)
        for (unsigned l = 0; l < kTangentLanes; ++l) *to++ = numbers[i];
    };
    const auto each = [&](std::size_t count, auto number) {
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t l = 0; l < kTangentLanes; ++l)
          *to++ = first + l < machine_.directions ? number(first + l, i) : 0;
    };
    const std::size_t speeds = sizes_[2], at = machine().programs.coordinates, p = parameters_.size(),
                      width = n_ + p + inputs_.size();
    everywhere(&t, 1);
    everywhere(z.data(), n_);
    everywhere(rates.empty() ? none_.data() : rates.data() + at, speeds);
    everywhere(inputs_.data(), inputs_.size());
    everywhere(parameters_.data(), p);
    each(n_, [&](std::size_t j, std::size_t i) { return z[n_ * (1 + j) + i]; });
    each(speeds, [&](std::size_t j, std::size_t i) { return rates.empty() ? 0 : rates[n_ * (1 + j) + at + i]; });
    each(inputs_.size(), [&](std::size_t j, std::size_t i) { return directions_[j * width + n_ + p + i]; });
    each(p, [&](std::size_t j, std::size_t i) { return directions_[j * width + n_ + i]; });
  }

  const TangentMachine& machine_;
  const std::size_t n_;
  RunStart start_;
  Routine changes_;
  Workspace changes_work_;
  Routine rates_;
  Workspace rates_work_;
  Routine rows_;
  Workspace rows_work_;
  std::vector<std::size_t> sizes_;  // of the arrays
  std::vector<double> parameters_, inputs_, directions_, none_;
  std::vector<double> z_, rates_here_, watched_, derivatives_, varied_;
  Surroundings around_;
  std::optional<TimeAhead> ahead_;
  std::optional<SurfaceSides> surfaces_;
};

TangentRun::TangentRun(const TangentMachine& machine) : system_(std::make_unique<System>(machine)) {}
TangentRun::~TangentRun() = default;

RunStatus TangentRun::run(std::span<const double> varied, const Row& row, const std::atomic<bool>* interrupt) {
  const SimulatedMachine& machine = system_->machine();
  const SimulationRequest& request = machine.request;
  const std::span<const double> start = system_->begin(varied);
  IntegratorOptions options = integrator_options(machine);
  const std::vector<double> atol = options.atol;
  while (options.atol.size() < start.size()) options.atol.insert(options.atol.end(), atol.begin(), atol.end());
  const std::unique_ptr<Integrator> integrator = request.method == IntegrationMethod::kAuto
                                                     ? std::unique_ptr<Integrator>(make_automatic(*system_, options))
                                                     : make_integrator(request.method, *system_, options);
  const RunOptions run{.t0 = request.start,
                       .t1 = request.end,
                       .output_times = output_times(request),
                       .stop_times = {},
                       .max_steps = request.most_steps,
                       .interrupt = interrupt};
  RunCallbacks callbacks;
  callbacks.observe = [&](double t, std::span<const double> z) { system_->look(t, z, row); };
  if (system_->switches()) {
    callbacks.horizon = [&](double t) { return system_->horizon(t); };
    callbacks.event = [&](const EventReport& what, std::span<double> z) { return system_->pass(what, z); };
  }
  return run_integration(*integrator, start, run, callbacks);
}

}  // namespace kinemate
