// Options of verbs that let a machine run: from when to when, how, and what is recorded.
#pragma once

#include "cli/options/reduction_options.h"
#include "cli/verbs.h"
#include "study/simulation/simulation_request.h"

namespace kinemate {

struct RunOptionsOfVerb {
  SimulationRequest simulation;
  ReductionOptions reduction;
  std::vector<std::string> at, tolerances, record, reactions, points;
  std::string method = "auto", switching = kSwitchingNames[0];
};

void add_run_options(CLI::App& verb, RunOptionsOfVerb& options);

/// Throws Error for options that do not fit the machine.
SimulationRequest make_run_request(const Model& model, const RunOptionsOfVerb& options);

/// Sixteen digits that are others for another text.
std::string hash_of(const std::string& text);

}  // namespace kinemate
