// What is simulated, how, and what is kept of it.
#pragma once

#include "sim/methods.h"
#include "study/reduction/reduction.h"
#include "study/simulation/recorded_columns.h"

namespace kinemate {

/// What happens where the coordinates that a run integrates come near a singular position.
enum class Switching {
  kCarryOver,  ///< others take their place, and the integrator's past is told in them
  kRestart,    ///< others take their place, and the integrator starts again
  kOff
};

/// On the command line, in the order of Switching.
inline constexpr const char* kSwitchingNames[] = {"on", "restart", "off"};

struct SimulationRequest {
  // ---- what is simulated ----
  std::vector<Given> initial;       ///< instead of the initial values of the model
  std::vector<std::string> varied;  ///< parameters, initial values and inputs that each run has its own of
  double start = 0, end = 10;
  std::optional<ReductionRequest> reduction;  ///< without weak terms
  // ---- how ----
  IntegrationMethod method = IntegrationMethod::kAuto;
  double rtol = 1e-8, atol = 1e-10;
  std::vector<std::pair<std::string, double>> atol_of;  ///< of single states, by name
  double step = 0;                                      ///< of methods with fixed steps; 0: none
  double largest_step = 0;                              ///< 0: no limit
  long most_steps = 10'000'000;
  Switching switching = Switching::kCarryOver;
  double switch_below = 0;  ///< of the best coordinates' criterion, below 1; 0: late, so that it happens seldom
  // ---- what is kept ----
  double every = 0;           ///< seconds between rows; 0: the run in 500 parts; below 0: each step
  std::vector<double> times;  ///< of rows, in the order of the run, instead
  RecordRequest record;
  bool audit = true;  ///< whether energy and other constants are followed
};

}  // namespace kinemate
