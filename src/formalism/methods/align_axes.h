// Frames that stand anyhow against each other, aligned as Denavit and Hartenberg (1955) did: the x axis of a link along
// the common normal of its axis and the next, so that a rotation between them is one turn about x.
#pragma once

#include "formalism/links/links.h"

namespace kinemate {

/// Turns frames of links about their z axes and shifts them along these. Leaves exact exchanges of axes and rotations
/// with symbols as they are. What a fixed link carries is carried by the link before. Accelerations and efforts stay.
/// REQUIRES: constants are rounded.
void align_axes(MachineLinks& machine);

}  // namespace kinemate
