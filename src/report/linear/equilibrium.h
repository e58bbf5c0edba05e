// Equilibria of a machine, for people and programs.
#pragma once

#include <string>

#include "picture/figure.h"
#include "study/linear/equilibrium_curve.h"

namespace kinemate {

struct FoundEquilibrium {
  LinearSystem system;
  ModalAnalysis analysis;
};

struct EquilibriaReport {
  std::string machine;
  std::vector<std::string> coordinates, states;
  std::vector<FoundEquilibrium> equilibria;
  std::vector<NamedFormula> formulas;  ///< of the coordinates, where they are known for all parameters
  std::size_t starts = 0;              ///< at random, beside the one that was given
  bool timed = false;                  ///< terms of time were left out
};

std::string equilibria_text(const EquilibriaReport& report);
std::string equilibria_json(const EquilibriaReport& report);

std::string curve_text(const std::string& machine, const EquilibriumCurve& curve, const EquilibriaReport& names);
std::string curve_json(const std::string& machine, const EquilibriumCurve& curve, const EquilibriaReport& names);

/// A panel for each coordinate that changes; dashed where the equilibrium is unstable.
Figure curve_figure(const std::string& machine, const EquilibriumCurve& curve, const EquilibriaReport& names);

}  // namespace kinemate
