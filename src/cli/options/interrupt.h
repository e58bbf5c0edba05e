// Ctrl-C, or a request to end (SIGTERM, SIGHUP), while something runs: it ends in order, with what it has so far.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace kinemate {

inline std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// The handlers stand while this object lives; the same signal a second time ends the program at once. What is ignored
/// stays so, as hang-ups under nohup.
class InterruptWatch {
 public:
  InterruptWatch() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      before_[i] = std::signal(kSignals[i], note);
      if (before_[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
    }
  }
  ~InterruptWatch() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], before_[i]);
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
  static void note(int signal) {
    interrupted = true;
    std::signal(signal, SIG_DFL);
  }

  std::array<void (*)(int), kSignals.size()> before_;
};

}  // namespace kinemate
