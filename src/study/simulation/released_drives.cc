#include "study/simulation/released_drives.h"

#include <algorithm>

#include "base/error.h"
#include "expr/evaluate.h"
#include "formalism/methods/kane.h"
#include "loops/closing.h"
#include "study/programs/machine_program.h"
#include "study/programs/program_outputs.h"

namespace kinemate {
namespace {

void set_initial(Model& model, Expr coordinate, double value) {
  std::erase_if(model.initial, [&](const InitialValue& one) { return one.symbol == coordinate; });
  model.initial.push_back({coordinate, make_real(value)});
}

// The value that a drive has where loops were closed; none: it holds a function without a formula.
std::optional<double> value_at(Expr drive, const Values& start) {
  try {
    return evaluate(drive, start);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// Loops are closed from where those of the driven machine are, so that they are on the same branch.
void start_as(const Closing& closing, Model& model) {
  for (const Coordinate& coordinate : model.coordinates) {
    const Expr q = make_symbol(coordinate.name);
    if (const auto found = closing.start.find(q); found != closing.start.end()) {
      set_initial(model, q, found->second);
    } else if (coordinate.drive) {
      if (const auto value = value_at(*coordinate.drive, closing.start)) set_initial(model, q, *value);
    }
  }
}

Model let_go_drives(const ProgramSource& machine) {
  Model model = machine.model;
  if (machine.kinematics.closing) start_as(*machine.kinematics.closing, model);
  model.independent.clear();
  for (Coordinate& coordinate : model.coordinates) {
    if (!coordinate.drive) continue;
    model.independent.push_back(make_symbol(coordinate.name, 1));
    coordinate.drive.reset();
  }
  for (Expr speed : machine.kinematics.speeds) model.independent.push_back(speed);
  model.events.clear();
  return model;
}

}  // namespace

bool has_drives(const Model& model) {
  return std::any_of(model.coordinates.begin(), model.coordinates.end(),
                     [](const Coordinate& coordinate) { return coordinate.drive.has_value(); });
}

bool is_driven_alone(const ProgramSource& machine) {
  return machine.kinematics.speeds.empty() && (has_drives(machine.model) || machine.model.base.has_value());
}

ReleasedDrives release_drives(const ProgramSource& machine) {
  ReleasedDrives made;
  ProgramRequest wanted;  // what is still a parameter stays one
  for (const Parameter& parameter : machine.model.parameters) wanted.parameters.push_back(parameter.name);
  made.machine = prepare_for_program(let_go_drives(machine), wanted, [](const std::string&) {});
  made.machine.equations = derive_by_kane(made.machine.model, made.machine.kinematics);
  add_drives(machine.model.coordinates, made.motion.symbols);
  const std::vector<Expr> residual = residual_of(made.machine.equations);
  const std::vector<Expr>& speeds = made.machine.equations.speeds;
  for (std::size_t c = 0; c < machine.model.coordinates.size(); ++c) {
    const Coordinate& coordinate = machine.model.coordinates[c];
    if (!coordinate.drive) continue;
    const auto found = std::find(speeds.begin(), speeds.end(), make_symbol(coordinate.name, 1));
    if (found == speeds.end()) {
      made.unknown.push_back(c);
    } else {
      made.efforts.push_back({c, substitute(residual[static_cast<std::size_t>(found - speeds.begin())], made.motion)});
    }
  }
  return made;
}

}  // namespace kinemate
