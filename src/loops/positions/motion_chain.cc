#include "loops/positions/motion_chain.h"

#include <algorithm>

namespace kinemate {

bool is_known(const ElementaryMotion& motion, const std::unordered_set<Expr>& known) {
  return std::all_of(motion.coordinates.begin(), motion.coordinates.end(), [&](Expr q) { return known.contains(q); });
}

MotionChain make_motion_chain(std::span<const ElementaryMotion> loop, const std::unordered_set<Expr>& known) {
  MotionChain chain;
  std::vector<SteadyPose> parts;
  for (const ElementaryMotion& motion : loop) {
    if (is_known(motion, known)) {
      parts.push_back(motion.pose);
    } else {
      chain.push_back({{}, std::move(parts), motion});
      parts.clear();
    }
  }
  if (chain.empty()) return chain;
  chain[0].parts.insert(chain[0].parts.begin(), parts.begin(), parts.end());
  for (ChainLink& link : chain)
    for (const SteadyPose& part : link.parts) link.before = compose(link.before, part);
  return chain;
}

}  // namespace kinemate
