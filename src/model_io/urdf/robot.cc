#include "model_io/urdf/robot.h"

#include <fmt/format.h>

#include "model_io/urdf/elements.h"

namespace kinemate {
namespace {

const UrdfNames kOfRobot = {"link", "joint"};
const UrdfNames kHarmlessOfRobot = {"material", "sensor"};
const UrdfNames kHarmlessOfLink = {"visual", "collision", "material", "sensor"};
const UrdfNames kHarmlessOfJoint = {"limit", "calibration", "safety_controller", "sensor"};

struct TypeName {
  std::string_view name;
  UrdfJointType type;
};

constexpr TypeName kTypes[] = {{"revolute", UrdfJointType::kRevolute},   {"continuous", UrdfJointType::kRevolute},
                               {"prismatic", UrdfJointType::kPrismatic}, {"fixed", UrdfJointType::kFixed},
                               {"floating", UrdfJointType::kFloating},   {"planar", UrdfJointType::kPlanar}};

class RobotReader {
 public:
  RobotReader(const XmlDocument& document, const UrdfOptions& options, UrdfNotes& notes)
      : document_(document), elements_(document, options, notes), notes_(notes) {}

  UrdfRobot read() {
    UrdfRobot robot;
    const pugi::xml_node root = document_.root();
    robot.offset = elements_.offset(root);
    const auto found = elements_.attributes(root, {"name", "version"});
    if (found[0] && !found[0]->value.empty()) robot.name = elements_.name(root, found[0], "name");
    if (found[1] && !found[1]->value.starts_with("1"))
      notes_.doubts.push_back({found[1]->value_offset, ErrorCode::kUrdfUnused,
                               fmt::format("version {} of URDF is read as version 1", found[1]->value), ""});
    for (const pugi::xml_node child : root) {
      const std::string_view name = child.name();
      if (child.type() == pugi::node_element && name == "link") {
        robot.links.push_back(read_link(child));
      } else if (child.type() == pugi::node_element && name == "joint") {
        robot.joints.push_back(read_joint(child));
      } else {
        elements_.skip(child, kOfRobot, kHarmlessOfRobot);
      }
    }
    elements_.finish();
    add_world(robot);
    return robot;
  }

 private:
  // Many files stand on a link called world without having one.
  void add_world(UrdfRobot& robot) {
    for (const UrdfLink& link : robot.links)
      if (link.name == "world") return;
    for (const UrdfJoint& joint : robot.joints) {
      if (joint.parent.name != "world") continue;
      notes_.remarks.push_back(
          {joint.parent.offset, ErrorCode::kRemark, "there is no link world: taken for the world itself", ""});
      robot.links.push_back({"world", joint.parent.offset, std::nullopt});
      return;
    }
  }

  UrdfLink read_link(pugi::xml_node element) {
    UrdfLink link;
    const auto found = elements_.attributes(element, {"name"});
    link.name = elements_.name(element, found[0], "name");
    link.offset = found[0] ? found[0]->value_offset : elements_.offset(element);
    const pugi::xml_node inertial = elements_.children(element, {"inertial"}, kHarmlessOfLink)[0];
    if (inertial) link.inertial = read_inertial(inertial, link.name);
    return link;
  }

  UrdfInertial read_inertial(pugi::xml_node element, const std::string& link) {
    UrdfInertial inertial;
    elements_.attributes(element, {});
    const auto parts = elements_.children(element, {"origin", "mass", "inertia"});
    const UrdfOrigin origin = elements_.origin(parts[0], UrdfElements::OriginOf::kInertial);
    inertial.center = origin.position;
    inertial.rotation = origin.rotation;
    for (const auto& [part, what] : {std::pair(parts[1], "mass"), std::pair(parts[2], "inertia")})
      if (!part)
        elements_.add_mistake(elements_.offset(element), ErrorCode::kMissingField,
                              fmt::format("the <inertial> of link {} has no <{}>", link, what));
    if (parts[1]) read_mass(parts[1], inertial, link);
    if (parts[2]) inertial.tensor = read_tensor(parts[2]);
    return inertial;
  }

  void read_mass(pugi::xml_node element, UrdfInertial& inertial, const std::string& link) {
    elements_.children(element, {});
    const auto value = elements_.attributes(element, {"value"})[0];
    inertial.mass = elements_.required_number(element, value, "value");
    inertial.mass_offset = value ? value->value_offset : elements_.offset(element);
    if (is_negative(inertial.mass))
      elements_.add_mistake(inertial.mass_offset, ErrorCode::kMass,
                            fmt::format("the mass of link {} is negative", link));
  }

  Symmetric3<Expr> read_tensor(pugi::xml_node element) {
    elements_.children(element, {});
    static const UrdfNames kNames = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    const auto found = elements_.attributes(element, kNames);
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < kNames.size(); ++i)
      entries.push_back(elements_.required_number(element, found[i], kNames[i]));
    return {entries[0], entries[1], entries[2], entries[3], entries[4], entries[5]};
  }

