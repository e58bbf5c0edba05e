// Where the frame of a link is on its body, in words.
#pragma once

#include <string>

#include "formalism/links/links.h"

namespace kinemate {

/// "at [0, -1, 0], x along [0, 0, 1], y along [0, 1, 0], z along [-1, 0, 0] of the body"; without what is as on the
/// body, and empty where all is.
std::string link_frame_text(const MachineLink& link);

}  // namespace kinemate
