#include "model/model.h"

#include <algorithm>
#include <span>

namespace kinemate {
namespace {

template <class Elements>
std::size_t find_named(const Elements& elements, const std::string& name) {
  const auto found = std::find_if(elements.begin(), elements.end(), [&](const auto& e) { return e.name == name; });
  return found == elements.end() ? kNone : static_cast<std::size_t>(found - elements.begin());
}

}  // namespace

std::size_t body_of(const Model& model, const Attachment& attachment) {
  const Attachment* at = &attachment;
  while (at->frame != kNone) at = &model.frames[at->frame].attachment;
  return at->body;
}

Pose<Expr> pose_on_body(const Model& model, const Attachment& attachment) {
  Pose<Expr> pose{attachment.rotation.to_matrix(), attachment.position};
  for (const Attachment* at = &attachment; at->frame != kNone;) {
    at = &model.frames[at->frame].attachment;
    const Pose<Expr> outer{at->rotation.to_matrix(), at->position};
    pose = attachment.world_axes ? Pose<Expr>{pose.rotation, outer.at(pose.position)} : compose(outer, pose);
  }
  return pose;
}

RigidInertia<Expr> inertia_of(const Body& body) { return make_rigid_inertia(body.mass, body.center, body.inertia); }

std::span<const std::size_t> euler_coordinates(const Joint& joint) {
  const std::size_t count = !joint.euler_parameters ? 0 : joint.type == JointType::kConstantVelocity ? 3 : 4;
  return joint.coordinates.size() < count ? std::span<const std::size_t>() : std::span(joint.coordinates).last(count);
}

Expr initial_value(const Model& model, Expr symbol) {
  auto find_given = [&](Expr wanted) {
    return std::find_if(model.initial.begin(), model.initial.end(),
                        [&](const InitialValue& value) { return value.symbol == wanted; });
  };
  if (const auto given = find_given(symbol); given != model.initial.end()) return given->value;
  for (const Joint& joint : model.joints) {
    const auto parameters = euler_coordinates(joint);
    if (parameters.empty()) continue;
    auto p = [&](std::size_t i) { return make_symbol(model.coordinates[parameters[i]].name); };
    if (!(p(0) == symbol)) continue;
    bool any = false;
    for (std::size_t i = 0; i < parameters.size(); ++i) any = any || find_given(p(i)) != model.initial.end();
    return Expr(any ? 0 : 1);
  }
  return Expr(0);
}

std::size_t find_body(const Model& model, const std::string& name) { return find_named(model.bodies, name); }

std::size_t find_frame(const Model& model, const std::string& name) { return find_named(model.frames, name); }

std::size_t find_coordinate(const Model& model, const std::string& name) { return find_named(model.coordinates, name); }

Expr default_friction_speed() { return Expr(Rational(1, 1000)); }

std::string reaction_name(const LoadElement& load) { return "N_" + load.name; }

std::vector<std::string> event_parameters(const Model& model) {
  std::vector<std::string> names;
  for (const Event& event : model.events)
    for (const auto& [name, value] : event.set)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

namespace {

// For each coordinate how many joints use it.
std::vector<std::size_t> count_uses(const Model& model) {
  std::vector<std::size_t> uses(model.coordinates.size(), 0);
  for (const Joint& joint : model.joints)
    for (std::size_t index : joint.coordinates) ++uses[index];
  return uses;
}

}  // namespace

std::vector<std::size_t> further_coordinates(const Model& model) {
  const std::vector<std::size_t> uses = count_uses(model);
  std::vector<std::size_t> further;
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (uses[i] == 0) further.push_back(i);
  return further;
}

std::vector<std::size_t> shared_coordinates(const Model& model) {
  const std::vector<std::size_t> uses = count_uses(model);
  std::vector<std::size_t> shared;
  for (std::size_t i = 0; i < model.listed_coordinates; ++i)
    if (uses[i] != 1) shared.push_back(i);
  return shared;
}

}  // namespace kinemate
