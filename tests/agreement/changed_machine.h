// The same machine described otherwise: every change leaves the motion as it is, or as the change itself says.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "expr/substitute.h"
#include "model/formulas.h"
#include "model/joints/joint.h"

namespace kinemate {

template <class F>
void for_each_attachment(Model& model, F change) {
  for (NamedFrame& frame : model.frames) change(frame.attachment);
  for (Joint& joint : model.joints) change(joint.from), change(joint.to);
  for (LoadElement& load : model.loads) {
    for (Attachment& point : load.points) change(point);
    if (load.axes) change(*load.axes);
  }
  for (Constraint& constraint : model.constraints) change(constraint.point), change(constraint.plane);
  for (Output& output : model.outputs) {
    change(output.point);
    if (output.axes) change(*output.axes);
  }
}

inline std::vector<std::size_t> shuffled(std::size_t first, std::size_t count, std::mt19937_64& random) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  for (std::size_t i = count; i > first + 1; --i) std::swap(order[i - 1], order[first + random() % (i - first)]);
  return order;
}

/// list[i] goes to place order[i]; what is at each place.
template <class T>
std::vector<T> placed(const std::vector<T>& list, const std::vector<std::size_t>& order) {
  std::vector<T> result(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) result[order[i]] = list[i];
  return result;
}

/// Bodies, joints, coordinates, loads, parameters and constraints in another order.
inline Model with_other_order(Model model, std::mt19937_64& random) {
  const std::vector<std::size_t> bodies = shuffled(1, model.bodies.size(), random),
                                 joints = shuffled(0, model.joints.size(), random);
  // those that are listed first, then joint by joint
  std::vector<std::size_t> coordinates(model.coordinates.size(), kNone);
  std::size_t next = 0;
  for (; next < model.listed_coordinates; ++next) coordinates[next] = next;
  for (const Joint& joint : placed(model.joints, joints))
    for (std::size_t coordinate : joint.coordinates)
      if (coordinates[coordinate] == kNone) coordinates[coordinate] = next++;
  auto move = [](std::size_t& index, const std::vector<std::size_t>& order) {
    if (index != kNone) index = order[index];
  };
  for_each_attachment(model, [&](Attachment& at) { move(at.body, bodies); });
  for (Subsystem& subsystem : model.subsystems)
    for (std::size_t& body : subsystem.bodies) move(body, bodies);
  for (Joint& joint : model.joints)
    for (std::size_t& coordinate : joint.coordinates) move(coordinate, coordinates);
  for (LoadElement& load : model.loads)
    move(load.joint, joints), move(load.reaction, joints), move(load.coordinate, coordinates);
  model.bodies = placed(model.bodies, bodies);
  model.joints = placed(model.joints, joints);
  model.coordinates = placed(model.coordinates, coordinates);
  model.loads = placed(model.loads, shuffled(0, model.loads.size(), random));
  model.parameters = placed(model.parameters, shuffled(0, model.parameters.size(), random));
  return model;
}

/// New names and what they were.
struct Renamed {
  Model model;
  std::map<std::string, std::string> names;  ///< of bodies and joints, new by old
  Substitution symbols;                      ///< new by old
};

inline Renamed with_other_names(Model model, std::mt19937_64& random) {
  Renamed result;
  std::size_t count = 0;
  auto fresh = [&] { return "n" + std::to_string(random() % 90000 + 10000) + "_" + std::to_string(++count); };
  auto rename_symbol = [&](std::string& name) {
    const std::string before = std::exchange(name, fresh());
    for (int primes = 0; primes < 3; ++primes)
      result.symbols.symbols[make_symbol(before, primes)] = make_symbol(name, primes);
  };
  auto rename = [&](std::string& name) {
    const std::string before = name;
    result.names[before] = name = fresh();
  };
  for (std::size_t b = 1; b < model.bodies.size(); ++b) rename(model.bodies[b].name);
  for (NamedFrame& frame : model.frames) rename(frame.name);
  for (Constraint& constraint : model.constraints) rename(constraint.name);
  for (Parameter& parameter : model.parameters) rename_symbol(parameter.name);
  for (Coordinate& coordinate : model.coordinates) rename_symbol(coordinate.name);
  for (Input& input : model.inputs)
    if (!input.of_load) rename_symbol(input.name);
  for (LoadElement& load : model.loads)
    for (LoadState& state : load.states) rename_symbol(state.name);
  for (Joint& joint : model.joints) {
    const std::vector<std::string> before = named_speeds(joint);
    rename(joint.name);
    for (std::string& speed : joint.speeds) speed = fresh();
    const std::vector<std::string> after = named_speeds(joint);
    for (std::size_t i = 0; i < before.size(); ++i)
      result.symbols.symbols[make_symbol(before[i])] = make_symbol(after[i]);
  }
  replace_formulas(model, [&](auto, auto, auto, Expr formula) { return substitute(formula, result.symbols); });
  for (InitialValue& initial : model.initial) initial.symbol = substitute(initial.symbol, result.symbols);
  for (Expr& speed : model.independent) speed = substitute(speed, result.symbols);
  model.cases.clear();
  result.model = std::move(model);
  return result;
}

