#include "program/passes/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace kinemate {
namespace {

ItemList list_of(const std::vector<int>& terms) {  // -3: minus number 2, since 0 has no sign
  ItemList list;
  for (int term : terms)
    list.push_back({static_cast<std::uint32_t>(std::abs(term) - 1), term < 0, static_cast<std::uint32_t>(list.size())});
  std::stable_sort(list.begin(), list.end(), [](const Item& a, const Item& b) { return a.id < b.id; });
  return list;
}

// How often each of the first ids is in an item, with its sign; pairs are taken apart.
std::map<std::uint32_t, int> expand(const Paired& paired, std::uint32_t first_pair, const ItemList& list) {
  std::map<std::uint32_t, int> total;
  std::vector<Item> open(list.begin(), list.end());
  while (!open.empty()) {
    const Item item = open.back();
    open.pop_back();
    if (item.id < first_pair) {
      total[item.id] += item.negative ? -1 : 1;
      continue;
    }
    EXPECT_LT(item.id - first_pair, paired.pairs.size());
    const Pair& pair = paired.pairs.at(item.id - first_pair);
    EXPECT_LT(std::max(pair.first, pair.second), item.id);
    open.push_back({pair.first, item.negative, 0});
    open.push_back({pair.second, item.negative != pair.opposite, 0});
  }
  return total;
}

// Pairs and lists together are what the lists were; gives the operations that are left.
std::size_t check(const std::vector<ItemList>& lists, std::uint32_t first_pair) {
  const Paired paired = find_pairs(lists, first_pair);
  std::size_t operations = paired.pairs.size();
  EXPECT_EQ(paired.lists.size(), lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    EXPECT_EQ(expand(paired, first_pair, paired.lists[i]), expand({}, first_pair, lists[i])) << i;
    EXPECT_TRUE(std::is_sorted(paired.lists[i].begin(), paired.lists[i].end(),
                               [](const Item& a, const Item& b) { return a.place < b.place; }));
    operations += std::max<std::size_t>(paired.lists[i].size(), 1) - 1;
  }
  return operations;
}

TEST(Pairs, AreSharedByLists) {
  EXPECT_EQ(check({list_of({1, 2, 3}), list_of({1, 3, 4})}, 4), 3u);
  EXPECT_EQ(check({list_of({1, 2, 3}), list_of({4, 5, 6})}, 6), 4u);               // nothing in common
  EXPECT_EQ(check({list_of({1, -3, 2}), list_of({3, -1, 4})}, 4), 3u);             // up to a sign
  EXPECT_EQ(check({list_of({1, 3, 2}), list_of({3, -1, 4})}, 4), 4u);              // 1 + 3 is not 3 - 1
  EXPECT_EQ(check({list_of({1, 1, 1, 1})}, 1), 2u);                                // twice in one list
  EXPECT_EQ(check({list_of({1, 2, 1, 2}), list_of({3, 1})}, 3), 3u);               // the same
  EXPECT_EQ(check({list_of({1, 2, 3, 4}), list_of({4, 2, 3, 1, 5})}, 5), 3u + 1);  // pairs of pairs
  EXPECT_EQ(check({}, 3), 0u);
}

TEST(Pairs, MostFrequentFirst) {
  const std::vector<ItemList> lists = {list_of({1, 2, 3}), list_of({2, 3, 4}), list_of({2, 3, 5}), list_of({1, 2, 6})};
  const Paired paired = find_pairs(lists, 6);
  ASSERT_EQ(paired.pairs.size(), 1u);
  EXPECT_EQ(paired.pairs[0].first, 1u);
  EXPECT_EQ(paired.pairs[0].second, 2u);
  EXPECT_EQ(paired.lists[0].size(), 2u);
  EXPECT_EQ(paired.lists[3].size(), 3u);
}

TEST(Pairs, StandWhereTheFirstStood) {
  const Paired paired = find_pairs({list_of({5, 3, 4, 1}), list_of({1, 3})}, 5);
  ASSERT_EQ(paired.lists[0].size(), 3u);
  EXPECT_EQ(paired.lists[0][0].id, 4u);
  EXPECT_EQ(paired.lists[0][1].id, 5u);  // the pair
  EXPECT_EQ(paired.lists[0][2].id, 3u);
}

TEST(Pairs, RandomListsStayWhatTheyAre) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<int> signs(30);
    std::vector<ItemList> lists;
    std::size_t before = 0;
    for (std::size_t i = 0; i < 2 + seed % 20; ++i) {
      for (int& sign : signs) sign = random() % 3 == 0 ? -1 : 1;
      std::vector<int> terms(2 + random() % (seed % 10 == 0 ? 200 : 12));  // some are long
      for (int& term : terms) {
        term = static_cast<int>(1 + random() % 30);
        term *= signs[static_cast<std::size_t>(term - 1)];
      }
      before += terms.size() - 1;
      lists.push_back(list_of(terms));
    }
    EXPECT_LE(check(lists, 30), before) << seed;
  }
}

TEST(Pairs, LongListsShareNeighbours) {
  std::vector<int> terms(2000);
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = static_cast<int>(i + 1);
  EXPECT_LT(check({list_of(terms), list_of(terms)}, 2000), 2100u);
}

}  // namespace
}  // namespace kinemate
