#include "model/topology/tree_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "model/model.h"

namespace kinemate {
namespace {

using Indices = std::vector<std::size_t>;
using TreeGroupList = std::vector<TreeGroup>;

//      0
//    /   \      and 7 on the root, 8 on 7
//   1     4
//  / \     \    .
// 2   3     5 - 6
const Indices kParents = {kNone, 0, 1, 1, 0, 4, 5, kNone, 7};

TEST(TreeGroups, WithoutSetsAllAreSingle) {
  const TreeGroupList groups = group_tree(kParents, {});
  ASSERT_EQ(groups.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(groups[i], (TreeGroup{kParents[i], {i}}));
  EXPECT_TRUE(group_tree({}, {}).empty());
  EXPECT_EQ(group_tree(kParents, {{3}, {3, 3}}), groups);
}

TEST(TreeGroups, ASetIsClosedToOneCarrier) {
  // siblings hang on one member already
  EXPECT_EQ(group_tree(kParents, {{3, 2}})[2], (TreeGroup{1, {2, 3}}));
  // over a fork: all between the fork and the members, not the fork
  const TreeGroupList over = group_tree(kParents, {{2, 6}});
  EXPECT_EQ(over, (TreeGroupList{{kNone, {0}}, {0, {1, 2, 4, 5, 6}}, {1, {3}}, {kNone, {7}}, {7, {8}}}));
  // one behind the other: the way between them is filled, and what carries the first carries all
  EXPECT_EQ(group_tree(kParents, {{4, 6}})[4], (TreeGroup{0, {4, 5, 6}}));
  // what hangs on the root apart is carried by the root
  EXPECT_EQ(group_tree(kParents, {{8, 3}}),
            (TreeGroupList{{kNone, {0, 1, 3, 7, 8}}, {1, {2}}, {0, {4}}, {4, {5}}, {5, {6}}}));
}

TEST(TreeGroups, OverlappingSetsBecomeOne) {
  EXPECT_EQ(group_tree(kParents, {{2, 3}, {3, 1}})[1], (TreeGroup{0, {1, 2, 3}}));
  // sets that have no member in common, but whose ways do
  EXPECT_EQ(group_tree(kParents, {{4, 6}, {5}})[4], (TreeGroup{0, {4, 5, 6}}));
  const Indices chain = {kNone, 0, 1, 2, 3, 4};
  EXPECT_EQ(group_tree(chain, {{1, 3}, {2, 4}}), (TreeGroupList{{kNone, {0}}, {0, {1, 2, 3, 4}}, {4, {5}}}));
  // a set inside of another
  EXPECT_EQ(group_tree(chain, {{1, 4}, {2, 3}}), group_tree(chain, {{1, 4}}));
  // one behind the other stay two
  EXPECT_EQ(group_tree(chain, {{1, 2}, {3, 4}}), (TreeGroupList{{kNone, {0}}, {0, {1, 2}}, {2, {3, 4}}, {4, {5}}}));
  // filling one way may take in another set, whose way is filled then
  EXPECT_EQ(group_tree(kParents, {{1, 4}, {4, 6}, {8, 7}})[1], (TreeGroup{0, {1, 4, 5, 6}}));
}

// Of random trees: every member once, groups connected behind one carrier, sets within groups; none without a set.
TEST(TreeGroups, RandomTreesAreParted) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Indices parents;
    const std::size_t n = 1 + random() % 14;
    for (std::size_t i = 0; i < n; ++i) parents.push_back(i == 0 || random() % 6 == 0 ? kNone : random() % i);
    std::vector<Indices> sets(random() % 4);
    for (Indices& set : sets)
      for (std::size_t k = 0; k <= random() % 3; ++k) set.push_back(random() % n);
    const TreeGroupList groups = group_tree(parents, sets);
    Indices group_of(n, kNone), firsts;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      firsts.push_back(groups[g].members.at(0));
      EXPECT_TRUE(std::is_sorted(groups[g].members.begin(), groups[g].members.end()));
      for (std::size_t member : groups[g].members) {
        EXPECT_EQ(group_of[member], kNone);
        group_of[member] = g;
      }
    }
    EXPECT_TRUE(std::is_sorted(firsts.begin(), firsts.end()));
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_NE(group_of[i], kNone);
      const TreeGroup& group = groups[group_of[i]];
      EXPECT_TRUE(parents[i] == group.carrier || group_of[parents[i]] == group_of[i]);
      const bool wanted =
          std::any_of(sets.begin(), sets.end(), [&](const Indices& set) { return group_of[set[0]] == group_of[i]; });
      EXPECT_TRUE(wanted || group.members.size() == 1);
    }
    for (const Indices& set : sets)
      for (std::size_t member : set) EXPECT_EQ(group_of[member], group_of[set[0]]);
    std::reverse(sets.begin(), sets.end());
    EXPECT_EQ(group_tree(parents, sets), groups);
  }
}

}  // namespace
}  // namespace kinemate
