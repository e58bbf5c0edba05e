// A machine of a tree file as a model, with an input for the effort of every joint of one speed.
#pragma once

#include "bench/forward/tree_file.h"
#include "model/model.h"

namespace kinemate {

/// REQUIRES: a pool is current. Coordinates are q0, q1 ...; of a free joint x, y, z, then Euler parameters.
Model make_model(const TreeMachine& tree);

}  // namespace kinemate
