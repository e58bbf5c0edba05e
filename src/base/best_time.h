// Times that hold on a machine where other programs run: the least of many short batches of calls.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace kinemate {

struct Patience {
  double total = 0.1;          ///< seconds: batches until then
  std::size_t least_runs = 3;  ///< batches, however long they take
};

/// Seconds of one call. A batch lasts half a millisecond, which other programs often leave alone, or one call.
template <class Run>
double best_seconds(Run run, const Patience& patience = {}) {
  constexpr double kBatch = 5e-4;
  auto seconds_of = [&](std::size_t calls) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < calls; ++i) run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / static_cast<double>(calls);
  };
  double best = seconds_of(1), spent = best;
  for (std::size_t runs = 1; runs < patience.least_runs || spent < patience.total; ++runs) {
    const std::size_t calls = 1 + static_cast<std::size_t>(kBatch / std::max(best, 1e-9));
    const double seconds = seconds_of(calls);
    best = std::min(best, seconds);
    spent += seconds * static_cast<double>(calls);
  }
  return best;
}

}  // namespace kinemate
