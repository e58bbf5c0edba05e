// How the joints of a URDF file join its links: a tree, or what keeps it from being one.
#pragma once

#include <optional>
#include <vector>

#include "model_io/urdf/robot.h"

namespace kinemate {

struct UrdfTree {
  std::size_t root = 0;                ///< a link
  std::vector<std::size_t> order;      ///< links, parents before children
  std::vector<std::size_t> joint_to;   ///< for each link the joint whose child it is; kNone for the root
  std::vector<std::size_t> parent_of;  ///< for each joint the link
  std::vector<std::size_t> child_of;   ///< for each joint the link
};

/// None where something is wrong, which is noted: names that stand twice or for nothing, links with two parents,
/// circles, several roots.
std::optional<UrdfTree> make_urdf_tree(const XmlDocument& document, const UrdfRobot& robot, UrdfNotes& notes);

/// Notes mimicry that no machine has: of unknown joints, in a circle, of joints without exactly one coordinate.
void check_mimicry(const UrdfRobot& robot, UrdfNotes& notes);

}  // namespace kinemate
