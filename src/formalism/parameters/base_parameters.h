// Base inertial parameters: the fewest numbers of a tree machine's bodies on which its efforts depend.
//
// Efforts are linear in the ten standard parameters of every body, τ = Y π + r (formalism/parameters/regressor.h). Some columns of
// Y are zero and some depend on others; without them a parameter is gone and others become sums, π_b = K π.
// Bodies from the leaves to the root: a direction δ in the ten parameters of body i may sit on the body before, P, if
//   Y_i δ = Y_P X_i δ    at all states,    X_i: an inertia of i as one of P, at one fixed position of the joint.
// Where joints stand alone - no time, no coordinates of others in them - these are all dependences that there are: of
// Σ Y_j δ_j = 0 take a leaf i and hold its joint at that position; then Y_i δ_i is Y_P X_i δ_i, and no other term has
// changed. So ten columns decide for each body, and the rank of Y is the sum over the bodies.
// The rules of unfelt_part (M. Gautier and W. Khalil, "Direct calculation of minimum set of inertial parameters of
// serial robots", IEEE Trans. Robotics and Automation 6, 1990) give most of these directions; what is left is decided
// by numbers at random states. Of bodies whose joints depend on time the columns that are left are compared all at
// once.
#pragma once

#include <string>

#include "formalism/links/links.h"
#include "formalism/parameters/inertia_parameters.h"

namespace kinemate {

/// One of the ten of a body, about the origin of the frame of its link, in the axes of that frame.
struct StandardParameter {
  Expr symbol;  ///< link2_Ixx
  std::size_t body;
  std::size_t parameter;  ///< of kParameterNames
  Expr value;             ///< as the machine has it
};

struct BaseParameter {
  Expr symbol;            ///< that of a standard parameter; ends with R where others are added to it
  std::size_t link;       ///< in dynamics, it is this parameter
  std::size_t parameter;  ///< of this link
  Expr formula;           ///< of standard parameters and the geometry
  Expr value;             ///< as the machine has it
};

/// Why a parameter of a body is no base parameter.
struct RemovedParameter {
  enum class Reason {
    kRegrouped,      ///< by the rules
    kWithoutEffect,  ///< its efforts are 0 at all states
    kDependent       ///< found by numbers; coefficients may hold for the values of the geometry alone
  };
  Expr symbol;  ///< of the standard parameter
  Reason reason;
};

struct BaseParameters {
  std::vector<StandardParameter> standard;  ///< of all bodies, in the order of the links
  std::vector<BaseParameter> base;          ///< likewise; their columns of Y are independent
  std::vector<RemovedParameter> removed;    ///< likewise; all others
};

/// REQUIRES: the machine has no obstacle (formalism/links/links.h); the links are those of make_links, constants rounded or
/// not. Parameters of the geometry without a value are taken for any numbers. Throws Error where no state is found at
/// which formulas of the joints have values.
BaseParameters find_base_parameters(const Model& model, const Kinematics& kinematics, const MachineLinks& links);

/// Standard parameters that stand in no base parameter.
std::vector<Expr> parameters_without_effect(const BaseParameters& parameters);

/// The symbols of base parameters as inertia of the links, without which `left_out` come: as numbers of bodies they
/// would be senseless, for accelerations and efforts they are right.
void use_base_parameters(MachineLinks& links, std::span<const BaseParameter> base);

}  // namespace kinemate
