// Why a mass matrix is singular at a state, in words of the machine: gimbal lock, bodies without inertia.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "expr/evaluate.h"
#include "formalism/links/link_system.h"
#include "model/kinematics.h"

namespace kinemate {

/// Motions s (f x k) that meet no inertia: M s = 0. Each has a speed of its own, which is 1 there and 0 in the others.
/// Speeds are scaled by √M_ii before small means zero (1e-13), so that metres beside radians do no harm.
Eigen::MatrixXd find_massless_motions(const Eigen::MatrixXd& mass);

/// The Error for a singular M: the motions, and which joint or which bodies are the reason; nothing where it is
/// regular. Symbols without a value are taken as 1: what M does not depend on changes no reason.
std::optional<Error> find_singularity(const Model& model, const Kinematics& kinematics, const Values& values,
                                      const Eigen::MatrixXd& mass);

/// The same where M is nearly singular: what a run that cannot go on has come near to.
std::optional<Error> find_near_singularity(const Model& model, const Kinematics& kinematics, const Values& values);

/// The same for an M that is singular at all states, as tried at one like others with numbers at random where the
/// machine has none. `mass` is the lower triangle as formulas.
std::optional<Error> find_lasting_singularity(const Model& model, const Kinematics& kinematics,
                                              std::span<const Expr> mass);
/// The same for a machine as links. Beyond 10,000 speeds nothing is looked for.
std::optional<Error> find_lasting_singularity(const Model& model, const Kinematics& kinematics,
                                              const FormulaSystem& links);

/// The Error for a joint whose coordinates cannot follow its speeds at this state, as angles in gimbal lock cannot
/// follow an angular velocity: q̇ = H s with H beyond 1e9. Nothing where there is none.
std::optional<Error> find_undefined_rates(const Model& model, const Kinematics& kinematics, const Values& values);

}  // namespace kinemate
