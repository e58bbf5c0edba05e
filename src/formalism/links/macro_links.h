// A machine's links with its loops as macro joints: accelerations in O(n) of the subsystems (recursion/macro_joint.h).
//
// The links are those of the tree, so that their joints stay turns and shifts. Which of them move together is known
// from how loops, constraints and shared coordinates bind their speeds (loops/closing.h), and from subsystems that the
// model names. What hangs on one body in loops of its own becomes a macro joint there; T and ρ of its loops are
// formulas.
#pragma once

#include "formalism/links/link_system.h"
#include "recursion/macro_joint.h"

namespace kinemate {

/// How macro joints know of their loops.
enum class LoopsBy : std::uint8_t {
  kShares,    ///< speeds are the machine's: what follows in loops are formulas of them, T and ρ
  kRelations  ///< speeds are those of the tree, then of joints that close loops: conditions of loops are relations
};

struct MacroMachine {
  MacroSystem<Expr> system;
  RightSide<Expr> right;
  std::vector<Expr> efforts;  ///< on speeds, beside those along columns
};

/// `kinematics` is that of the closed machine, `formulas` are the links of its tree, made of `links`. Everything is a
/// formula of q and speeds of the tree and of joints that close loops. REQUIRES: all that moves are bodies
/// (find_foreign_motion).
MacroMachine make_macro_machine(const Model& model, const Kinematics& kinematics, const MachineLinks& links,
                                const FormulaSystem& formulas, LoopsBy loops);

/// ṡ of the machine's speeds. Throws SingularColumn.
std::vector<Expr> compute_macro_accelerations(const Model& model, const Kinematics& kinematics,
                                              const MachineLinks& links, const FormulaSystem& formulas);

}  // namespace kinemate
