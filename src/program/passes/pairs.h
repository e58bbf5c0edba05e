// Pairs of items that occur in several lists: what sums, and what products, have in common.
//
// The pair, up to a common sign, that occurs most often in all lists takes the place of both items, again and again, as
// long as one occurs twice. In long lists only neighbours are paired, so that the time stays near linear.
#pragma once

#include <cstdint>
#include <vector>

namespace kinemate {

/// A term or a factor.
struct Item {
  std::uint32_t id = 0;
  bool negative = false;
  std::uint32_t place = 0;  ///< in the order that is kept; a pair stands where the first of the two stood
};

using ItemList = std::vector<Item>;

struct Pair {
  std::uint32_t first = 0, second = 0;
  bool opposite = false;  ///< first - second
};

struct Paired {
  std::vector<ItemList> lists;  ///< in the order of places
  std::vector<Pair> pairs;      ///< pair i has the id first_pair + i; each of items and of pairs before it
};

/// REQUIRES: all ids are less than first_pair; lists are sorted by id; an id has one sign in a list.
Paired find_pairs(std::vector<ItemList> lists, std::uint32_t first_pair);

}  // namespace kinemate
