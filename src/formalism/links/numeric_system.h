// The base system of a machine in numbers at a state: what the recursions on doubles and the engine take.
#pragma once

#include "expr/evaluate.h"
#include "formalism/links/macro_links.h"
#include "recursion/engine/engine.h"

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

/// Macro joints in numbers.
struct NumericMacro {
  MacroSystem<double> system;
  RightSide<double> right;
  std::vector<double> efforts;
};
/// `values` has what the machine's formulas depend on: speeds of the tree too. Throws Error where a formula has no
/// value.
NumericMacro evaluate_macro(const MacroMachine& machine, const Values& values);

/// The machine for the engine, and what a call needs of a state (EngineState), as formulas; columns are in the order of
/// FormulaSystem's.
struct EngineFormulas {
  std::vector<EngineLink> links;
  std::vector<Expr> coordinates, speeds, efforts, base, loads, joints;
};

/// `constants` are the values of what places and inertias depend on. REQUIRES: the machine has no obstacle, and every
/// link turns with its carrier.
EngineFormulas make_engine_formulas(const MachineLinks& machine, std::span<const Expr> speeds, const Values& constants);

struct EngineInput {
  std::vector<double> coordinates, speeds, efforts, base, loads, joints;

  EngineState state() const { return {coordinates, speeds, efforts, base, loads, joints}; }
};
EngineInput evaluate_engine_input(const EngineFormulas& formulas, const Values& values);

}  // namespace kinemate
