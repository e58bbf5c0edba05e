#include "model/topology/tree_groups.h"

#include <algorithm>
#include <numeric>

#include "model/model.h"

namespace kinemate {
namespace {

// The group of each member, by one of its members.
class Groups {
 public:
  explicit Groups(std::size_t size) : of_(size) { std::iota(of_.begin(), of_.end(), std::size_t{0}); }

  std::size_t find(std::size_t member) {
    while (of_[member] != member) member = of_[member] = of_[of_[member]];
    return member;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    if (a != b) of_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> of_;
};

}  // namespace

std::vector<TreeGroup> group_tree(const std::vector<std::size_t>& parents, std::vector<std::vector<std::size_t>> sets) {
  std::vector<std::size_t> depth(parents.size(), 0);
  for (std::size_t i = 0; i < parents.size(); ++i) depth[i] = parents[i] == kNone ? 0 : depth[parents[i]] + 1;
  const auto meet = [&](std::size_t a, std::size_t b) {
    while (a != b) {
      if (a == kNone || b == kNone) return kNone;
      (depth[a] >= depth[b] ? a : b) = parents[depth[a] >= depth[b] ? a : b];
    }
    return a;
  };
  Groups groups(parents.size());
  for (const std::vector<std::size_t>& set : sets)
    for (std::size_t member : set) groups.join(set.front(), member);
  std::vector<TreeGroup> made;
  for (bool closed = false; !closed;) {
    closed = true;
    made.clear();
    std::vector<std::size_t> place(parents.size(), kNone);
    for (std::size_t i = 0; i < parents.size(); ++i) {
      std::size_t& at = place[groups.find(i)];
      if (at == kNone) {
        at = made.size();
        made.push_back({parents[i], {}});
      }
      made[at].carrier = meet(made[at].carrier, parents[i]);
      made[at].members.push_back(i);
    }
    for (const TreeGroup& group : made)
      for (std::size_t member : group.members)
        for (std::size_t on = parents[member]; on != group.carrier; on = parents[on])
          if (groups.find(on) != groups.find(member)) groups.join(on, member), closed = false;
  }
  return made;
}

}  // namespace kinemate
