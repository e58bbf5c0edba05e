// What of a tree belongs together: sets of its members, each closed to a part that hangs on one member outside it.
#pragma once

#include <cstddef>
#include <vector>

namespace kinemate {

struct TreeGroup {
  std::size_t carrier;               ///< on which all members hang, directly or on one another; kNone: on the root
  std::vector<std::size_t> members;  ///< parents before those that hang on them

  friend bool operator==(const TreeGroup&, const TreeGroup&) = default;
};

/// `parents` come before those that hang on them; kNone is the root. Members of a set, and those on the ways between
/// them and what carries all of them, become one group; groups that have members in common become one. Who is in no set
/// is a group of his own. In the order of their first members.
std::vector<TreeGroup> group_tree(const std::vector<std::size_t>& parents, std::vector<std::vector<std::size_t>> sets);

}  // namespace kinemate
