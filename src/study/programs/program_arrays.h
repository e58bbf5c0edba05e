// The arrays of a machine's programs: what their entries are called, and what they mean.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "expr/normal/algebraic_turns.h"
#include "formalism/equations.h"
#include "formalism/parameters/base_parameters.h"
#include "program/program.h"

namespace kinemate {

/// What a machine's programs speak of.
struct ProgramSource {
  Model model;  ///< with numbers for all parameters that are no inputs
  Kinematics kinematics;
  Rates rates;
  std::vector<LoadState> states;  ///< of loads, with their rates
  Equations equations;            ///< without M, k, τ where a recursion gives what is asked for:
  std::vector<Expr> solution;     ///< accelerations, efforts, the lower triangle of M, or Y row by row and r
  BaseParameters base;            ///< where they are inputs of the program or columns of Y: those that are
  Substitution positions;         ///< where loops are closed: coordinates that follow, by those of the state
  KnownRadii radii;               ///< of the arctangents in these
  std::vector<Expr> gaps;         ///< by how much coordinates of the state that follow others fail to: 0 where they do
  /// Where nothing is free to move: quantities that no formula holds and that a run integrates for the length of its
  /// steps alone.
  std::vector<LoadState> guides;
};

/// Formulas of the state alone: coordinates that follow from others put in.
std::vector<Expr> put_in_positions(const ProgramSource& machine, std::span<const Expr> formulas);

/// x: coordinates, speeds, states of loads, guides.
std::vector<Expr> state_of(const ProgramSource& machine);

Array make_array(const ProgramSource& machine, std::string name, std::string meaning, std::span<const Expr> symbols);

/// Entries are the derivatives of these by time.
Array make_rate_array(const ProgramSource& machine, std::string name, std::string meaning,
                      std::span<const Expr> symbols);

/// Row by row.
Array make_matrix_array(std::string name, std::string meaning, std::size_t rows, std::size_t columns);

}  // namespace kinemate
