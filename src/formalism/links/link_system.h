// The base system of a machine's links as formulas of its state, in the axes that give the shortest formulas.
#pragma once

#include "formalism/links/links.h"

namespace kinemate {

/// In which axes a link's quantities are written: its own, which turn with it, or those it had before it turned.
enum class LinkAxes : std::uint8_t { kTurned, kStill };

/// Which links keep still axes. Where consecutive axes are parallel, constants are turned by sums of angles instead of
/// inertias by each angle: for all links of such a run but its last, or for that too. A last body of the tree is turned
/// instead of what comes in from it.
enum class AxesRule : std::uint8_t {
  kTurned,
  kStillParallels,
  kStillRuns,
  kStillLast,
  kStillParallelsAndLast,
  kStillRunsAndLast
};
inline constexpr AxesRule kAxesRules[] = {
    AxesRule::kTurned,    AxesRule::kStillParallels,        AxesRule::kStillRuns,
    AxesRule::kStillLast, AxesRule::kStillParallelsAndLast, AxesRule::kStillRunsAndLast};
std::vector<LinkAxes> choose_axes(const MachineLinks& machine, AxesRule rule);

struct FormulaSystem {
  BaseSystem<Expr> system;
  BaseMotion<Expr> base;
  std::vector<JointMotion<Expr>> joints;  ///< for ṡ = 0
  std::vector<Load<Expr>> applied;
  std::vector<Expr> efforts;        ///< η for each column
  std::vector<std::size_t> speeds;  ///< which of the machine's speeds each column is
  std::size_t speed_count = 0;      ///< of the machine
  /// Three columns from `first` on are shifts along axes of the link, the speeds along those of R.
  struct TurnedShifts {
    std::size_t first;
    Matrix R;
  };
  std::vector<TurnedShifts> turned;
  std::vector<Expr> still;  ///< by which angle each link has turned about z against its axes: 0 where they turn with it

  /// Efforts of the machine's speeds from those of the columns, added up where several joints share a speed;
  /// accelerations, where none does. And the other way round.
  std::vector<Expr> to_speeds(std::vector<Expr> of_columns) const;
  std::vector<Expr> to_columns(std::span<const Expr> of_speeds) const;
};

/// The motions of joints with accelerations of the columns: γ + Φ ṡ.
template <class S>
std::vector<JointMotion<S>> with_accelerations(const BaseSystem<S>& system, std::vector<JointMotion<S>> joints,
                                               std::span<const S> of_columns) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto& link = system.links[i];
    for (std::size_t k = link.first; k < link.first + link.count; ++k) {
      const Twist<S> change = system.free[k] * of_columns[k];
      joints[i].bias = joints[i].bias + Acceleration<S>{change.angular, change.linear};
    }
  }
  return joints;
}

FormulaSystem make_formula_system(const MachineLinks& machine, std::span<const LinkAxes> axes);

/// What of an inertia of a link its joint does not feel, so that it may sit on the carrier just as well: of a turn
/// about z the mass, the moment along z and diag(Θ_yy, Θ_yy, 0); of a shift the tensor; of a screw diag(Θ_yy, Θ_yy, 0);
/// of what turns about a point in any way the mass; of what is fixed everything. (Base inertial parameters; Gautier and
/// Khalil 1990.)
RigidInertia<Expr> unfelt_part(const MachineLink& link, const RigidInertia<Expr>& inertia);

/// An inertia of a link as one of its carrier, where the link stands at angle and shift 0. Only the mass, of a link
/// that does not turn with its carrier.
RigidInertia<Expr> on_carrier(const MachineLink& link, const RigidInertia<Expr>& inertia);

/// Moves what joints do not feel from links to their carriers. Accelerations and efforts stay, joint loads do not.
void regroup_inertia(MachineLinks& machine);

/// The length that stands in most places between links, as the unit of lengths: factors of 1 need no multiplication.
/// Accelerations and efforts stay as they are. Nothing happens where no length comes twice or a joint shifts.
void use_common_length(MachineLinks& machine);

/// Constants without a symbol, and long fractions, become doubles: those of a chain would grow with its length.
void round_constants(MachineLinks& machine);

}  // namespace kinemate
