#include "model/checks/joint_check.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "model/joints/joint.h"

namespace kinemate {
namespace {

class JointChecker {
 public:
  explicit JointChecker(const Model& model) : model_(model) {}

  std::vector<Finding> run() {
    for (const Joint& joint : model_.joints) {
      if (joint.to.world_axes)
        add({"joints", joint.name, "to"}, ErrorCode::kConflictingFields,
            "`axes: world` belongs to the `from` of a joint, not to its `to`");
      check_number_of_coordinates(joint);
      check_coordinates(joint);
      check_euler_parameters(joint);
      check_axes(joint);
      check_directions(joint);
      check_speeds(joint);
    }
    return std::move(findings_);
  }

 private:
  void add(ModelPath path, ErrorCode code, std::string message, std::string hint = {}, std::string symbol = {}) {
    findings_.push_back({std::move(path), code, std::move(message), std::move(hint), std::move(symbol)});
  }

  void check_number_of_coordinates(const Joint& joint) {
    const std::size_t needed = coordinates_needed(joint);
    if (needed != kNone && joint.coordinates.size() != needed) {
      const std::string given = joint.coordinates.empty()       ? "none is given"
                                : joint.coordinates.size() == 1 ? "1 is given"
                                                                : fmt::format("{} are given", joint.coordinates.size());
      const std::string_view meaning = !joint.euler_parameters ? kind_of(joint).meaning
                                       : needed == 3 ? "the scalar Euler parameter and those along the two cross axes"
                                       : needed == 4 ? "four Euler parameters"
                                                     : "three shifts and four Euler parameters";
      add({"joints", joint.name, "coordinates"}, ErrorCode::kJointCoordinates,
          needed == 0 ? fmt::format("a {} joint has no coordinates; {}", kind_of(joint).name, given)
                      : fmt::format("a {} joint has {} coordinate{}: {}; {}", kind_of(joint).name, needed,
                                    needed == 1 ? "" : "s", meaning, given));
    }
  }

  void check_coordinates(const Joint& joint) {
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i) {
      const std::size_t index = joint.coordinates[i];
      const Coordinate& coordinate = model_.coordinates[index];
      if (coordinate.drive && i + euler_coordinates(joint).size() >= joint.coordinates.size())
        add({"joints", joint.name, "drive"}, ErrorCode::kDrive, "Euler parameters cannot be driven",
            "describe the joint by angles, or as a motion");
      if (std::find(shared_.begin(), shared_.end(), index) != shared_.end()) {
        if (joint.type != JointType::kMotion)
          add({"joints", joint.name, "coordinates"}, ErrorCode::kJointCoordinates,
              fmt::format("{} serves several joints; only joints of type motion may share a coordinate",
                          coordinate.name),
              {}, coordinate.name);
        continue;
      }
      const auto [first, fresh] = owner_.emplace(index, joint.name);
      if (!fresh && first->second == joint.name) {
        add({"joints", joint.name, "coordinates"}, ErrorCode::kJointCoordinates,
            fmt::format("coordinate {} stands twice in joint {}", coordinate.name, joint.name), {}, coordinate.name);
      } else if (!fresh) {
        add({"joints", joint.name, "coordinates"}, ErrorCode::kJointCoordinates,
            fmt::format("coordinate {} belongs to joint {} already", coordinate.name, first->second),
            "coordinates that serve several joints of type motion are listed under `coordinates:` of the machine",
            coordinate.name);
      }
    }
  }

  void check_euler_parameters(const Joint& joint) {
    const auto p = euler_coordinates(joint);
    for (std::size_t i = 1; i < p.size(); ++i)
      if (p[i] != p[i - 1] + 1)
        return add({"joints", joint.name, "coordinates"}, ErrorCode::kJointCoordinates,
                   fmt::format("{} and {} are Euler parameters of one joint and stand apart",
                               model_.coordinates[p[i - 1]].name, model_.coordinates[p[i]].name),
                   "under `coordinates:` of the machine all of them are listed, one behind the other, or none",
                   model_.coordinates[p[i]].name);
  }

  void check_axes(const Joint& joint) {
    const bool no_axes = joint.euler_parameters && joint.type != JointType::kConstantVelocity;
    const std::size_t axes = no_axes ? 0 : kind_of(joint).axes;
    if (joint.axes.size() != axes)
      add({"joints", joint.name, ""}, ErrorCode::kJointGeometry,
          fmt::format("a {} joint has {} axes, not {}", kind_of(joint).name, axes, joint.axes.size()));
  }

  void check_directions(const Joint& joint) {
    for (const auto& [key, count] : {std::pair("free_directions", joint.free_directions.size()),
                                     std::pair("locked_directions", joint.locked_directions.size())})
      if (count > 6)
        add({"joints", joint.name, key}, ErrorCode::kJointGeometry,
            fmt::format("a joint has at most six directions, not {}", count));
    if (!joint.locked_rates.empty() && joint.locked_rates.size() != joint.locked_directions.size())
      add({"joints", joint.name, "locked_rates"}, ErrorCode::kJointGeometry,
          fmt::format("{} rates are given for {} locked directions", joint.locked_rates.size(),
                      joint.locked_directions.size()));
  }

  static std::size_t named_speed_count(const Joint& joint) {
    Joint unnamed = joint;
    unnamed.speeds.clear();
    return named_speeds(unnamed).size();
  }

  void check_speeds(const Joint& joint) {
    const std::size_t speeds = joint.locked_directions.size() > 6 ? 0 : named_speed_count(joint);
    if (!joint.speeds.empty() && joint.speeds.size() != speeds)
      add({"joints", joint.name, "speeds"}, ErrorCode::kJointGeometry,
          fmt::format("joint {} has {} named speeds, not {}", joint.name, speeds, joint.speeds.size()));
  }

  const Model& model_;
  const std::vector<std::size_t> shared_ = shared_coordinates(model_);
  std::map<std::size_t, std::string> owner_;  // the joint that a coordinate was seen in first
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_joint_mistakes(const Model& model) { return JointChecker(model).run(); }

}  // namespace kinemate
