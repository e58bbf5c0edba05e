// Mass that may sit on either side of a joint that closes a loop, since the point there is common to both bodies.
//
// A point mass at such a pin is taken from one link and given to the other, so that the link has no first moment left
// towards the pin, or no mass where it slides: of a rod between two pins an inertia about its axis is left. The sums
// over the loop stay as they are wherever the loop is closed, so accelerations do; joint loads do not.
#pragma once

#include "formalism/links/links.h"

namespace kinemate {

/// REQUIRES: the links are those of the tree of the machine, and loops are closed in what is done with them. It is of
/// use where regroup_inertia follows.
void move_mass_over_pins(const Model& model, const Tree& tree, MachineLinks& machine);

}  // namespace kinemate
