#include "model/tree.h"

#include <algorithm>
#include <cstdint>
#include <queue>
#include <tuple>

#include "model/joints/joint.h"

namespace kinemate {
namespace {

struct Arm {
  std::size_t joint, body;  // and where it leads
  bool reversed;
};

// Joints as ways between bodies.
struct Ways {
  std::vector<std::vector<Arm>> out;  // for each body
  bool any_one_way = false;
};

Ways make_ways(const Model& model) {
  Ways ways;
  ways.out.resize(model.bodies.size());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const std::size_t from = body_of(model, joint.from), to = body_of(model, joint.to);
    ways.out[from].push_back({j, to, false});
    if (!joint.from.world_axes) ways.out[to].push_back({j, from, true});
    ways.any_one_way = ways.any_one_way || joint.from.world_axes;
  }
  return ways;
}

// What can be reached from a body, nearest first, and how far it is in all.
struct ReachedBodies {
  std::vector<std::size_t> bodies;
  std::size_t distance = 0;  // summed over the bodies
};

ReachedBodies reach_from(const Ways& ways, std::size_t start) {
  std::vector<std::size_t> distance(ways.out.size(), kNone);
  ReachedBodies reach{{start}};
  distance[start] = 0;
  for (std::size_t next = 0; next < reach.bodies.size(); ++next) {
    const std::size_t body = reach.bodies[next];
    reach.distance += distance[body];
    for (const Arm& arm : ways.out[body]) {
      if (distance[arm.body] != kNone) continue;
      distance[arm.body] = distance[body] + 1;
      reach.bodies.push_back(arm.body);
    }
  }
  return reach;
}

constexpr std::size_t kMostCompared = 100;  // bodies that could carry a part

// The body that carries a part: one that reaches most of it, has most joints and is in its middle.
std::size_t find_carrier(const Ways& ways, const std::vector<std::size_t>& part) {
  std::vector<std::size_t> bodies = part;
  std::stable_sort(bodies.begin(), bodies.end(),
                   [&](std::size_t a, std::size_t b) { return ways.out[a].size() > ways.out[b].size(); });
  if (bodies.size() > kMostCompared && !ways.any_one_way) bodies.resize(kMostCompared);
  auto key = [&](std::size_t body) {
    const ReachedBodies reach = reach_from(ways, body);
    return std::tuple(~reach.bodies.size(), ~ways.out[body].size(), reach.distance, body);
  };
  auto best = key(bodies[0]);
  for (std::size_t body : bodies) best = std::min(best, key(body));
  return std::get<3>(best);
}

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

constexpr int kRounds = 16;  // so far around it a body is looked at

// Bodies coloured by what the graph looks like around them: names, order and direction of joints do not matter
// (colour refinement after Weisfeiler and Leman).
std::vector<std::uint64_t> find_colours(const Model& model, const Ways& ways,
                                        const std::vector<std::size_t>& freedoms) {
  std::vector<std::uint64_t> colours(model.bodies.size(), 1);
  colours[kWorld] = 2;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::uint64_t> next = colours;
    for (std::size_t body = 0; body < colours.size(); ++body) {
      for (const Arm& arm : ways.out[body]) {
        const auto type = static_cast<std::uint64_t>(model.joints[arm.joint].type);
        const std::uint64_t seen = mix(colours[arm.body] + mix(type * 8 + freedoms[arm.joint]));
        next[body] += seen;  // a sum does not depend on the order
      }
    }
    for (std::uint64_t& colour : next) colour = mix(colour);
    colours = std::move(next);
  }
  return colours;
}

int hint_class(const Joint& joint) { return !joint.cut ? 1 : *joint.cut ? 2 : 0; }

// What is sorted by: hints first, then nearness.
struct Candidate {
  std::tuple<int, std::size_t, std::size_t, std::uint64_t, std::uint64_t, int, std::size_t> key;
  std::size_t parent;
  Arm arm;

  bool operator<(const Candidate& other) const { return key > other.key; }  // the smallest on top
};

// Parents of all bodies, by Prim's algorithm.
std::vector<TreeJoint> choose_joints(const Model& model, const Ways& ways) {
  std::vector<std::size_t> freedoms;
  for (const Joint& joint : model.joints) freedoms.push_back(joint_speeds(model, joint).size());
  const bool any_loop = model.joints.size() + 1 > model.bodies.size();
  const std::vector<std::uint64_t> colours =
      any_loop ? find_colours(model, ways, freedoms) : std::vector<std::uint64_t>(model.bodies.size(), 0);
  std::vector<TreeJoint> chosen(model.bodies.size(), {kNone, kNone, kNone});
  std::vector<std::size_t> depth(model.bodies.size(), kNone);
  std::priority_queue<Candidate> candidates;
  auto reach = [&](std::size_t body, std::size_t at) {
    depth[body] = at;
    for (const Arm& arm : ways.out[body]) {
      if (depth[arm.body] != kNone) continue;
      const Joint& joint = model.joints[arm.joint];
      candidates.push({{hint_class(joint), at + 1, freedoms[arm.joint], colours[body], colours[arm.body],
                        static_cast<int>(joint.type), arm.joint},
                       body,
                       arm});
    }
  };
  reach(kWorld, 0);
  while (!candidates.empty()) {
    const Candidate next = candidates.top();
    candidates.pop();
    if (depth[next.arm.body] != kNone) continue;
    chosen[next.arm.body] = {next.arm.joint, next.parent, next.arm.body, next.arm.reversed};
    reach(next.arm.body, depth[next.parent] + 1);
  }
  return chosen;
}

}  // namespace

