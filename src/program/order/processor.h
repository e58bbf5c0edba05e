// A rough picture of today's processors, for choosing among orders of the same operations.
#pragma once

#include "program/program.h"

namespace kinemate {

inline constexpr std::size_t kUsableRegisters = 15, kReorderWindow = 190;  // operations
inline constexpr double kTurn = 1 / 3.3, kStore = 0.3, kFromMemory = 6;    // cycles

/// Cycles until the result of an operation is there.
inline double latency(Code code) {
  switch (code) {
    case Code::kDivide: return 13;
    case Code::kSquareRoot: return 20;
    case Code::kPower:
    case Code::kCall:
    case Code::kSine:
    case Code::kCosine: return 40;
    default: return 3.5;
  }
}

}  // namespace kinemate
