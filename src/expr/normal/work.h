// A budget for algebra that FLINT does and nobody can interrupt: every product is paid for before it is computed.
//
// One unit is about one product of two terms, some ten nanoseconds. Units depend on the input alone, never on the
// clock, so that the same input runs out at the same place on every machine.
#pragma once

namespace kinemate {

/// Thrown where a computation would exceed its budget; callers fall back to something cheaper.
struct WorkExceeded {};

class Work {
 public:
  explicit Work(double limit) : limit_(limit) {}

  /// Pays for what comes next, or throws WorkExceeded and leaves it unpaid.
  void spend(double units) {
    if (spent_ + units > limit_) throw WorkExceeded{};
    spent_ += units;
  }
  double spent() const { return spent_; }
  double left() const { return limit_ - spent_; }

 private:
  double limit_;
  double spent_ = 0;
};

}  // namespace kinemate
