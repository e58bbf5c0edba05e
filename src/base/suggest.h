// The nearest valid name to a misspelt one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kinemate {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment).
/// Upper and lower case of the same letter differ.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, upper and lower case regarded as equal; empty where none is near:
/// at most one change for up to four letters, two for up to eight, three beyond. The first of equally near ones. A rate
/// by a name that it has elsewhere (x_dot, dx_dt) is that with a prime, x', where it is a candidate.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace kinemate
