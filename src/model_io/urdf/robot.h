// A robot as its URDF file writes it: links and joints with numbers for texts, references still by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model_io/urdf/notes.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {

struct UrdfInertial {
  Expr mass;
  Vector center;            ///< in axes of the link
  Rotation rotation;        ///< of the tensor's axes against those of the link
  Symmetric3<Expr> tensor;  ///< about the centre
  std::size_t mass_offset = 0;
};

struct UrdfLink {
  std::string name;
  std::size_t offset = 0;  ///< of the name
  std::optional<UrdfInertial> inertial;
};

/// A name that stands for something else of the file; empty where it is missing.
struct UrdfReference {
  std::string name;
  std::size_t offset = 0;
};

/// Continuous joints are revolute ones without limits.
enum class UrdfJointType { kFixed, kRevolute, kPrismatic, kPlanar, kFloating };

/// q = multiplier * (the other's q) + offset
struct UrdfMimic {
  UrdfReference joint;
  Expr multiplier{1};
  Expr offset;
};

struct UrdfJoint {
  std::string name;
  std::size_t offset = 0;  ///< of the name
  UrdfJointType type = UrdfJointType::kFixed;
  UrdfReference parent;
  UrdfReference child;
  Vector position;    ///< of the child's frame at rest, in axes of the parent
  Rotation rotation;  ///< a sequence of turns
  Vector axis;        ///< of unit length
  std::optional<UrdfMimic> mimic;
  Expr damping;
  std::size_t damping_offset = 0;
};

struct UrdfRobot {
  std::string name;
  std::size_t offset = 0;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
};

/// How many coordinates a joint of this type has.
std::size_t coordinate_count(UrdfJointType type);

/// What cannot be read is noted as a mistake, what is not read as unused. REQUIRES: the root is <robot>.
UrdfRobot read_robot(const XmlDocument& document, const UrdfOptions& options, UrdfNotes& notes);

}  // namespace kinemate
