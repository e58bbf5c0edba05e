#include "loops/positions/loop_paths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace kinemate {

LoopPath make_tree_loop(const Model& model, const Tree& tree, std::size_t secondary) {
  std::size_t up = body_of(model, model.joints[secondary].to), down = body_of(model, model.joints[secondary].from);
  LoopPath path = {{secondary, false}}, back;
  while (up != down) {
    const bool climbs = tree.depth[up] >= tree.depth[down];
    const TreeJoint& joint = tree.joints[tree.joint_of[climbs ? up : down]];
    if (climbs) {
      path.push_back({joint.joint, !joint.reversed});
    } else {
      back.push_back({joint.joint, joint.reversed});
    }
    (climbs ? up : down) = joint.parent;
  }
  path.insert(path.end(), back.rbegin(), back.rend());
  return path;
}

LoopPath find_cheapest_loop(const Model& model, const Tree& tree, std::size_t joint,
                            const std::vector<double>& prices) {
  std::vector<std::size_t> joints = tree.secondary;
  for (const TreeJoint& tree_joint : tree.joints) joints.push_back(tree_joint.joint);
  std::sort(joints.begin(), joints.end());
  std::vector<std::vector<LoopStep>> ways(model.bodies.size());
  for (std::size_t j : joints) {
    if (j == joint || std::isinf(prices[j])) continue;
    ways[body_of(model, model.joints[j].from)].push_back({j, false});
    ways[body_of(model, model.joints[j].to)].push_back({j, true});
  }
  const std::size_t start = body_of(model, model.joints[joint].to), goal = body_of(model, model.joints[joint].from);
  const auto end_of = [&](const LoopStep& step) {
    return body_of(model, step.reversed ? model.joints[step.joint].from : model.joints[step.joint].to);
  };
  std::vector<double> price(model.bodies.size(), std::numeric_limits<double>::infinity());
  std::vector<LoopStep> arrived(model.bodies.size(), {kNone});
  std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>, std::greater<>> open;
  open.push({price[start] = 0, start});
  while (!open.empty()) {
    const auto [so_far, body] = open.top();
    open.pop();
    if (body == goal) break;
    if (so_far > price[body]) continue;
    for (const LoopStep& step : ways[body]) {
      const std::size_t next = end_of(step);
      if (!(so_far + prices[step.joint] < price[next])) continue;
      arrived[next] = step;
      open.push({price[next] = so_far + prices[step.joint], next});
    }
  }
  if (std::isinf(price[goal])) return {};
  LoopPath path;
  for (std::size_t body = goal; body != start;) {
    path.push_back(arrived[body]);
    const Joint& crossed = model.joints[arrived[body].joint];
    body = body_of(model, arrived[body].reversed ? crossed.to : crossed.from);
  }
  path.push_back({joint, false});
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace kinemate
