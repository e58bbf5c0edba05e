// What happens in a run: `when` in model files.
#pragma once

#include "sim/integrate.h"
#include "study/simulation/machine_system.h"

namespace kinemate {

struct SimulatedEvent;

/// Events of a machine as numbers: which event function or time belongs to which, and what is done.
struct MachineEvents {
  struct Deed {
    std::string name;
    bool stop = false;
    std::vector<std::size_t> set;  ///< parameters that are set, of `parameters`
    std::size_t first_value = 0;   ///< their new values in the program `values`
    bool meets = false;            ///< impact or contact
  };
  struct Time {
    double time = 0;
    std::size_t deed = 0, number = 0;
  };
  std::vector<Deed> deeds;
  std::vector<std::size_t> functions;  ///< the deed of each event function
  std::vector<std::size_t> contacts;   ///< the deed of each impact and contact
  std::vector<Time> times;             ///< ascending, once a run has set them
  std::vector<std::string> parameter_names;
  std::optional<Program> values;  ///< new values of parameters

  /// Within a run, in its order, each once.
  std::vector<double> stop_times(double start, double end) const;
};

/// Fills in what `programs` says of events, contacts and reactions. `parameters` are inputs of programs; `start` says
/// what all of them are at the start. `numbers` become the formulas of times, then of coefficients of restitution.
MachineEvents make_machine_events(const ProgramSource& machine, std::span<const Expr> parameters,
                                  const Substitution& start, MachinePrograms& programs, std::vector<Expr>& numbers);

/// The times and coefficients of one run. Throws Error for a coefficient that is not between 0 and 1.
void set_event_numbers(std::span<const double> numbers, MachineEvents& events, MachineSystem& system);

/// Does what events of a run ask for, and keeps a list of them.
class EventHandler {
 public:
  EventHandler(const MachineEvents& events, MachineSystem& system, std::vector<SimulatedEvent>& log);
  EventAction handle(const EventReport& report, std::span<double> x);

 private:
  /// Whether something has changed; stop is told apart.
  bool act(std::size_t deed, std::size_t function, double t, std::span<double> x);

  const MachineEvents& events_;
  MachineSystem& system_;
  std::vector<SimulatedEvent>& log_;
  std::optional<StateFunction> values_;
};

/// Whether an input is the size of a reaction force that friction depends on.
bool is_reaction_input(const Model& model, const std::string& input);
bool has_reaction_friction(const Model& model);

}  // namespace kinemate
