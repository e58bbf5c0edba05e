#include "model/joints/unit.h"

#include <algorithm>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "model/joints/joint.h"

namespace kinemate {
namespace {

bool is_wrapped(Expr e) { return e.kind() == Kind::kCall; }

// Not 0, and without symbols but in arguments of functions.
bool is_pure_number(Expr slope) {
  if (slope.is_zero()) return false;
  const Graph graph({&slope, 1}, is_wrapped);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (const Kind kind = graph.node(i).kind(); kind == Kind::kSymbol || kind == Kind::kUnspecified) return false;
  return true;
}

bool has_pure_number(const Vector& v) { return is_pure_number(v.x) || is_pure_number(v.y) || is_pure_number(v.z); }

std::string unit_along(const Twist<Expr>& direction) {
  return has_pure_number(direction.angular) ? "rad" : has_pure_number(direction.linear) ? "m" : "";
}

// Whether a function of angles is taken of this coordinate.
bool is_angle_in(Expr formula, Expr q) {
  const Graph graph(formula);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr e = graph.node(i);
    if ((e.is_call(Function::kSin) || e.is_call(Function::kCos) || e.is_call(Function::kTan)) &&
        is_pure_number(differentiate(e.operand(0), q)))
      return true;
  }
  return false;
}

// Of a joint with a pose as formulas.
std::string unit_in_pose(const Joint& joint, Expr q) {
  std::vector<Expr> formulas = {joint.position.x, joint.position.y, joint.position.z};
  if (joint.rotation.matrix)
    for (std::size_t i = 0; i < 9; ++i) formulas.push_back((*joint.rotation.matrix)(i / 3, i % 3));
  else
    for (const auto& turn : joint.rotation.sequence)
      if (is_pure_number(differentiate(turn.angle, q))) return "rad";
  for (const Expr formula : formulas)
    if (is_angle_in(formula, q)) return "rad";
  return std::any_of(formulas.begin(), formulas.begin() + 3,
                     [&](Expr formula) { return is_pure_number(differentiate(formula, q)); })
             ? "m"
             : "";
}

std::string unit_at(const Joint& joint, std::size_t place, Expr q) {
  const char* const turn = joint.euler_parameters ? "" : "rad";
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kScrew:
    case JointType::kUniversal: return "rad";
    case JointType::kPrismatic: return "m";
    case JointType::kCylindrical: return place == 0 ? "rad" : "m";
    case JointType::kPlanar: return place < 2 ? "m" : "rad";
    case JointType::kSpherical:
    case JointType::kConstantVelocity: return turn;
    case JointType::kFree: return place < 3 ? "m" : turn;
    case JointType::kMotion:
    case JointType::kCustom: return unit_in_pose(joint, q);
    case JointType::kFixed: break;
  }
  return "";
}

}  // namespace

std::string coordinate_unit(const Model& model, std::size_t coordinate) {
  const Expr q = make_symbol(model.coordinates[coordinate].name);
  for (const Joint& joint : model.joints) {  // several where it is shared
    const auto found = std::find(joint.coordinates.begin(), joint.coordinates.end(), coordinate);
    if (found == joint.coordinates.end()) continue;
    const auto place = static_cast<std::size_t>(found - joint.coordinates.begin());
    if (const std::string unit = unit_at(joint, place, q); !unit.empty()) return unit;
  }
  return "";
}

std::string speed_unit(const Model& model, Expr speed) {
  if (speed.primes() > 0) {
    const std::size_t coordinate = find_coordinate(model, std::string(speed.name()));
    return coordinate == kNone ? "" : per_second(coordinate_unit(model, coordinate));
  }
  for (const Joint& joint : model.joints) {
    const std::vector<std::string> names = named_speeds(joint);
    if (std::find(names.begin(), names.end(), speed.name()) == names.end()) continue;
    if (joint.euler_parameters) return "rad/s";
    const JointRelation relation = make_relation(model, joint);
    const auto found = std::find(relation.speeds.begin(), relation.speeds.end(), speed);
    if (found != relation.speeds.end())
      return per_second(
          unit_along(relation.bases.free_motion[static_cast<std::size_t>(found - relation.speeds.begin())]));
  }
  return "";
}

std::string per_second(const std::string& unit) {
  if (unit.empty()) return "";
  return unit.ends_with("/s") ? unit + "^2" : unit + "/s";
}

}  // namespace kinemate
