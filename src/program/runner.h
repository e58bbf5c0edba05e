// Something that runs a schedule on a memory of its slots, laid out as program/order/schedule.h says.
#pragma once

namespace kinemate {

class Runner {
 public:
  Runner() = default;
  virtual ~Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// REQUIRES: `memory` has slots × width doubles, at an address that is a multiple of 64, with inputs and constants in
  /// place. Allocates nothing. May be called by several threads, each with a memory of its own.
  virtual void run(double* memory) const = 0;
};

}  // namespace kinemate
