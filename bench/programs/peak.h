// What a core can do at best: multiply-adds of independent numbers in vector registers.
#pragma once

#include <cstddef>

namespace kinemate {

/// Does `rounds` times kMultiplyAdds multiply-adds; returns a number that depends on all of them.
double multiply_and_add(std::size_t rounds);

inline constexpr std::size_t kMultiplyAdds = 12 * 4;  ///< 12 registers of 4 numbers

}  // namespace kinemate
