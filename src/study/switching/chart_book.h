// The charts of a machine and the ways between them, derived when a run first needs them and kept for all runs.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "expr/pool.h"
#include "study/switching/chart_change.h"

namespace kinemate {

/// May be asked by several threads at once. While it derives, it works in the pool of the machine, which nobody else
/// may use then.
class ChartBook {
 public:
  explicit ChartBook(Pool& pool) : pool_(pool) {}

  /// The chart of a choice; none where it cannot be had. `row` are the columns of base.place() where the machine is.
  const SimulatedMachine* find(const SimulatedMachine& base, const ChartChoice& choice, std::span<const double> row);

  const ChangeProgram& change(const SimulatedMachine& from, const SimulatedMachine& to);

  /// The machine's pool for whoever holds this.
  class Entry {
   public:
    explicit Entry(ChartBook& book) : lock_(book.mutex_), scope_(book.pool_) {}

   private:
    std::lock_guard<std::mutex> lock_;
    PoolScope scope_;
  };

 private:
  Pool& pool_;
  std::mutex mutex_;
  std::map<ChartChoice, std::unique_ptr<const SimulatedMachine>> charts_;
  std::map<std::pair<const SimulatedMachine*, const SimulatedMachine*>, std::unique_ptr<const ChangeProgram>> changes_;
};

}  // namespace kinemate
