#include "formalism/links/loop_inertia.h"

#include <cmath>
#include <utility>

namespace kinemate {
namespace {

constexpr double kLargestShare = 10;  // of a link's mass that is moved

bool holds_a_point(const Joint& joint) {
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kUniversal:
    case JointType::kSpherical: return true;
    case JointType::kConstantVelocity: return !joint.double_cardan;
    default: return false;
  }
}

// Where a joint that closes a loop holds a link: kBase is the world.
struct PinEnd {
  std::size_t link = kBase;
  Vector point;  // in the link's frame
};

PinEnd end_of(const Model& model, const MachineLinks& machine, const Attachment& attachment) {
  const std::size_t body = body_of(model, attachment);
  const Vector point = pose_on_body(model, attachment).position;
  if (body == kWorld) return {};
  const std::size_t link = machine.link_of[body];
  return {link, machine.links[link].body_frame.at(point)};
}

RigidInertia<Expr> point_mass(Expr mass, const Vector& at) { return make_rigid_inertia(mass, at, Symmetric3<Expr>()); }

// The mass at the pin that the link gets simpler without; 0: none.
Expr mass_to_move(const MachineLink& link, const Vector& point) {
  if (!link.axial || link.speeds.empty()) return Expr(0);
  if (link.axial->angle.is_zero()) return link.inertia.mass;
  if (!link.axial->shift.is_zero()) return Expr(0);
  const Expr square = point.x * point.x + point.y * point.y;
  const Expr along = point.x * link.inertia.moment.x + point.y * link.inertia.moment.y;
  // formulas might be 0 for some values of parameters; and large masses with both signs would cost digits
  if (!square.is_number() || !along.is_number() || !link.inertia.mass.is_number() || square.is_zero()) return Expr(0);
  if (!(std::abs(along.real()) <= kLargestShare * link.inertia.mass.real() * square.real())) return Expr(0);
  return along / square;
}

}  // namespace

void move_mass_over_pins(const Model& model, const Tree& tree, MachineLinks& machine) {
  std::vector<bool> carries(machine.links.size());
  for (const MachineLink& link : machine.links)
    if (link.carrier != kBase) carries[link.carrier] = true;
  for (std::size_t secondary : tree.secondary) {
    const Joint& joint = model.joints[secondary];
    if (!holds_a_point(joint)) continue;
    PinEnd from = end_of(model, machine, joint.from), to = end_of(model, machine, joint.to);
    // from the later link, which is further out; one that carries others keeps their weight anyway
    if (from.link == kBase || (to.link != kBase && to.link > from.link)) std::swap(from, to);
    if (from.link != kBase && carries[from.link] && to.link != kBase && !carries[to.link]) std::swap(from, to);
    if (from.link == kBase || carries[from.link]) continue;
    MachineLink& giver = machine.links[from.link];
    const Expr mass = mass_to_move(giver, from.point);
    if (mass.is_zero()) continue;
    giver.inertia = giver.inertia + point_mass(-mass, from.point);
    if (to.link == kBase) continue;
    MachineLink& taker = machine.links[to.link];
    taker.inertia = taker.inertia + point_mass(mass, to.point);
  }
}

}  // namespace kinemate