/// A turn of rational entries.
inline Matrix some_turn(std::mt19937_64& random) {
  static const int kTurns[][9] = {
      {1, -2, 2, 2, -1, -2, 2, 2, 1}, {2, -1, 2, 2, 2, -1, -1, 2, 2}, {0, -3, 0, 3, 0, 0, 0, 0, 3}};
  const auto& turn = kTurns[random() % std::size(kTurns)];
  Matrix matrix;
  for (std::size_t i = 0; i < 9; ++i) matrix(i / 3, i % 3) = Expr(Rational(turn[i], 3));
  return matrix;
}

inline Vector some_shift(std::mt19937_64& random) {
  auto number = [&] { return Expr(Rational(static_cast<long>(random() % 19) - 9, 10)); };
  return {number(), number(), number()};
}

/// Every body with another frame.
inline Model with_other_frames(Model model, std::mt19937_64& random) {
  std::vector<Pose<Expr>> moved(model.bodies.size());
  for (std::size_t b = 1; b < model.bodies.size(); ++b) moved[b] = {some_turn(random), some_shift(random)};
  for_each_attachment(model, [&](Attachment& at) {
    if (at.frame != kNone || at.body == kWorld || at.body == kNone) return;
    const Pose<Expr> pose = relative({at.rotation.to_matrix(), at.position}, moved[at.body]);
    at.position = pose.position;
    if (!at.world_axes) at.rotation = {{}, pose.rotation};
  });
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    Body& body = model.bodies[b];
    body.center = transposed_times(moved[b].rotation, body.center - moved[b].position);
    body.inertia = rotate(body.inertia, transpose(moved[b].rotation));
  }
  return model;
}

/// Joints the other way round, where the type is its own other side.
inline Model with_reversed_joints(Model model) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    Joint& joint = model.joints[j];
    const bool two = joint.type == JointType::kUniversal;
    if (joint.from.world_axes || !(two || joint.type == JointType::kFixed || joint.type == JointType::kRevolute ||
                                   joint.type == JointType::kPrismatic || joint.type == JointType::kScrew ||
                                   joint.type == JointType::kCylindrical))
      continue;
    std::swap(joint.from, joint.to);
    for (Vector& axis : joint.axes) axis = -axis;
    if (!two) continue;
    std::swap(joint.axes[0], joint.axes[1]);
    std::swap(joint.coordinates[0], joint.coordinates[1]);
    for (LoadElement& load : model.loads)
      if (load.type == LoadType::kJoint && load.joint == j && load.efforts.size() == 2)
        std::swap(load.efforts[0], load.efforts[1]);
  }
  return model;
}

/// A third of each body's mass and inertia on a body of its own, welded to it.
inline Model with_split_bodies(Model model) {
  const std::size_t count = model.bodies.size();
  for (std::size_t b = 1; b < count; ++b) {
    Body part = model.bodies[b];
    auto keep = [&](Body& body, const Rational& share) {
      body.mass = Expr(share) * body.mass;
      for (Expr* entry :
           {&body.inertia.xx, &body.inertia.yy, &body.inertia.zz, &body.inertia.xy, &body.inertia.xz, &body.inertia.yz})
        *entry = Expr(share) * *entry;
    };
    keep(model.bodies[b], Rational(2, 3));
    keep(part, Rational(1, 3));
    part.name += "_part";
    Joint weld{part.name + "_weld"};
    weld.from.body = b;
    weld.to.body = model.bodies.size();
    model.bodies.push_back(part);
    model.joints.push_back(weld);
  }
  return model;
}

inline Vector mirrored(const Vector& v) { return {-v.x, v.y, v.z}; }
inline Matrix mirrored(const Matrix& m) {
  Matrix result = m;
  for (std::size_t i = 1; i < 3; ++i) result(0, i) = -m(0, i), result(i, 0) = -m(i, 0);
  return result;
}
inline void mirror(Rotation& rotation) {
  for (ElementaryRotation<Expr>& turn : rotation.sequence) turn.axis = -mirrored(turn.axis);
  if (rotation.matrix) rotation.matrix = mirrored(*rotation.matrix);
}

/// In the mirror x → −x; of joints that turn about axes given by themselves, without custom ones and constraints.
inline Model mirror_image(Model model) {
  for_each_attachment(model, [](Attachment& at) {
    at.position = mirrored(at.position);
    mirror(at.rotation);
  });
  for (Body& body : model.bodies) {
    body.center = mirrored(body.center);
    body.inertia.xy = -body.inertia.xy;
    body.inertia.xz = -body.inertia.xz;
  }
  for (Joint& joint : model.joints) {
    for (Vector& axis : joint.axes) axis = joint.type == JointType::kPrismatic ? mirrored(axis) : -mirrored(axis);
    joint.pitch = -joint.pitch;
    joint.position = mirrored(joint.position);
    mirror(joint.rotation);
  }
  for (LoadElement& load : model.loads)
    load.vector = load.type == LoadType::kTorque ? -mirrored(load.vector) : mirrored(load.vector);
  if (model.base) {
    model.base->position = mirrored(model.base->position);
    mirror(model.base->rotation);
  }
  model.gravity = mirrored(model.gravity);
  return model;
}

}  // namespace kinemate
