#include "study/model_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/graph.h"
#include "expr/text/print.h"
#include "formalism/methods/joint_loads.h"

namespace kinemate {
namespace {

Vector vector_of(const PointMotion& motion, Output::Quantity quantity) {
  switch (quantity) {
    case Output::Quantity::kPosition: return motion.position;
    case Output::Quantity::kVelocity: return motion.velocity;
    case Output::Quantity::kAcceleration: return motion.acceleration;
    case Output::Quantity::kAngularVelocity: return motion.angular_velocity;
    case Output::Quantity::kAngularAcceleration: return motion.angular_acceleration;
    case Output::Quantity::kFormula: break;
  }
  return {};
}

Vector compute_vector(const Model& model, const Kinematics& kinematics, const Output& output) {
  const Vector point = pose_on_body(model, output.point).position;
  const PointMotion motion = compute_point_motion(model, kinematics, body_of(model, output.point), point);
  const Pose<Expr> axes = inertial_pose(model, kinematics, output.axes.value_or(Attachment{}));
  return vector_of(in_axes(motion, axes.rotation), output.quantity);
}

}  // namespace

OutputFormulas make_model_outputs(const ProgramSource& machine) {
  OutputFormulas made{{"y", "outputs of the machine", {}}, {}};
  for (const Output& output : machine.model.outputs) {
    if (output.quantity == Output::Quantity::kFormula) {
      made.array.entries.push_back({output.name, to_text(output.formula)});
      made.formulas.push_back(substitute(output.formula, machine.kinematics.resolution));
      continue;
    }
    const Vector vector = compute_vector(machine.model, machine.kinematics, output);
    const std::string quantity(kQuantityNames[static_cast<std::size_t>(output.quantity)]);
    const char* const component[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i) {
      made.array.entries.push_back({fmt::format("{}_{}", output.name, component[i]), quantity});
      made.formulas.push_back(vector[i]);
    }
  }
  made.formulas = put_in_positions(machine, made.formulas);
  return made;
}

bool hold_accelerations(const ProgramSource& machine, std::span<const Expr> formulas) {
  const std::vector<Expr> symbols = free_symbols(formulas);
  for (Expr rate : accelerations_of(machine.kinematics.speeds))
    if (std::find(symbols.begin(), symbols.end(), rate) != symbols.end()) return true;
  return false;
}

}  // namespace kinemate
