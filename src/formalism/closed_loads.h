// The loads of all joints of a machine whose loops are closed (source D (6), (7)).
//
//   B_Dᵀ λ = (M ṡ + k − τ)_D
// gives the multipliers of the conditions from the tree's equations in the dependent speeds, with accelerations known;
// they act on the tree as loads of the joints that close loops, and the loads of its own joints follow.
// Where conditions follow from others, λ is not determined: then it is chosen so that the loads of all joints together,
// forces and torques over the machine's size, have the smallest sum of squares. So what is determined does not depend
// on where loops are cut, and the rest does not either.
#pragma once

#include "formalism/methods/joint_loads.h"
#include "loops/closing.h"

namespace kinemate {

struct ClosedLoads {
  std::vector<JointLoad> loads;   ///< of the tree's joints, of those that close loops, and of contacts
  std::vector<Expr> multipliers;  ///< λ of each condition
  /// Of constraints that are equations: its effort along a speed is λ times the slope of its rate by that speed.
  struct EquationForce {
    std::size_t constraint;
    Expr multiplier;
  };
  std::vector<EquationForce> equations;
  struct Undetermined {
    std::size_t joint;  ///< kNone: a contact
    std::size_t constraint;
    std::vector<std::string> parts;  ///< "force z", in inertial axes at the start
  };
  std::vector<Undetermined> undetermined;  ///< whose loads are not determined: joints, then contacts
};

/// "A (force z, torque x)"
std::string describe(const Model& model, const ClosedLoads::Undetermined& undetermined);

/// REQUIRES: kinematics.closing.
ClosedLoads compute_closed_loads(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
