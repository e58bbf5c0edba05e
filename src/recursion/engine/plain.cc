#include "recursion/engine/plain.h"

#include "recursion/engine/passes.h"

namespace kinemate {

EnginePasses make_plain_passes() {
  using Memory = Compact<double>;
  return {1, Memory::kMemory, nullptr, run_forward<Memory, Inertia<double>>, run_inverse<Memory>};
}

}  // namespace kinemate
