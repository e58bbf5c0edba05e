// Finds repeated structure in straight-line code: pieces that are the same operations on other data, one after the
// other, as chains of equal links or rows of equal legs make them. program/order/loops.h makes a loop of each.
//
// A window is such a piece. An operand of a window's operation is internal: an operation of the same window, at the
// same relative place in all windows; or external in all windows: read through a port, which stands for another value
// in each window. A result that is used outside its window, or is a result of the program, is a port that is written.
//
// What a repeat is worth, in operations of straight code that need not be there:
//   saving = period*(count - 1) - 0.75*ports*count
// as the body stands there once and a port has 4 bytes of table in each iteration, where an operation has about 6 of
// code. A repeat has count ≥ 3, ports ≤ 3/4 period and saving ≥ 1000. Of repeats that overlap, such as nested ones,
// those are taken that together save most. This weighs the size of code, and so the time to compile it; it does not
// promise that the loop runs faster than straight code that the second-level cache holds.
#pragma once

#include "program/program.h"

namespace kinemate {

/// `count` windows of `period` operations each, one after the other from position `first` of an order.
struct Repeat {
  std::size_t first = 0, period = 0, count = 0;

  friend bool operator==(const Repeat&, const Repeat&) = default;
};

/// Windows whose operations are the same, code by code (and function, and number of operands), in an order of
/// operations of a program: sorted, not overlapping; only those worth a loop.
/// REQUIRES: `order` lists operations, operands before users; what it does not list is known before all of it runs, or
/// is computed after.
std::vector<Repeat> find_repeats(const Program& program, std::span<const Value> order);

/// An operation at its place in an order, so that it can be compared with others.
struct Placed {
  std::uint32_t kind = 0;                      ///< code, function and number of operands in one number
  std::array<Value, 3> operands = {};          ///< those of a commutative operation: the one made last comes first
  std::array<std::uint32_t, 3> distance = {};  ///< places back to each operand; kAfar of one that is not in the order

  static constexpr std::uint32_t kAfar = ~std::uint32_t{0};

  std::size_t count() const { return kind & 0xff; }
};

/// For each place of an order. Whatever the windows are, the internal operands of a commutative operation stand before
/// the external ones, and in the same order in all windows.
std::vector<Placed> place_operations(const Program& program, std::span<const Value> order);

}  // namespace kinemate
