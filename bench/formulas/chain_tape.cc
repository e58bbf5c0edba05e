#include <array>

#include "bench/formulas/tapes.h"

namespace kinemate {
namespace {

using What = Operation::What;
using Vector = std::array<std::int32_t, 3>;

class ChainRecorder {
 public:
  explicit ChainRecorder(std::size_t bodies) : recorder_(3 + 2 * bodies), bodies_(bodies) {}

  Tape record() {
    mass_ = recorder_.symbol(0), inertia_ = recorder_.symbol(1), length_ = recorder_.symbol(2);
    minus_one_ = recorder_.add(What::kNumber, -1);
    const std::int32_t zero = recorder_.add(What::kNumber, 0);
    v_.fill(zero), w_.fill(zero);
    std::int32_t energy = zero;
    for (std::size_t i = 0; i < bodies_; ++i) {
      add_body(i);
      const std::int32_t moving = recorder_.product(mass_, square(v_));
      const std::int32_t turning = recorder_.product(inertia_, square(w_));
      energy = recorder_.sum(energy, recorder_.sum(moving, turning));
    }
    return recorder_.take();
  }

 private:
  // w ← Rᵀw + q'·e_a and v ← Rᵀv + w × l·e_c, where a is the axis of the hinge and (a, b, c) is cyclic.
  void add_body(std::size_t i) {
    const std::size_t a = i % 3;
    const std::int32_t q = recorder_.symbol(3 + 2 * i), rate = recorder_.symbol(4 + 2 * i);
    const std::int32_t s = recorder_.add(What::kSin, q), c = recorder_.add(What::kCos, q);
    w_ = rotate(w_, a, s, c);
    w_[a] = recorder_.sum(w_[a], rate);
    v_ = rotate(v_, a, s, c);
    const std::size_t b = (a + 1) % 3;
    v_[a] = recorder_.sum(v_[a], recorder_.product(length_, w_[b]));
    v_[b] = recorder_.sum(v_[b], negative(recorder_.product(length_, w_[a])));
  }

  // Into axes turned about axis a.
  Vector rotate(const Vector& u, std::size_t a, std::int32_t s, std::int32_t c) {
    const std::int32_t y = u[(a + 1) % 3], z = u[(a + 2) % 3];
    Vector result = u;
    result[(a + 1) % 3] = recorder_.sum(recorder_.product(c, y), recorder_.product(s, z));
    result[(a + 2) % 3] = recorder_.sum(recorder_.product(c, z), negative(recorder_.product(s, y)));
    return result;
  }

  std::int32_t square(const Vector& u) {
    const auto squared = [&](std::size_t k) { return recorder_.add(What::kPower, u[k], 2); };
    return recorder_.sum(recorder_.sum(squared(0), squared(1)), squared(2));
  }
  std::int32_t negative(std::int32_t a) { return recorder_.product(minus_one_, a); }

  TapeRecorder recorder_;
  std::size_t bodies_;
  std::int32_t mass_ = 0, inertia_ = 0, length_ = 0, minus_one_ = 0;
  Vector v_{}, w_{};  ///< velocity of the body's far end, and its angular velocity
};

}  // namespace

Tape make_chain_tape(std::size_t bodies) { return ChainRecorder(bodies).record(); }

}  // namespace kinemate
