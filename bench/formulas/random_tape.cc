#include <deque>
#include <random>

#include "bench/formulas/tapes.h"

namespace kinemate {
namespace {

using What = Operation::What;

class RandomRecorder {
 public:
  explicit RandomRecorder(const RandomShape& shape) : shape_(shape), random_(shape.seed), recorder_(shape.symbols) {}

  Tape record() {
    for (std::size_t k = 0; k < shape_.symbols; ++k) note(recorder_.symbol(k), check_value(k));
    while (recorder_.size() + waiting_.size() < shape_.operations) step();
    while (waiting_.size() > 1) {
      const std::int32_t a = take_waiting(), b = take_waiting();
      combine(What::kSum, a, b);
    }
    return recorder_.take();
  }

 private:
  // The weights are about those of equations of motion. Large values go through a sine: a formula that overflows at
  // the check point could not be compared.
  void step() {
    const std::int32_t a = first_operand();
    const unsigned draw = below(100);
    if (draw < 12 || std::abs(value(a)) > 4) {
      const bool sine = below(2) == 0;
      note(recorder_.add(sine ? What::kSin : What::kCos, a), sine ? std::sin(value(a)) : std::cos(value(a)));
    } else if (draw < 22) {
      const auto exponent = static_cast<std::int32_t>(2 + below(2));
      note(recorder_.add(What::kPower, a, exponent), std::pow(value(a), exponent));
    } else if (draw < 28) {
      const auto number = static_cast<std::int32_t>(2 + below(8));
      values_.push_back(number);
      combine(draw < 25 ? What::kSum : What::kProduct, recorder_.add(What::kNumber, number), a);
    } else {
      combine(draw < 64 ? What::kSum : What::kProduct, a, second_operand());
    }
  }

  void combine(What what, std::int32_t a, std::int32_t b) {
    note(recorder_.add(what, a, b), what == What::kSum ? value(a) + value(b) : value(a) * value(b));
  }

  // Results wait in line for a user. Where the line is short, a symbol is used once more.
  std::int32_t first_operand() {
    return waiting_.size() > shape_.width ? take_waiting() : static_cast<std::int32_t>(below(shape_.symbols));
  }
  std::int32_t second_operand() {
    const bool shared = below(100) < shape_.shared_percent && !used_.empty();
    return shared ? used_[below(used_.size())] : first_operand();
  }
  std::int32_t take_waiting() {
    const std::int32_t position = waiting_.front();
    waiting_.pop_front();
    used_.push_back(position);
    if (used_.size() > shape_.width) used_.pop_front();
    return position;
  }

  void note(std::int32_t position, double value) {
    waiting_.push_back(position);
    values_.push_back(value);
  }
  double value(std::int32_t position) const { return values_[static_cast<std::size_t>(position)]; }
  unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }

  RandomShape shape_;
  std::mt19937 random_;
  TapeRecorder recorder_;
  std::deque<std::int32_t> waiting_;  ///< results without a user, oldest first
  std::deque<std::int32_t> used_;     ///< the latest results that have one
  std::vector<double> values_;        ///< of every operation, at the check point
};

}  // namespace

Tape make_random_tape(const RandomShape& shape) { return RandomRecorder(shape).record(); }

}  // namespace kinemate
