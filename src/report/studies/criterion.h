// How well coordinates suited over a run: the projection criterion of each, and what is left of angles that lock.
#pragma once

#include <string>
#include <vector>

#include "picture/figure.h"
#include "study/simulation/machine_run.h"

namespace kinemate {

/// One number a row, and whether it was that of the coordinates in use.
struct CriterionLine {
  std::string name;
  std::vector<double> values;  ///< not a number where the coordinates in use had no such one
  std::vector<char> in_use;    ///< independent; of a joint: its angles are those of the file
};

/// What a run showed, row by row.
struct CriterionTrace {
  std::vector<double> times;
  std::vector<CriterionLine> coordinates;    ///< cos²α
  std::vector<CriterionLine> joints;         ///< sin² between the first and the last axis of the angles in use
  std::vector<double> chosen_set, best_set;  ///< of machines with loops or constraints

  /// For RunObserver::criterion.
  void add(double t, const CoordinateLook& look, const SimulatedMachine& chart);
};

struct CriterionText {
  const CriterionTrace& trace;
  const SimulationReport& report;
  std::string machine;
};

std::string criterion_text(const CriterionText& run);
std::string criterion_json(const CriterionText& run);

/// The criterion over the time, below it that of the set in use, below it angles that lock. Of many coordinates those
/// that change most.
Figure criterion_figure(const CriterionTrace& trace, const std::string& machine);

}  // namespace kinemate
