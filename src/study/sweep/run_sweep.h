// The runs of a study, by several threads. A run's numbers depend on its number alone, not on who computes it when.
#pragma once

#include <atomic>
#include <functional>

#include "ledger/ledger.h"
#include "study/sweep/samples.h"
#include "study/sweep/swept_machine.h"

namespace kinemate {

struct SweepProgress {
  std::uint64_t done = 0, failed = 0, wanted = 0;  ///< by these threads
  double seconds = 0;
};

struct SweepOptions {
  unsigned threads = 1;
  std::uint64_t first = 0, stride = 1;  ///< runs first, first + stride, ...
  std::vector<std::uint64_t> skip;      ///< runs that are done already; ascending
  const std::atomic<bool>* interrupt = nullptr;
  /// Rows that are done, in any order. Like all of these, called by the thread that called run_sweep().
  std::function<void(std::span<const LedgerRow>)> deliver;
  std::function<void(const SweepProgress&)> progress;
  /// Ten times a second and between deliveries.
  std::function<void()> idle;
  /// All rows of a run at once, (times x columns); by any thread, one run at a time.
  std::function<void(std::uint64_t run, std::span<const double> rows)> rows;
};

struct SweepOutcome {
  SweepProgress progress;
  bool interrupted = false;
};

/// Exceptions of the callables pass, after all threads have ended.
SweepOutcome run_sweep(const SweptMachine& machine, const RunTable& table, const SweepOptions& options);

}  // namespace kinemate
