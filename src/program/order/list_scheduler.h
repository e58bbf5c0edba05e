// An order of operations in which none waits long for its operands: those come first on which most depends.
//
// List scheduling with the longest way to the end as priority (T. C. Hu 1961), within a window of an order that is
// given: what is far apart there stays so, or its values would need too many registers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "program/program.h"

namespace kinemate {

class ListScheduler {
 public:
  /// The operands of operation i, those that are operations before it; other numbers are made elsewhere, before all.
  ListScheduler(std::span<const std::array<std::uint32_t, 3>> operands, std::span<const Code> codes);

  /// Whatever has the longest way to the end of all that could start, among the next `ahead` operations of an order.
  std::vector<std::uint32_t> put_ahead(std::span<const std::uint32_t> order, std::size_t ahead);

 private:
  std::span<const std::uint32_t> users(std::size_t i) const;
  void open(std::uint32_t i);
  std::uint32_t choose();

  std::vector<Code> codes_;
  std::vector<std::uint32_t> first_user_, users_;
  std::vector<double> way_;  // cycles from the start of an operation to the end of all that needs it

  std::span<const std::uint32_t> given_;
  std::size_t ahead_ = 0, front_ = 0;  // the first that is not done
  double clock_ = 0;
  std::vector<std::uint32_t> place_, missing_;
  std::vector<double> ready_;
  template <class Entry>
  using SmallestFirst = std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>>;
  // by the way, the longest first; by when they are ready; beyond the window: all with their places in the order
  SmallestFirst<std::pair<double, std::uint32_t>> available_, waiting_;
  SmallestFirst<std::uint32_t> beyond_;
};

}  // namespace kinemate
