// Ctrl-C while something runs: it ends in order, with what it has so far.
#pragma once

#include <atomic>
#include <csignal>

namespace kinemate {

inline std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// The handler stands while this object lives; a second Ctrl-C ends the program at once.
class InterruptWatch {
 public:
  InterruptWatch()
      : before_(std::signal(SIGINT, [](int) {
          interrupted = true;
          std::signal(SIGINT, SIG_DFL);
        })) {}
  ~InterruptWatch() { std::signal(SIGINT, before_); }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace kinemate
