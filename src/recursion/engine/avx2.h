// The passes of the engine for processors with AVX2 and FMA, one or four lanes at a time.
#pragma once

#include "recursion/engine/data.h"

namespace kinemate {

/// Whether this processor can run them.
bool has_avx2_passes();

EnginePasses make_avx2_passes();
EnginePasses make_avx2_passes_by_fours();

}  // namespace kinemate
