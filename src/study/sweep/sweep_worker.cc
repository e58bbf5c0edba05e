#include "study/sweep/sweep_worker.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "study/simulation/time_ahead.h"

namespace kinemate {
namespace {

constexpr std::size_t kTimesAtOnce = 64;     // rows that lanes wait for each other
constexpr long kStepsInLanes = 100'000;      // what takes more may be stiff: it is done alone, where that is noticed
constexpr double kLowOrderTolerance = 1e-5;  // as for single runs: beyond, a low order is cheaper

// The machine with other parameters in each lane.
class LaneMachine : public LaneSystem {
 public:
  LaneMachine(const SimulatedMachine& machine, unsigned width)
      : n_(machine.symbols.size()), width_(width), rates_(machine.programs.rates, width) {
    around_.parameters.assign(machine.parameters.size() * width, 0);
    around_.inputs.assign(machine.start.inputs * width, 0);
  }

  unsigned width() const override { return width_; }
  std::size_t dimension() const override { return n_; }
  void rhs(std::span<const double> t, std::span<const double> y, std::span<double> rates) override {
    const std::span<const double> made = rates_(t, y, {}, around_);
    std::copy(made.begin(), made.end(), rates.begin());
  }

  void set(unsigned lane, std::span<const double> parameters, std::span<const double> inputs) {
    for (std::size_t i = 0; i < parameters.size(); ++i) around_.parameters[i * width_ + lane] = parameters[i];
    for (std::size_t i = 0; i < inputs.size(); ++i) around_.inputs[i * width_ + lane] = inputs[i];
  }
  const Surroundings& around() const { return around_; }

 private:
  std::size_t n_;
  unsigned width_;
  StateFunction rates_;
  Surroundings around_;
};

LaneOptions lane_options(const SimulatedMachine& machine) {
  const SimulationRequest& request = machine.request;
  const IntegratorOptions options = integrator_options(machine);
  const bool low = request.method == IntegrationMethod::kDopri5 ||
                   (request.method == IntegrationMethod::kAuto && request.rtol > kLowOrderTolerance);
  return {
      low ? LaneMethod::kDopri5 : LaneMethod::kDop853, options.rtol, options.atol, options.max_step,
      request.method == IntegrationMethod::kAuto ? std::min(request.most_steps, kStepsInLanes) : request.most_steps};
}

bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(); }

}  // namespace

struct SweepWorker::Lanes {
  explicit Lanes(const SweptMachine& swept)
      : machine(swept.machine, kLanes),
        integrator(machine, lane_options(swept.machine)),
        start(swept.machine.start),
        columns(swept.machine.columns.program, kLanes),
        y0(swept.machine.symbols.size() * kLanes, 0),
        states(kTimesAtOnce * y0.size(), 0),
        rates(y0.size(), 0),
        kept(kLanes),
        times(kLanes, 0) {
    if (swept.machine.programs.switches && swept.machine.request.largest_step <= 0)
      ahead.emplace(*swept.machine.programs.switches);
    for (unsigned lane = 0; lane < kLanes; ++lane) books.emplace_back(swept.summaries);
  }

  bool has_no_pulses(const RunStart::Numbers& numbers, const SimulationRequest& request) {
    const Surroundings around{{numbers.inputs.begin(), numbers.inputs.end()},
                              {numbers.parameters.begin(), numbers.parameters.end()},
                              {}};
    ahead->look(request.start, request.end, around);
    return ahead->is_empty();
  }

  LaneMachine machine;
  LaneIntegrator integrator;
  RunStart start;
  StateFunction columns;
  std::vector<double> y0, states, rates;
  std::vector<SummaryBook> books;
  std::vector<std::vector<double>> kept;  // rows of each lane
  std::vector<double> times;              // the same in all lanes
  std::optional<TimeAhead> ahead;         // runs with narrow pulses go alone
};

SweepWorker::SweepWorker(const SweptMachine& machine, RunRows rows)
    : swept_(machine), rows_(std::move(rows)), book_(machine.summaries) {
  if (machine.in_lanes) lanes_ = std::make_unique<Lanes>(machine);
}

SweepWorker::~SweepWorker() = default;

void SweepWorker::finish(LedgerRow& row, SummaryBook& book, const std::vector<double>& rows) {
  const std::span<const double> values = book.finish(row.inputs);
  row.good = true;
  row.cause.clear();
  row.values.assign(values.begin(), values.end());
  if (rows_) rows_(row.run, rows);
}

