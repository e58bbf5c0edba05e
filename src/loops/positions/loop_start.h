// Values at the start of coordinates that only joints that close loops have.
#pragma once

#include "expr/evaluate.h"
#include "model/tree.h"

namespace kinemate {

/// The values, and where they are not among them those of driven coordinates and of joints that close loops: from where
/// the tree holds both of their ends, nearest to their initial values. What cannot be found stays without a value.
Values complete_start(const Model& model, const Tree& tree, const Values& start);

}  // namespace kinemate
