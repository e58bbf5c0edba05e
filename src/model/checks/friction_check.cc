#include "model/checks/friction_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/joints/joint.h"

namespace kinemate {
namespace {

// Whether the coordinate at some place in a joint's list is an angle; of motion and custom joints that is not known.
bool is_angle(const Joint& joint, std::size_t place) {
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kScrew:
    case JointType::kUniversal:
    case JointType::kSpherical:
    case JointType::kConstantVelocity: return true;
    case JointType::kCylindrical: return place == 0;
    case JointType::kPlanar: return place == 2;
    case JointType::kFree: return place >= 3;
    default: return false;
  }
}

bool is_euler_parameter(const Joint& joint, std::size_t place) {
  return place + euler_coordinates(joint).size() >= joint.coordinates.size();
}

class FrictionChecker {
 public:
  FrictionChecker(const Model& model, const LoadElement& load, const std::function<std::optional<double>(Expr)>& number)
      : model_(model), load_(load), number_(number) {}

  std::vector<Finding> run() {
    check_target();
    const Friction& friction = load_.friction;
    if (const auto speed = number_(friction.speed); speed && !(*speed > 0))
      add("speed", fmt::format("the speed of load {} is {:.6g}: it must be positive", load_.name, *speed),
          "below this speed the force grows steadily instead of jumping, so 0 is no choice; 0.001 is one");
    const std::string_view key = friction.coefficient ? "coefficient" : "force";
    if (const auto level = number_(friction.coefficient.value_or(load_.formula)); level && *level < 0)
      add(key, fmt::format("the {} of load {} is {:.6g}: friction would drive", key, load_.name, *level),
          "its sign follows from the motion: give its size");
    if (friction.coefficient && !friction.radius) check_radius();
    return std::move(findings_);
  }

 private:
  void add(std::string_view key, std::string message, std::string hint = {}) {
    findings_.push_back(
        {{"loads", load_.name, std::string(key)}, ErrorCode::kFriction, std::move(message), std::move(hint), ""});
  }

  void check_target() {
    if (load_.coordinate != kNone) {
      const Coordinate& coordinate = model_.coordinates[load_.coordinate];
      if (coordinate.drive) add("coordinate", fmt::format("{} is driven: friction changes nothing", coordinate.name));
      for (const Joint& joint : model_.joints)
        if (const std::size_t place = place_in(joint); place != kNone && is_euler_parameter(joint, place))
          add("coordinate", fmt::format("{} is an Euler parameter: friction is of angles and shifts", coordinate.name));
      return;
    }
    if (load_.joint == kNone) return;
    const Joint& joint = model_.joints[load_.joint];
    const std::size_t speeds = joint_speeds(model_, joint).size();
    if (speeds == 0)
      add("joint", fmt::format("joint {} has no motion of its own that friction could brake", joint.name));
    if (speeds > 1)
      add("joint", fmt::format("joint {} moves in {} directions, and friction brakes one", joint.name, speeds),
          "name one of its coordinates by coordinate: instead");
  }

  std::size_t place_in(const Joint& joint) const {
    const auto found = std::find(joint.coordinates.begin(), joint.coordinates.end(), load_.coordinate);
    return found == joint.coordinates.end() ? kNone : static_cast<std::size_t>(found - joint.coordinates.begin());
  }

  void check_radius() {
    if (load_.reaction == kNone) return;
    const Joint& joint = model_.joints[load_.reaction];
    if (is_angle(joint, load_.coordinate == kNone ? 0 : place_in(joint)))
      add("coefficient", fmt::format("joint {} turns: the friction of load {} needs a radius", joint.name, load_.name),
          "radius: that of the bearing, m; the torque is coefficient*radius*(reaction force)");
  }

  const Model& model_;
  const LoadElement& load_;
  const std::function<std::optional<double>(Expr)>& number_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_friction_mistakes(const Model& model, const LoadElement& load,
                                            const std::function<std::optional<double>(Expr)>& number) {
  return FrictionChecker(model, load, number).run();
}

}  // namespace kinemate
