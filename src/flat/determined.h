// Whether every unknown has an equation, by where unknowns stand alone; where not, which ones.
//
// The parts of A. L. Dulmage and N. S. Mendelsohn (1958): what alternating paths reach from an unknown without an
// equation is determined too little, from an equation without an unknown too much.
#pragma once

#include "flat/incidence.h"

namespace kinemate {

/// Empty where the matching leaves nothing out. At most twenty.
std::vector<Error> find_undetermined(const FlatSystem& system, const Incidence& incidence, const Matching& matching);

}  // namespace kinemate
