// The file of loops beside a URDF file, which itself can only say trees: pairs of frames that are to coincide.
#pragma once

#include <string>

#include "model_io/urdf/model.h"

namespace kinemate {

/// Adds a joint for each pair, and what is wrong in the file to `reading`. A frame is the name of a link, or of a joint
/// for the frame of its child.
void add_loops(const std::string& text, const std::string& source, const UrdfRobot& robot, const UrdfTree& tree,
               UrdfMachine& machine, Reading& reading);

}  // namespace kinemate
