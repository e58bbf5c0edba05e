// Elements of a machine in connector form: a body with the joint that leads to it, as scalar equations between what its
// interfaces exchange (source E 4.3.1; the formulas are those of Algorithm 3.3).
//
// An interface is the frame of a link. It has as potentials the pose, the twist y and the acceleration x, and as flow
// the load by its two parts: M^A, which is proportional to x, and l^A. All in axes of the frame, about its origin; x is
// the acceleration against free fall, so that gravity comes in with the world. From the primary interface, on the link
// that carries the joint, to the secondary one, on the body:
//
//   ω, v, R, r of the link from those of its carrier       c: the acceleration that is left for x_V = 0, ṡ = 0
//   M^A = M − M_secondary, l^A = l_ext − h − l_secondary   flows of what hangs on the body sum up with these to zero
//   u = M^AΦ, M̂ = Φᵀu, M^a = M^A − u M̂⁻¹uᵀ, l^a = l^A − u M̂⁻¹(η + Φᵀl^A) − M^a c
//   M_primary = GᵀM^aG, l_primary = Gᵀl^a
//   ṡ = M̂⁻¹(η + Φᵀl^A − uᵀ(G x_V + c)), x = G x_V + c + Φ ṡ
// Several speeds are eliminated one after the other; frames between the coordinates of a joint stay inside its element.
// What is zero or not needed is not written, what is short gets no name.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "formalism/links/link_system.h"

namespace kinemate {

struct ElementEquation {
  std::string group;  ///< in words, the same for all equations of a pass
  Expr left, right;
};

struct ElementAcceleration {
  std::size_t speed;  ///< of the machine
  Expr value;         ///< a variable of the element, or a formula
};

struct ElementEquations {
  std::vector<Expr> variables;  ///< beside those of the interfaces
  std::vector<ElementEquation> equations;
  std::vector<ElementAcceleration> accelerations;
};

/// What variables of an interface are called, in order: those of the pose, y, x; those of M^A and l^A.
struct InterfaceNames {
  std::vector<std::string> potentials, flows;
};
InterfaceNames interface_names();

/// What elements call their interfaces.
inline constexpr std::string_view kPrimary = "primary", kSecondary = "secondary";

class ElementMaker {
 public:
  /// `taken` are names of the machine that variables of elements must not have. The machine outlives it.
  ElementMaker(const MachineLinks& links, const FormulaSystem& system, const BodyMotion& world,
               std::unordered_set<std::string> taken);

  enum class Role { kLeaf, kCarrier };  ///< a leaf has no secondary interface

  /// Of links one behind the other, the last of which has the body. Throws Error where a speed meets no inertia.
  ElementEquations make_body(const std::vector<std::size_t>& chain, Role role) const;

  /// The world's motion and gravity, at its secondary interface.
  ElementEquations make_world() const;

 private:
  const MachineLinks& links_;
  const FormulaSystem& system_;
  const BodyMotion& world_;
  const std::unordered_set<std::string> taken_;
};

}  // namespace kinemate
