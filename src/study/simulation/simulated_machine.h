// A machine made ready for runs: derived once, as programs.
#pragma once

#include <memory>

#include "model/joints/complementary_angles.h"
#include "sim/results/table.h"
#include "study/derivation.h"
#include "study/simulation/angle_follower.h"
#include "study/simulation/machine_events.h"
#include "study/simulation/run_audit.h"
#include "study/simulation/run_start.h"
#include "study/simulation/simulation_request.h"
#include "study/switching/coordinate_watch.h"

namespace kinemate {

class ChartBook;

struct SimulatedMachine {
  SimulationRequest request;
  Model model;
  ProgramSource source;
  std::vector<Expr> symbols;     ///< of x
  std::vector<Expr> parameters;  ///< that events set or that are varied
  std::optional<ReleasedDrives> released;  ///< where nothing is free to move and energy is followed
  StartProgram start;
  MachinePrograms programs;
  MachineEvents events;
  std::optional<AuditPrograms> audit;
  RecordedColumns columns;
  FollowedAngles angles;
  ResultHeader header;
  std::vector<std::string> notes;
  // ---- which coordinates the state has, and which it may have instead ----
  ChartChoice chart;
  std::string coordinates;      ///< which these are, for people
  bool is_other_chart = false;  ///< than the one that runs start in
  WatchedCoordinates watched;
  std::vector<ComplementaryAngles> lockable;     ///< of joints that have angles which lock
  std::vector<ToldCoordinate> told;              ///< where they are those of the other sequence
  Substitution known;                            ///< parameters at the start
  std::optional<RecordedColumns> place_columns;  ///< all coordinates and speeds, where runs do not record them
  const RecordedColumns& place() const { return place_columns ? *place_columns : columns; }
  std::shared_ptr<ChartBook> charts;  ///< none: it is one of them
};

/// What the request gives takes the place of the model's initial values before loops are closed (study/closed_start.h).
/// Throws Error for loops that cannot be closed, open parameters, unspecified functions, and initial values that do not
/// fit.
SimulatedMachine make_simulated_machine(const Model& given, const SimulationRequest& request, const Progress& progress);

/// The same machine in other coordinates, for runs that come from `base`. Its model says which: `told` are coordinates
/// that stand in the place of others, `parameters` further ones that are set while it runs.
SimulatedMachine make_other_chart(const SimulatedMachine& base, const Model& model, const ChartChoice& chart,
                                  std::vector<ToldCoordinate> told, const std::vector<std::string>& parameters);

/// Tolerances of each state. Throws Error for names that are no states.
IntegratorOptions integrator_options(const SimulatedMachine& machine);

/// When rows are recorded; none: at each step. Throws Error for too many.
std::vector<double> output_times(const SimulationRequest& request);

}  // namespace kinemate
