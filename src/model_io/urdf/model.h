// The machine of a URDF robot.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/names.h"
#include "model_io/urdf/tree.h"

namespace kinemate {

struct UrdfMachine {
  Model model;
  std::vector<Attachment> link_frames;                   ///< the frame of each link of the robot
  std::unordered_map<std::string, std::size_t> offsets;  ///< where elements come from: "joints/elbow" → byte
  UniqueNames symbols;                                   ///< names in formulas that are given out
  UniqueNames joint_names;
};

/// What is not as the file has it is noted. REQUIRES: the tree is that of the robot, and mimicry is right.
UrdfMachine make_machine(const UrdfRobot& robot, const UrdfTree& tree, const UrdfOptions& options, UrdfNotes& notes);

}  // namespace kinemate
