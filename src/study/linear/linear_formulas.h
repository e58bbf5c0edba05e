// A machine near a reference, as formulas: M, P = D + G, Q = K + N, h and the rest.
//
//   M ṡ + P s + Q y + Z z = F u + h(t),  ẏ = V s + W y   (source B (2.130) to (2.135), (2.162) and (2.165))
// of small departures from the reference, as study/linear/linear_system.h has them in numbers. The reference may rest,
// move steadily, or move along given functions of time; the matrices then depend on time.
#pragma once

#include "study/derivation.h"
#include "study/linear/linear_system.h"

namespace kinemate {

/// What coordinates, speeds, accelerations, load states and inputs are at the reference.
struct LinearReference {
  /// A value that is put in. What has none stands for itself: its formulas are of the reference's R, R', R''.
  std::unordered_map<Expr, Expr> values;
  std::vector<NamedFormula> kept;  ///< what stands for itself and has a formula all the same, to be read beside them
  bool rests = false;              ///< no force remains: it is an equilibrium, or moves by itself
};

/// A matrix of formulas, row by row.
struct FormulaMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<Expr> entries;

  Expr& at(std::size_t i, std::size_t j) { return entries[i * columns + j]; }
  Expr at(std::size_t i, std::size_t j) const { return entries[i * columns + j]; }
  bool is_zero() const;
};
FormulaMatrix zero_matrix(std::size_t rows, std::size_t columns);

struct LinearFormulas {
  std::vector<std::string> deviations, speeds, states, inputs, outputs;
  LinearReference reference;
  FormulaMatrix M, P, Q, Z, F, V, W;
  FormulaMatrix D, G, K, N;      ///< symmetric and skew parts of P and Q; empty where V is not 1 or W not 0
  std::vector<Expr> residual;    ///< M ṡ + k − τ at the reference, without terms of time: 0 at an equilibrium
  std::vector<Expr> excitation;  ///< h, the terms of time
  FormulaMatrix A, B, C, D_u;    ///< of x = (y, s, z); empty unless asked for
};

struct LinearFormulaRequest {
  LinearReference reference;
  std::vector<NamedFormula> outputs;
  std::vector<std::size_t> efforts;  ///< speeds on which a further input acts
  bool state_space = false;
  bool time_is_motion = false;  ///< terms of time belong to the residual: the reference moves with them
};

/// REQUIRES: a tree. Throws Error where M is singular and the state space is asked for.
LinearFormulas linearise_formulas(const ProgramSource& source, const LinearFormulaRequest& request,
                                  const Progress& progress);

}  // namespace kinemate
