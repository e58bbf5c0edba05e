#include "bench/formulas/tapes.h"

namespace kinemate {

Tape make_expand_tape(int power) {
  constexpr std::size_t kSymbols = 4;
  TapeRecorder recorder(kSymbols);
  const std::int32_t one = recorder.add(Operation::What::kNumber, 1);
  std::int32_t sum = one;
  for (std::size_t k = 0; k < kSymbols; ++k) {
    const std::int32_t symbol = recorder.symbol(k);
    sum = recorder.sum(sum, symbol);
  }
  const std::int32_t p = recorder.add(Operation::What::kPower, sum, power);
  recorder.product(p, recorder.sum(p, one));
  return recorder.take();
}

}  // namespace kinemate
