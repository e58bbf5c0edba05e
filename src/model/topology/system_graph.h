// The equations of a machine as a graph: which unknown stands in which equation (source E, 3.1.5).
//
// Explicit joints make a ladder (figure 3.4): the kinematic rail of accelerations x and equations A with the joint
// accelerations as handles, the kinetic rail of joint loads l and equations I with the equations D as handles, and one
// rung for each body. Implicit joints (figure 3.5) have multipliers λ̄ and equations X instead, and no handles.
// Coordinates of no joint, such as charges, are left out.
//   explicit  I: M x = l_ext + l − Σ Gᵀ l_k   A: x = G x_V + Φ ṡ + c   D: Φᵀ l = η
//   implicit  I: M x = l'_ext + Ψ̄ λ̄ − Σ Gᵀ Ψ̄_k λ̄_k   X: Ψ̄ᵀ (x − G x_V) = Ψ̄ᵀ c
#pragma once

#include <string_view>
#include <vector>

#include "model/tree.h"

namespace kinemate {

enum class SystemRole {
  kAcceleration,       ///< x
  kJointAcceleration,  ///< ṡ
  kJointLoad,          ///< l
  kMultiplier,         ///< λ̄
  kNewtonEuler,        ///< I
  kMotion,             ///< A
  kPower,              ///< D
  kLocked              ///< X
};

struct SystemNode {
  SystemRole role;
  std::size_t number;  ///< of its body or joint: as the tree has them from 1, then joints that close loops
  std::size_t size;    ///< scalars

  bool is_equation() const { return role >= SystemRole::kNewtonEuler; }
};

struct SystemEdge {
  std::size_t equation, variable;  ///< nodes
  std::string_view coefficient;    ///< of the variable in the equation, as a symbol
};

enum class SystemForm { kExplicit, kImplicit };

struct SystemGraph {
  SystemForm form = SystemForm::kExplicit;
  std::vector<SystemNode> nodes;
  std::vector<SystemEdge> edges;
  std::vector<std::size_t> joints;  ///< for each number, from 1 at the front, the joint of the model
  std::vector<std::size_t> bodies;  ///< and the body it leads to; kNone for joints that close loops
};

SystemGraph make_system_graph(const Model& model, const Tree& tree, SystemForm form);

}  // namespace kinemate
