#include "bench/forward/tree_model.h"

#include <fmt/format.h>

#include "model/joints/joint.h"

namespace kinemate {
namespace {

Expr number(double value) { return Expr(Rational::from_double(value)); }
Vector vector_of(const Triple& v) { return {number(v[0]), number(v[1]), number(v[2])}; }

void add_coordinate(Model& model, Joint& joint, std::string name) {
  joint.coordinates.push_back(model.coordinates.size());
  model.coordinates.push_back({std::move(name), std::nullopt});
}

Joint make_joint(Model& model, const TreeBody& body, std::size_t index) {
  Joint joint;
  joint.name = fmt::format("j{}", index);
  joint.from.body = static_cast<std::size_t>(body.parent + 1);
  joint.to.body = index + 1;
  if (body.joint == TreeJointKind::kFree) {
    joint.type = JointType::kFree;
    joint.euler_parameters = true;
    for (const char* name : {"x", "y", "z", "p0_", "p1_", "p2_", "p3_"})
      add_coordinate(model, joint, fmt::format("{}{}", name, index));
    return joint;
  }
  joint.type = body.joint == TreeJointKind::kRevolute ? JointType::kRevolute : JointType::kPrismatic;
  joint.axes = {vector_of(body.axis)};
  joint.from.position = vector_of(body.position);
  const auto& r = body.rotation;
  const Matrix rotation{{vector_of({r[0], r[1], r[2]}), vector_of({r[3], r[4], r[5]}), vector_of({r[6], r[7], r[8]})}};
  if (!(rotation == Matrix::identity())) joint.from.rotation.matrix = rotation;
  add_coordinate(model, joint, fmt::format("q{}", index));
  return joint;
}

}  // namespace

Model make_model(const TreeMachine& tree) {
  Model model;
  model.name = tree.name;
  model.gravity = vector_of(tree.gravity);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const TreeBody& body = tree.bodies[i];
    const auto& t = body.inertia;
    model.bodies.push_back({fmt::format("b{}", i),
                            number(body.mass),
                            vector_of(body.center),
                            {number(t[0]), number(t[1]), number(t[2]), number(t[3]), number(t[4]), number(t[5])}});
    model.joints.push_back(make_joint(model, body, i));
    LoadElement load;
    load.name = fmt::format("l{}", i);
    load.type = LoadType::kJoint;
    load.joint = i;
    for (std::size_t k = 0; k < speed_count(body.joint); ++k) {
      model.inputs.push_back({fmt::format("u{}_{}", i, k), "", ""});
      load.efforts.push_back(make_symbol(model.inputs.back().name));
    }
    model.loads.push_back(load);
  }
  return model;
}

}  // namespace kinemate