  UrdfJoint read_joint(pugi::xml_node element) {
    UrdfJoint joint;
    const auto found = elements_.attributes(element, {"name", "type"});
    joint.name = elements_.name(element, found[0], "name");
    joint.offset = found[0] ? found[0]->value_offset : elements_.offset(element);
    joint.type = read_type(element, found[1]);
    const auto parts =
        elements_.children(element, {"origin", "parent", "child", "axis", "dynamics", "mimic"}, kHarmlessOfJoint);
    const UrdfOrigin origin = elements_.origin(parts[0], UrdfElements::OriginOf::kJoint);
    joint.position = origin.position;
    joint.rotation = origin.rotation;
    joint.parent = read_end(joint, elements_.offset(element), parts[1], "parent");
    joint.child = read_end(joint, elements_.offset(element), parts[2], "child");
    joint.axis = read_axis(parts[3], joint);
    if (parts[4]) read_dynamics(parts[4], joint);
    if (parts[5]) joint.mimic = read_mimic(parts[5]);
    return joint;
  }

  UrdfJointType read_type(pugi::xml_node element, const std::optional<XmlAttribute>& attribute) {
    const std::string name = elements_.name(element, attribute, "type");
    std::vector<std::string_view> names;
    for (const TypeName& known : kTypes) {
      if (known.name == name) return known.type;
      names.push_back(known.name);
    }
    const std::string near = did_you_mean(name, names);
    if (!name.empty())
      elements_.add_mistake(attribute->value_offset, ErrorCode::kUnknownWord,
                            fmt::format("there is no joint type '{}'", name),
                            near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : near);
    return UrdfJointType::kFixed;
  }

  UrdfReference read_end(const UrdfJoint& joint, std::size_t offset, pugi::xml_node element, std::string_view which) {
    if (!element) {
      elements_.add_mistake(offset, ErrorCode::kMissingField, fmt::format("joint {} has no <{}>", joint.name, which),
                            fmt::format("<{} link=\"...\"/> names one of the two links that it joins", which));
      return {};
    }
    elements_.children(element, {});
    const auto link = elements_.attributes(element, {"link"})[0];
    return {elements_.name(element, link, "link"), link ? link->value_offset : elements_.offset(element)};
  }

  // Of unit length; x where there is none, or where it is wrong.
  Vector read_axis(pugi::xml_node element, const UrdfJoint& joint) {
    if (!element) return unit<Expr>(0);
    const bool is_fixed = joint.type == UrdfJointType::kFixed;
    if (is_fixed || joint.type == UrdfJointType::kFloating) {
      elements_.unused().harmless.add(fmt::format("<axis> of {} joints", is_fixed ? "fixed" : "floating"),
                                      elements_.offset(element));
      return unit<Expr>(0);
    }
    elements_.children(element, {});
    const auto xyz = elements_.attributes(element, {"xyz"})[0];
    const auto numbers = xyz ? elements_.three_numbers(*xyz) : std::nullopt;
    if (!numbers) return unit<Expr>(0);
    const Vector axis{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
    if (axis == Vector{}) {
      elements_.add_mistake(xyz->value_offset, ErrorCode::kJointGeometry,
                            fmt::format("the axis of joint {} has length zero", joint.name));
      return unit<Expr>(0);
    }
    return make_unit_axis(axis);
  }

  void read_dynamics(pugi::xml_node element, UrdfJoint& joint) {
    elements_.children(element, {});
    const auto found = elements_.attributes(element, {"damping", "friction"});
    if (found[0]) {
      joint.damping = elements_.number(*found[0]);
      joint.damping_offset = found[0]->value_offset;
    }
    if (found[1] && !elements_.number(*found[1]).is_zero())
      elements_.unused().doubtful.add("friction of joints", found[1]->value_offset,
                                      "dry friction has no smooth equations; damping has");
  }

  UrdfMimic read_mimic(pugi::xml_node element) {
    elements_.children(element, {});
    UrdfMimic mimic;
    const auto found = elements_.attributes(element, {"joint", "multiplier", "offset"});
    mimic.joint = {elements_.name(element, found[0], "joint"),
                   found[0] ? found[0]->value_offset : elements_.offset(element)};
    if (found[1]) mimic.multiplier = elements_.number(*found[1]);
    if (found[2]) mimic.offset = elements_.number(*found[2]);
    return mimic;
  }

  const XmlDocument& document_;
  UrdfElements elements_;
  UrdfNotes& notes_;
};

}  // namespace

std::size_t coordinate_count(UrdfJointType type) {
  switch (type) {
    case UrdfJointType::kFixed: return 0;
    case UrdfJointType::kRevolute:
    case UrdfJointType::kPrismatic: return 1;
    case UrdfJointType::kPlanar: return 3;
    case UrdfJointType::kFloating: return 7;
  }
  return 0;
}

UrdfRobot read_robot(const XmlDocument& document, const UrdfOptions& options, UrdfNotes& notes) {
  return RobotReader(document, options, notes).read();
}

}  // namespace kinemate
