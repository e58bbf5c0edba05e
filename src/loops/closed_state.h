// States of closed machines: coordinates and speeds that fit each other.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "loops/closing.h"

namespace kinemate {

/// What a user has chosen of a state: now, and in the machine's initial values, which give way to it.
struct ChosenSymbols {
  std::unordered_set<Expr> now, initially;
};

/// Changes coordinates and speeds in `values` until all loops and constraints are satisfied. What is chosen changes
/// only where it must. Speeds that are given determine the independent ones; those that nothing determines stay. Throws
/// Error where loops cannot be closed (by how much, where) and where given speeds contradict each other. Returns what
/// was changed of what was given, for people. REQUIRES: values for t, parameters and coordinates.
std::vector<std::string> close_state(const Model& model, const Kinematics& kinematics, const ChosenSymbols& chosen,
                                     Values& values);

}  // namespace kinemate
