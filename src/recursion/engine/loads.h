// What the links of the engine do and their joints bear at given accelerations ṡ: Newton and Euler, link after link.
//
// The engine itself shifts inertia between links, which changes no ṡ and no η but the loads in the joints; here all is
// in the frames and with the inertias that the caller gave.
#pragma once

#include "recursion/engine/engine.h"

namespace kinemate {

/// Each about the origin of the link's frame, in its axes.
struct EngineLoads {
  std::vector<Acceleration<double>> accelerations;  ///< for each link, that of gravity taken off
  std::vector<Load<double>> loads;                  ///< of the joint on its link
};

/// `state.given` holds ṡ for each speed. REQUIRES: the numbers are those of one state.
EngineLoads compute_engine_loads(const std::vector<EngineLink>& links, const EngineState& state);

}  // namespace kinemate
