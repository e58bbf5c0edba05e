// URDF, the robot description of ROS, to models, with the position of every mistake and of all that is not used.
#pragma once

#include <string>

#include "model_io/reading.h"

namespace kinemate {

struct UrdfOptions {
  bool floating = false;        ///< the root link moves freely instead of being welded to the world
  bool ignore_mimic = false;    ///< joints that mimic others move by themselves
  bool ignore_damping = false;  ///< joints have no damping
  bool round_angles = false;    ///< angles that are multiples of 15 degrees but for 1e-4 rad are taken as these
  std::string loops;            ///< the path of a file with pairs of frames that are to coincide; empty: no loops
};

/// `source` is what messages call the text. docs/urdf.md says what becomes of each element. Throws Error of kind
/// kFileSystem where the file of loops cannot be read.
Reading read_urdf(std::string text, const std::string& source, const UrdfOptions& options = {});

}  // namespace kinemate
