#include "study/sweep/run_sweep.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "study/sweep/sweep_worker.h"

namespace kinemate {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kBetweenDeliveries = std::chrono::milliseconds(500);  // a delivery waits for the disk
constexpr auto kBetweenLooks = std::chrono::milliseconds(100);
constexpr std::size_t kMostWaiting = 20'000;  // rows: then threads wait for the disk, too

// Numbers of runs that are still to be done.
class RunQueue {
 public:
  RunQueue(std::uint64_t runs, const SweepOptions& options)
      : runs_(runs), stride_(options.stride), skip_(options.skip), next_(options.first) {}

  void take(std::size_t most, std::vector<LedgerRow>& out) {
    const std::lock_guard lock(mutex_);
    out.clear();
    for (; out.size() < most && next_ < runs_; next_ += stride_) {
      while (skipped_ < skip_.size() && skip_[skipped_] < next_) ++skipped_;
      if (skipped_ < skip_.size() && skip_[skipped_] == next_) continue;
      out.emplace_back().run = next_;
    }
  }

  std::uint64_t count() const {
    if (next_ >= runs_) return 0;
    const std::uint64_t all = (runs_ - 1 - next_) / stride_ + 1;
    const auto done = std::count_if(skip_.begin(), skip_.end(), [&](std::uint64_t run) {
      return run >= next_ && run < runs_ && (run - next_) % stride_ == 0;
    });
    return all - static_cast<std::uint64_t>(done);
  }

 private:
  std::mutex mutex_;
  const std::uint64_t runs_, stride_;
  const std::vector<std::uint64_t>& skip_;
  std::uint64_t next_;
  std::size_t skipped_ = 0;
};

// What threads have done and the caller has not yet taken.
class DoneRuns {
 public:
  void put(std::span<const LedgerRow> rows) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return rows_.size() < kMostWaiting || stopped_; });
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    if (rows_.size() >= kMostWaiting) news_.notify_one();
  }
  void end(std::exception_ptr why) {
    const std::lock_guard lock(mutex_);
    ++ended_;
    if (why && !why_) why_ = why;
    news_.notify_one();
  }
  /// Returns how many threads have ended.
  unsigned wait(std::vector<LedgerRow>& out, unsigned threads) {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, kBetweenLooks, [&] { return ended_ == threads || rows_.size() >= kMostWaiting; });
    out.insert(out.end(), std::make_move_iterator(rows_.begin()), std::make_move_iterator(rows_.end()));
    rows_.clear();
    room_.notify_all();
    return ended_;
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    room_.notify_all();
  }
  bool stopped() {
    const std::lock_guard lock(mutex_);
    return stopped_;
  }
  std::exception_ptr why() {
    const std::lock_guard lock(mutex_);
    return why_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_, room_;
  std::vector<LedgerRow> rows_;
  unsigned ended_ = 0;
  bool stopped_ = false;
  std::exception_ptr why_;
};

bool is_interrupted(const SweepOptions& options) { return options.interrupt && options.interrupt->load(); }

void work(const SweptMachine& machine, const RunTable& table, const SweepOptions& options, RunQueue& queue,
          DoneRuns& done) {
  std::exception_ptr why;
  try {
    SweepWorker worker(machine, options.rows);
    std::vector<LedgerRow> runs;
    while (!done.stopped() && !is_interrupted(options)) {
      queue.take(worker.width(), runs);
      if (runs.empty()) break;
      for (LedgerRow& row : runs) {
        row.inputs.resize(table.names().size());
        table.values(row.run, row.inputs);
      }
      if (!worker.run(runs, options.interrupt)) break;
      done.put(runs);
    }
  } catch (...) {
    why = std::current_exception();
  }
  done.end(why);
}

}  // namespace

SweepOutcome run_sweep(const SweptMachine& machine, const RunTable& table, const SweepOptions& options) {
  RunQueue queue(table.size(), options);
  DoneRuns done;
  SweepOutcome outcome;
  SweepProgress& progress = outcome.progress;
  progress.wanted = queue.count();
  const auto began = Clock::now();
  auto delivered = began;
  std::vector<LedgerRow> waiting;
  const unsigned threads = std::max(1u, options.threads);
  std::vector<std::thread> crew;
  const auto finish = [&] {
    done.stop();
    for (std::thread& thread : crew) thread.join();
    crew.clear();
  };
  try {
    for (unsigned i = 0; i < threads; ++i) crew.emplace_back([&] { work(machine, table, options, queue, done); });
    for (bool ended = false; !ended;) {
      ended = done.wait(waiting, threads) == threads;
      const auto now = Clock::now();
      if (!waiting.empty() && (ended || now - delivered >= kBetweenDeliveries || waiting.size() >= kMostWaiting)) {
        options.deliver(waiting);
        progress.done += waiting.size();
        for (const LedgerRow& row : waiting) progress.failed += row.good ? 0 : 1;
        waiting.clear();
        delivered = now;
      }
      progress.seconds = std::chrono::duration<double>(now - began).count();
      if (options.progress) options.progress(progress);
      if (options.idle) options.idle();
    }
  } catch (...) {
    finish();
    throw;
  }
  finish();
  if (const std::exception_ptr why = done.why()) std::rethrow_exception(why);
  outcome.interrupted = is_interrupted(options);
  return outcome;
}

}  // namespace kinemate
