// What is recorded of a run: names, units, and the program that computes a row.
#pragma once

#include <string>
#include <vector>

#include "sim/results/table.h"
#include "study/evaluate.h"
#include "study/simulation/state_function.h"

namespace kinemate {

struct RecordRequest {
  bool accelerations = false;
  bool energies = false;
  bool all_reactions = false;
  bool efforts = false;                ///< of drives
  std::vector<std::string> reactions;  ///< of joints, by name
  std::vector<PointRequest> points;    ///< position and velocity
  std::vector<Expr> watched;           ///< formulas of columns and accelerations, after the columns
  bool only_watched = false;           ///< the columns themselves are not wanted
};

/// A coordinate that stands in the place of one that results have.
struct ToldCoordinate {
  Expr symbol;
  Expr original;  ///< the one that results have
  Expr formula;   ///< of it, of coordinates that stand in places of others: an angle up to whole turns
  Expr turns;     ///< a parameter of rows: what is added to it
};

struct RecordedColumns {
  std::vector<ResultColumn> columns;  ///< t, coordinates, speeds, states of loads, outputs of the model, the rest
  std::vector<Expr> formulas;         ///< of the columns that are wanted, then what is watched; of t, x, a
  Program program;                    ///< of these
};

/// `constants` are values of parameters that may stand in points. Throws Error for joints that are none of the tree,
/// and for names in what is watched that are none of the columns.
RecordedColumns make_columns(const ProgramSource& machine, std::span<const Expr> parameters,
                             const RecordRequest& request, const Substitution& constants = {},
                             std::span<const ToldCoordinate> told = {});

/// The formula of what is recorded in the place of a coordinate, of its rate or of the rate of that: of symbols of
/// coordinates, their rates and so on. The symbol itself where it is recorded.
Expr told_formula(std::span<const ToldCoordinate> told, Expr symbol);

}  // namespace kinemate
