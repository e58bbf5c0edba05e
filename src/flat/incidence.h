// Which unknown stands in which equation, and an equation for each unknown.
//
// The matching is a largest one: an unknown looks for an equation that is still free, else for one whose own unknown
// finds another (I. S. Duff, "On algorithms for obtaining a maximum transversal", ACM TOMS 7 (1981)).
#pragma once

#include <cstddef>
#include <vector>

#include "flat/flat_system.h"

namespace kinemate {

inline constexpr std::size_t kUnmatched = ~std::size_t{0};

struct Incidence {
  std::vector<std::vector<std::size_t>> unknowns_of;   ///< for each equation, ascending
  std::vector<std::vector<std::size_t>> equations_of;  ///< for each unknown, ascending
};

Incidence find_incidence(const FlatSystem& system);

/// From the unknowns of each equation.
Incidence make_incidence(std::vector<std::vector<std::size_t>> unknowns_of, std::size_t unknown_count);

struct Matching {
  std::vector<std::size_t> unknown_of;   ///< for each equation; kUnmatched where there is none
  std::vector<std::size_t> equation_of;  ///< for each unknown
};

Matching find_matching(const Incidence& incidence);

}  // namespace kinemate
