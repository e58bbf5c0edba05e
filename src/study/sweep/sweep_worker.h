// One thread's runs of a study: several at once in the lanes of vectors where the machine allows, else one by one.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "ledger/ledger.h"
#include "sim/lanes/lane_integrator.h"
#include "study/simulation/machine_run.h"
#include "study/sweep/swept_machine.h"

namespace kinemate {

/// All rows of a run, (times x columns).
using RunRows = std::function<void(std::uint64_t run, std::span<const double> rows)>;

class SweepWorker {
 public:
  /// REQUIRES: the machine lives on where it is.
  SweepWorker(const SweptMachine& machine, RunRows rows = {});
  ~SweepWorker();

  /// Runs at a time.
  std::size_t width() const { return lanes_ ? kLanes : 1; }

  /// From the inputs of the rows to everything else; a run that fails has its cause. False where it was interrupted:
  /// the rows mean nothing then. REQUIRES: at most width() rows.
  bool run(std::span<LedgerRow> runs, const std::atomic<bool>* interrupt = nullptr);

 private:
  static constexpr unsigned kLanes = 8;
  struct Lanes;
  bool run_alone(LedgerRow& row, const std::atomic<bool>* interrupt);
  bool run_in_lanes(std::span<LedgerRow> runs, const std::atomic<bool>* interrupt);
  void finish(LedgerRow& row, SummaryBook& book, const std::vector<double>& rows);

  const SweptMachine& swept_;
  RunRows rows_;
  std::optional<MachineRun> alone_;  // made when it is needed
  SummaryBook book_;
  std::vector<double> kept_;
  std::unique_ptr<Lanes> lanes_;
};

}  // namespace kinemate
