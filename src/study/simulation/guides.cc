#include "study/simulation/guides.h"

#include <fmt/format.h>

namespace kinemate {
namespace {

constexpr const char* kNames[] = {"x", "y", "z"};

}  // namespace

std::vector<LoadState> make_guides(const ProgramSource& machine, std::optional<Expr> power) {
  std::vector<LoadState> guides;
  const auto add = [&](std::string name, Expr rate) {
    const Expr resolved = substitute(rate, machine.kinematics.resolution);
    guides.push_back({std::move(name), put_in_positions(machine, {&resolved, 1})[0]});
  };
  for (const TreeJoint& joint : machine.kinematics.tree.joints) {
    const auto& [pose, twist, bias] = machine.kinematics.bodies[joint.child];
    for (std::size_t axis : {0u, 1u}) {
      Vector arm;
      arm[axis] = Expr(1);
      const Vector velocity = twist.linear + cross(twist.angular, pose.rotation * arm);
      for (std::size_t i = 0; i < 3; ++i)
        add(fmt::format("{} of a point on the {} axis of {}", kNames[i], kNames[axis],
                        machine.model.bodies[joint.child].name),
            velocity[i]);
    }
  }
  if (guides.empty()) add("the time that has passed", Expr(1));
  if (power) add("work of loads and drives", *power);
  return guides;
}

std::vector<Expr> driven_rates(const ProgramSource& machine) {
  std::vector<Expr> rates = machine.rates.rates;
  for (const auto* states : {&machine.states, &machine.guides})
    for (const LoadState& state : *states) rates.push_back(state.rate);
  return rates;
}

}  // namespace kinemate
