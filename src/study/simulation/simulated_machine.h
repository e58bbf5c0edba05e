// A machine made ready for runs: derived once, as programs.
#pragma once

#include "sim/result_table.h"
#include "study/derivation.h"
#include "study/simulation/angle_follower.h"
#include "study/simulation/machine_events.h"
#include "study/simulation/run_audit.h"
#include "study/simulation/run_start.h"
#include "study/simulation/simulation_request.h"

namespace kinemate {

struct SimulatedMachine {
  SimulationRequest request;
  Model model;
  ProgramSource source;
  std::vector<Expr> symbols;     ///< of x
  std::vector<Expr> parameters;  ///< that events set or that are varied
  StartProgram start;
  MachinePrograms programs;
  MachineEvents events;
  std::optional<AuditPrograms> audit;
  RecordedColumns columns;
  FollowedAngles angles;
  ResultHeader header;
  std::vector<std::string> notes;
};

/// Throws Error for closed loops, open parameters, unspecified functions, and initial values that do not fit.
SimulatedMachine make_simulated_machine(const Model& model, const SimulationRequest& request, const Progress& progress);

/// Tolerances of each state. Throws Error for names that are no states.
IntegratorOptions integrator_options(const SimulatedMachine& machine);

/// When rows are recorded; none: at each step. Throws Error for too many.
std::vector<double> output_times(const SimulationRequest& request);

}  // namespace kinemate
