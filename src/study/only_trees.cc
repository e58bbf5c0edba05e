#include "study/only_trees.h"

#include <fmt/format.h>

#include "base/error.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostListedLoops = 10;

}  // namespace

void require_tree(const Model& model, const Kinematics& kinematics) {
  auto refuse = [](const char* one, const char* many, const char* element, std::vector<std::string> names) {
    if (names.empty()) return;
    const std::size_t count = names.size();
    if (count > kMostListedLoops) names.resize(kMostListedLoops), names.push_back("...");
    throw Error(ErrorCode::kOnlyTrees,
                fmt::format("this machine has {} ({}{} {})", count == 1 ? one : fmt::format("{} {}", count, many),
                            element, count == 1 ? "" : "s", fmt::join(names, ", ")),
                "this is for machines without closed loops and constraints; derive, evaluate, simulate and linearize "
                "are for all");
  };
  std::vector<std::string> joints, constraints;
  for (std::size_t joint : kinematics.tree.secondary) joints.push_back(model.joints[joint].name);
  for (const Constraint& constraint : model.constraints) constraints.push_back(constraint.name);
  refuse("a closed loop", "closed loops", "joint", joints);
  refuse("a constraint", "constraints", "constraint", constraints);
}

}  // namespace kinemate
