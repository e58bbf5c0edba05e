// How a list of equations was solved: blocks, flow of information, tree, order, and what came out.
#pragma once

#include <optional>
#include <string>

#include "flat/solve.h"
#include "program/optimize.h"

namespace kinemate {

struct FlatReport {
  const FlatSystem& system;
  const FlatSolution& solution;
  std::vector<std::size_t> unknowns;          ///< those that were asked for
  std::optional<Optimized> program;           ///< none where formulas would be too long
  std::optional<std::vector<double>> by_lu;   ///< of all unknowns, where everything known has a value
  std::optional<std::vector<double>> values;  ///< of those that were asked for, by the program
};

/// What is printed beside the summary.
struct FlatShown {
  bool tree = true, order = false, formulas = false, values = true;
  bool all = false;  ///< no list is cut
};

std::string flat_solution_text(const FlatReport& report, const FlatShown& shown);
/// Everything; docs/flat_equations.md describes it.
std::string flat_solution_json(const FlatReport& report);

}  // namespace kinemate
