// Compiled with -mavx2 -mfma: nothing here may be a template or an inline function that other files share.
#include "recursion/engine/avx2.h"

#include "recursion/engine/passes.h"
#include "recursion/engine/rows.h"

namespace kinemate {

bool has_avx2_passes() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

EnginePasses make_avx2_passes() {
  return {1, ByRows::kMemory, prepare_rows, run_forward<ByRows, Rows>, run_inverse<ByRows>};
}

EnginePasses make_avx2_passes_by_fours() {
  using Memory = Compact<Four>;
  return {4, Memory::kMemory, nullptr, run_forward<Memory, Inertia<Four>>, run_inverse<Memory>};
}

}  // namespace kinemate
