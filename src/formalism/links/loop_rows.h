// The conditions of all loops for the recursions over a machine's links: what holds a loop acts on two links, and only
// the joints between them and the link that carries both have a part in it.
//
//   g̈ = B ṡ + γ,  Bᵀ: the efforts of the loads by λ = 1
// Poses and motions are those against the nearest link that carries both sides: how that moves is of no account, so a
// plane loop stays plane wherever it is carried, and its formulas hold nothing of the joints before it.
#pragma once

#include <utility>

#include "formalism/links/cut_joint.h"
#include "formalism/links/link_system.h"

namespace kinemate {

struct LoopRow {
  Condition condition;
  Expr bias;  ///< γ
  /// By λ = 1: links and the loads on them, about the origin of the link, in its axes. At most two.
  std::vector<std::pair<std::size_t, Load<Expr>>> loads;
  std::size_t carrier = kBase;  ///< of both sides; its own columns of B are zero, and those before it
};

struct LoopRows {
  std::vector<LoopRow> rows;           ///< without redundant ones
  std::vector<std::string> redundant;  ///< joints whose conditions partly follow from others
};

/// REQUIRES: lengths of the links are in their own units (no use_common_length). Throws as find_cut_rows.
LoopRows make_loop_rows(const Model& model, const Tree& tree, const MachineLinks& links, const FormulaSystem& machine);

/// A row of B, for all columns of the machine.
std::vector<Expr> compute_loop_efforts(const FormulaSystem& machine, const LoopRow& row);

}  // namespace kinemate
