// How loops and constraints bind the speeds and coordinates of a tree: all as formulas of the independent ones.
//
//   s = T s_I + η    ṡ = T ṡ_I + ρ    (source D (3): I_c, η, ξ)
#pragma once

#include "loops/block_solver.h"
#include "loops/loop_conditions.h"
#include "loops/positions/explicit_closure.h"

namespace kinemate {

struct Closing {
  Kinematics tree;  ///< as if the loops were open; its speeds from the root outwards
  LoopConditions conditions;
  /// Columns of the conditions: as the user lists them under `independent`, then as the file has them.
  std::vector<std::size_t> independent;
  std::vector<Expr> speeds;              ///< s of all columns: formulas of q, s_I, t
  std::vector<std::vector<Expr>> T;      ///< (columns x independent)
  std::vector<Expr> eta;                 ///< η
  std::vector<Expr> rho;                 ///< ρ, a formula of q, s_I, t
  BlockSolver solver;                    ///< of B_D

  std::vector<ClosureStep> steps;      ///< coordinates that are formulas of others
  std::vector<Expr> followed;          ///< coordinates that follow and have none: they are integrated and corrected
  std::vector<std::size_t> redundant;  ///< conditions that follow from others
  Values start;                        ///< a configuration without gaps, as near to the initial values as there is
  double length = 1;                   ///< the machine's size
  std::size_t freedoms_at_start = 0;   ///< more than independent speeds where the start is singular
  std::vector<std::string> notes;      ///< for people: hints that cannot be followed, a singular start
};

bool is_independent(const Closing& closing, std::size_t column);

/// The coordinates of the steps by those that are no formulas: everything put in.
Substitution explicit_positions(const Closing& closing);

/// Dependent speeds and the rates of all by those that are independent: s → T s_I + η, ṡ → T ṡ_I + ρ.
Substitution dependent_motion(const Closing& closing);

/// Rates of coordinates, speeds that are not independent, and the rates of these, by independent ones. Of a tree too.
Substitution motion_by_speeds(const Kinematics& kinematics);

/// The rates of all coordinates by the speeds of the tree and of joints that close loops, which loops bind.
std::unordered_map<Expr, Expr> unbound_rates(const Closing& closing);

/// One step of Newton's method towards the closed position, for coordinates that are integrated: q + H δs with
/// B_D δs = −g. In the order of `coordinates`, whose rates are `rates`.
std::vector<Expr> corrected_coordinates(const Closing& closing, std::span<const Expr> coordinates);

}  // namespace kinemate
