// Equations of motion of machines whose loops are closed, by any formalism (source D (4)).
//
//   M_I = Tᵀ M T,  k_I = Tᵀ (k + M ρ),  τ_I = Tᵀ τ
// of the equations of the tree. Formalisms that project on the directions of the speeds need none of this: they get the
// directions of the independent speeds.
#pragma once

#include "formalism/formalisms.h"
#include "loops/closing.h"

namespace kinemate {

/// The tree's equations in independent speeds.
Equations close_equations(const Equations& of_tree, const Closing& closing);

/// The same by eliminating multipliers: of equations with B_Dᵀ λ those in dependent speeds give λ, which the others
/// then have (Lagrange's equations of the first kind).
Equations close_by_multipliers(const Equations& of_tree, const Closing& closing);

/// As formalism.derive, loops closed where the kinematics is that of a closed machine.
Equations derive_by(const Formalism& formalism, const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
