// The passes of the engine for any processor, one lane at a time.
#pragma once

#include "recursion/engine/data.h"

namespace kinemate {

EnginePasses make_plain_passes();

}  // namespace kinemate
