// Joints that close loops as conditions on accelerations, with the loads that hold them: scalar equations, with names
// for everything on the way to them. Conditions that follow from others are left out (formalism/links/cut_joint.h).
#pragma once

#include "formalism/links/link_system.h"
#include "formalism/step_names.h"

namespace kinemate {

struct LoopEquations {
  std::vector<Expr> conditions;        ///< are 0
  std::vector<Expr> multipliers;       ///< λ: one for each condition
  std::vector<Load<Expr>> on_links;    ///< what they add to the loads on the links
  std::vector<std::string> redundant;  ///< joints whose conditions partly follow from others
};

/// `motions` are those of all links, with names for their components. Poses and velocities get names as they are made.
LoopEquations make_loop_equations(const Model& model, const Kinematics& kinematics, const MachineLinks& links,
                                  const FormulaSystem& system, const std::vector<LinkMotion<Expr>>& motions,
                                  StepNames& names);

}  // namespace kinemate
