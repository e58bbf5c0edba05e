// A run as people read it: how it went, what it kept, what happened; and its curves.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/studies/run_curves.h"
#include "study/simulation/simulate.h"

namespace kinemate {

struct RunText {
  const SimulationRequest& request;
  const SimulationReport& report;
  const ResultHeader& header;
  std::string machine, results;  ///< the file with the rows, if there is one
  std::vector<double> last;      ///< the last row
};

std::string run_text(const RunText& run);
std::string run_json(const RunText& run);

/// Which coordinates took the place of which, and when; empty where none did.
std::string switches_text(const std::vector<CoordinateSwitch>& switches);
nlohmann::ordered_json switches_json(const std::vector<CoordinateSwitch>& switches);

/// What the audit finds wrong; empty where all is well.
std::string audit_warning(const SimulationRequest& request, const SimulationReport& report);

/// Where rows are too far apart for what swings in the run: how fast that is, and which --every shows it. Else empty.
std::string sampling_note(const SimulationRequest& request, const SimulationReport& report);

}  // namespace kinemate
