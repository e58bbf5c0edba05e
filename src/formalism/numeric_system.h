// The base system of a machine in numbers at a state: what the recursions on doubles and the engine take.
#pragma once

#include "expr/evaluate.h"
#include "formalism/link_system.h"
#include "recursion/engine.h"

namespace kinemate {

struct NumericSystem {
  BaseSystem<double> system;
  BaseMotion<double> base;
  std::vector<JointMotion<double>> joints;
  std::vector<Load<double>> applied;
  std::vector<double> efforts;  ///< for each column
};

/// Throws Error where a formula has no value.
NumericSystem evaluate_system(const FormulaSystem& machine, const Values& values);

/// l_ext and η of the base system.
RightSide<double> compute_right_side(const NumericSystem& machine);

/// The machine for the engine, and what a call needs of a state; columns are in the order of FormulaSystem's.
struct EngineInput {
  std::vector<EngineLink> links;
  std::vector<double> coordinates, speeds, efforts, base, loads, joints;

  EngineState state() const { return {coordinates, speeds, efforts, base, loads, joints}; }
};

/// REQUIRES: the machine has no obstacle, and every link turns with its carrier.
EngineInput evaluate_engine_input(const MachineLinks& machine, std::span<const Expr> speeds, const Values& values);

}  // namespace kinemate
