// How long work goes on: standard error.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <string>

namespace kinemate {

/// One line for each stage: what it is, and when it is done how long it took.
class Stages {
 public:
  explicit Stages(bool quiet) : quiet_(quiet) {}
  ~Stages() { end(); }

  void begin(const std::string& stage) {
    end();
    if (quiet_) return;
    std::cerr << fmt::format("{:<60}", stage + " ...") << std::flush;
    began_ = std::chrono::steady_clock::now();
    open_ = true;
  }
  void end() {
    if (!open_) return;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began_;
    std::cerr << fmt::format("{:8.3f} s\n", taken.count());
    open_ = false;
  }

 private:
  bool quiet_, open_ = false;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace kinemate