Tree make_tree(const Model& model) {
  const Ways ways = make_ways(model);
  const std::vector<TreeJoint> chosen = choose_joints(model, ways);
  Tree tree;
  tree.joint_of.assign(model.bodies.size(), kNone);
  tree.depth.assign(model.bodies.size(), kNone);
  tree.depth[kWorld] = 0;
  std::vector<bool> used(model.joints.size(), false);
  // level by level, the children of a body in the order of the model
  std::vector<std::size_t> front = {kWorld};
  for (std::size_t next = 0; next < front.size(); ++next) {
    const std::size_t parent = front[next];
    for (const Arm& arm : ways.out[parent]) {
      const TreeJoint& joint = chosen[arm.body];
      if (joint.joint != arm.joint || joint.parent != parent) continue;
      used[arm.joint] = true;
      tree.joint_of[arm.body] = tree.joints.size();
      tree.depth[arm.body] = tree.depth[parent] + 1;
      tree.joints.push_back(joint);
      front.push_back(arm.body);
    }
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (used[j]) continue;
    const Joint& joint = model.joints[j];
    const bool reached = tree.reaches(body_of(model, joint.from)) && tree.reaches(body_of(model, joint.to));
    (reached ? tree.secondary : tree.detached).push_back(j);
  }
  for (std::size_t body = 1; body < model.bodies.size(); ++body)
    if (!tree.reaches(body)) tree.unreached.push_back(body);
  return tree;
}

std::vector<std::size_t> bodies_between(const Tree& tree, std::size_t a, std::size_t b) {
  std::vector<std::size_t> to_a, to_b;
  while (a != b) {
    std::size_t& deeper = tree.depth[a] >= tree.depth[b] ? a : b;
    (&deeper == &a ? to_a : to_b).push_back(deeper);
    deeper = tree.joints[tree.joint_of[deeper]].parent;
  }
  std::vector<std::size_t> bodies = {a};
  bodies.insert(bodies.end(), to_a.rbegin(), to_a.rend());
  bodies.insert(bodies.end(), to_b.begin(), to_b.end());
  return bodies;
}

std::vector<std::size_t> bodies_around(const Model& model, const Tree& tree, std::size_t joint) {
  return bodies_between(tree, body_of(model, model.joints[joint].from), body_of(model, model.joints[joint].to));
}

std::vector<std::vector<std::size_t>> find_branches(const Tree& tree) {
  std::vector<std::size_t> children(tree.joint_of.size(), 0);
  for (const TreeJoint& joint : tree.joints) ++children[joint.parent];
  std::vector<std::vector<std::size_t>> branches;
  std::vector<std::size_t> branch_of(tree.joint_of.size(), kNone);
  for (const TreeJoint& joint : tree.joints) {
    const bool starts = joint.parent == kWorld || children[joint.parent] > 1;
    if (starts) branches.emplace_back();
    branch_of[joint.child] = starts ? branches.size() - 1 : branch_of[joint.parent];
    branches[branch_of[joint.child]].push_back(joint.child);
  }
  return branches;
}

std::vector<std::vector<std::size_t>> find_loose_parts(const Model& model, const Tree& tree) {
  const Ways ways = make_ways(model);
  std::vector<std::vector<std::size_t>> parts;
  std::vector<bool> placed(model.bodies.size(), false);
  for (std::size_t body : tree.unreached) {
    if (placed[body]) continue;
    std::vector<std::size_t> near = reach_from(ways, body).bodies;
    if (ways.any_one_way)  // what leads here belongs to it, too
      for (std::size_t other : tree.unreached)
        if (const auto there = reach_from(ways, other).bodies;
            std::find(there.begin(), there.end(), body) != there.end())
          near.push_back(other);
    const std::size_t carrier = find_carrier(ways, near);
    std::vector<std::size_t> part = reach_from(ways, carrier).bodies;
    std::erase_if(part, [&](std::size_t other) { return placed[other] || tree.reaches(other); });
    for (std::size_t other : part) placed[other] = true;
    std::sort(part.begin() + 1, part.end());
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace kinemate
