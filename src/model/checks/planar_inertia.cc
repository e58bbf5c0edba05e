#include "model/checks/planar_inertia.h"

#include <cmath>
#include <random>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "model/formulas.h"
#include "model/kinematics.h"

namespace kinemate {
namespace {

constexpr int kStates = 3;
constexpr double kParallel = 1e-9;  // of an angular velocity of some rad/s

// The axis of the only entry of the tensor, which has a number.
std::optional<std::size_t> only_moment(const Symmetric3<Expr>& tensor, const Substitution& parameters) {
  if (!tensor.xy.is_zero() || !tensor.xz.is_zero() || !tensor.yz.is_zero()) return std::nullopt;
  const Expr moments[] = {tensor.xx, tensor.yy, tensor.zz};
  std::optional<std::size_t> axis;
  for (std::size_t i = 0; i < 3; ++i) {
    if (moments[i].is_zero()) continue;
    if (axis || !free_symbols(substitute(moments[i], parameters)).empty()) return std::nullopt;
    axis = i;
  }
  return axis;
}

// A number for all that moves, of its size; for parameters those that they have.
Values random_state(const Substitution& parameters, std::span<const Expr> symbols, std::mt19937_64& random) {
  Values values;
  for (Expr symbol : symbols) {
    const auto known = parameters.symbols.find(symbol);
    const double number = 0.1 + static_cast<double>(random() >> 11) * 0x1p-53;
    values.emplace(symbol, known == parameters.symbols.end() ? number : evaluate(known->second, {}));
  }
  return values;
}

// In axes of the body, three for each.
std::vector<Expr> angular_velocities(const Model& model, std::span<const std::size_t> bodies) {
  const Kinematics kinematics = compute_kinematics(model);
  std::vector<Expr> components;
  for (std::size_t b : bodies) {
    const BodyMotion& motion = kinematics.bodies[b];
    const Vector omega = transposed_times(motion.pose.rotation, motion.twist.angular);
    components.insert(components.end(), {omega.x, omega.y, omega.z});
  }
  return components;
}

}  // namespace

std::vector<std::optional<std::size_t>> find_only_axes(const Model& model) {
  std::vector<std::optional<std::size_t>> axes(model.bodies.size());
  std::vector<std::size_t> bodies;
  try {
    const Substitution parameters{parameter_values(model), {}};
    for (std::size_t b = 1; b < axes.size(); ++b) {
      axes[b] = only_moment(model.bodies[b].inertia, parameters);
      if (axes[b]) bodies.push_back(b);
    }
    if (bodies.empty()) return axes;
    const std::vector<Expr> components = angular_velocities(model, bodies);
    std::mt19937_64 random(1);
    for (int k = 0; k < kStates; ++k) {
      const std::vector<double> numbers =
          evaluate(components, random_state(parameters, free_symbols(components), random));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::optional<std::size_t>& axis = axes[bodies[i / 3]];
        if (axis && i % 3 != *axis && !(std::abs(numbers[i]) < kParallel)) axis.reset();
      }
    }
  } catch (const Error&) {  // open parameters, functions without a formula, other mistakes: it is not known
    axes.assign(axes.size(), std::nullopt);
  }
  return axes;
}

}  // namespace kinemate