bool SweepWorker::run_alone(LedgerRow& row, const std::atomic<bool>* interrupt) {
  if (!alone_) alone_.emplace(swept_.machine);
  book_.begin();
  kept_.clear();
  RunObserver observer;
  observer.interrupt = interrupt;
  observer.row = [&](std::span<const double> numbers) {
    book_.row(numbers[swept_.columns], numbers.data() + swept_.columns + 1, 1);
    if (rows_) kept_.insert(kept_.end(), numbers.begin(), numbers.begin() + static_cast<long>(swept_.columns));
  };
  const auto fail = [&](const std::string& cause) {
    row.good = false;
    row.cause = cause;
    row.values.clear();
  };
  try {
    const SimulationReport report = alone_->run(row.inputs, observer);
    if (report.status.end == RunEnd::kInterrupted) return false;
    if (!report.status.good()) {
      fail(report.status.message);
      return true;
    }
    for (const SimulatedEvent& event : report.events) book_.event(event.name, event.time);
    finish(row, book_, kept_);
  } catch (const Error& error) {
    fail(error.message);
  }
  return true;
}

bool SweepWorker::run_in_lanes(std::span<LedgerRow> runs, const std::atomic<bool>* interrupt) {
  Lanes& lanes = *lanes_;
  const SimulationRequest& request = swept_.machine.request;
  const std::size_t n = swept_.machine.symbols.size();
  std::array<bool, kLanes> active{};
  for (unsigned lane = 0; lane < runs.size(); ++lane) {
    try {
      const RunStart::Numbers start = lanes.start(runs[lane].inputs);
      for (std::size_t i = 0; i < n; ++i) lanes.y0[i * kLanes + lane] = start.x[i];
      lanes.machine.set(lane, start.parameters, start.inputs);
      active[lane] = !lanes.ahead || lanes.has_no_pulses(start, request);
    } catch (const Error&) {  // said again below
    }
    lanes.books[lane].begin();
    lanes.kept[lane].clear();
  }
  lanes.integrator.begin(request.start, request.end, lanes.y0, active);
  for (std::size_t first = 0; first < swept_.times.size(); first += kTimesAtOnce) {
    if (is_set(interrupt)) return false;
    const std::span<const double> times =
        std::span(swept_.times).subspan(first, std::min(kTimesAtOnce, swept_.times.size() - first));
    lanes.integrator.advance(times, std::span(lanes.states).first(times.size() * n * kLanes));
    for (std::size_t k = 0; k < times.size(); ++k) {
      const std::span<const double> x = std::span(lanes.states).subspan(k * n * kLanes, n * kLanes);
      std::fill(lanes.times.begin(), lanes.times.end(), times[k]);
      std::span<const double> accelerations;
      if (swept_.accelerations) {
        lanes.machine.rhs(lanes.times, x, lanes.rates);
        accelerations =
            std::span(lanes.rates)
                .subspan(swept_.machine.programs.coordinates * kLanes, swept_.machine.programs.speeds * kLanes);
      }
      const std::span<const double> row = lanes.columns(lanes.times, x, accelerations, lanes.machine.around());
      for (unsigned lane = 0; lane < runs.size(); ++lane) {
        lanes.books[lane].row(times[k], row.data() + (swept_.columns + 1) * kLanes + lane, kLanes);
        if (rows_)
          for (std::size_t c = 0; c < swept_.columns; ++c) lanes.kept[lane].push_back(row[c * kLanes + lane]);
      }
    }
  }
  for (unsigned lane = 0; lane < runs.size(); ++lane) {
    if (active[lane] && lanes.integrator.outcome(lane).end == LaneEnd::kGood) {
      finish(runs[lane], lanes.books[lane], lanes.kept[lane]);
    } else if (!run_alone(runs[lane], interrupt)) {  // another method may do it, and if not it knows the cause
      return false;
    }
  }
  return true;
}

bool SweepWorker::run(std::span<LedgerRow> runs, const std::atomic<bool>* interrupt) {
  if (lanes_) return run_in_lanes(runs, interrupt);
  for (LedgerRow& row : runs)
    if (!run_alone(row, interrupt)) return false;
  return true;
}

}  // namespace kinemate
