#include "study/programs/forward_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "formalism/links/numeric_system.h"
#include "program/routine.h"
#include "study/programs/shortest_program.h"
#include "study/singular.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostCompiled = 1000;  // speeds

bool engine_takes(const ProgramSource& machine) {
  if (machine.kinematics.closing || find_obstacle(machine, Purpose::kForward)) return false;
  return std::none_of(
      machine.kinematics.tree.joints.begin(), machine.kinematics.tree.joints.end(),
      [&](const TreeJoint& tree_joint) { return machine.model.joints[tree_joint.joint].from.world_axes; });
}

// The engine with a program in front that finds its numbers, and the way back to the machine's speeds.
struct EngineSide {
  std::unique_ptr<Engine> engine;
  std::vector<std::size_t> sizes;   // of the outputs of that program: coordinates ... joints
  std::vector<std::size_t> speeds;  // which of the machine's speeds each column is
  struct Turned {                   // three columns are along axes of the link
    std::size_t first, rotation;    // the column; where R stands among the numbers of the joints
  };
  std::vector<Turned> turned;
};

struct Prepared {
  Program program;  // of everything, or of the engine's numbers
  Array outputs;
  std::optional<EngineSide> side;
};

Prepared prepare_program(const Model& model, const ProgramRequest& request) {
  Prepared made{make_shortest_program(model, request, keep_quiet).optimized.program, {}, std::nullopt};
  made.outputs = made.program.outputs[0];
  return made;
}

Prepared prepare_engine(ProgramSource& machine, const ProgramRequest& request) {
  if (!engine_takes(machine))
    throw Error(
        ErrorCode::kAlgorithm, "the engine cannot take this machine",
        machine.kinematics.closing
            ? "it has closed loops or constraints"
            : find_obstacle(machine, Purpose::kForward).value_or("a joint does not turn with the body it is on"));
  const MachineLinks links = make_links(machine.model, machine.kinematics);
  if (const auto singular = find_lasting_singularity(machine.model, machine.kinematics,
                                                     make_formula_system(links, choose_axes(links, AxesRule::kTurned))))
    throw *singular;
  const EngineFormulas formulas = make_engine_formulas(links, machine.kinematics.speeds, {});
  EngineSide side{std::make_unique<Engine>(formulas.links), {}, {}, {}};
  std::vector<OutputFormulas> outputs;
  for (const auto& [name, list] :
       {std::pair{"coordinates", &formulas.coordinates}, std::pair{"speeds", &formulas.speeds},
        std::pair{"efforts", &formulas.efforts}, std::pair{"base", &formulas.base}, std::pair{"loads", &formulas.loads},
        std::pair{"joints", &formulas.joints}}) {
    outputs.push_back({{name, "", std::vector<Entry>(list->size())}, *list});
    side.sizes.push_back(list->size());
  }
  std::size_t column = 0, number = 0;
  for (std::size_t i = 0; i < links.links.size(); ++i) {
    const MachineLink& link = links.links[i];
    if (link.shifts_in_near_axes) side.turned.push_back({column, number});
    if (formulas.links[i].kind == EngineLink::Kind::kGeneral) number += 24 + 6 * link.speeds.size();
    side.speeds.insert(side.speeds.end(), link.speeds.begin(), link.speeds.end());
    column += link.speeds.size();
  }
  return {make_machine_program(machine, request, outputs),
          make_rate_array(machine, "a", "accelerations: rates of the speeds", machine.kinematics.speeds),
          std::move(side)};
}

}  // namespace

struct ForwardDynamics::Parts {
  Parts(Prepared made, unsigned lanes)
      : inputs(made.program.inputs),
        outputs(std::move(made.outputs)),
        routine(made.program, lanes),
        side(std::move(made.side)),
        width(lanes) {}

  std::vector<Array> inputs;
  Array outputs;
  Routine routine;
  std::optional<EngineSide> side;
  unsigned width;
};

struct ForwardDynamics::Workspace::Parts {
  const ForwardDynamics::Parts& of;
  kinemate::Workspace memory;
  std::optional<EngineWorkspace> engine;
  std::vector<double> columns, accelerations;  // of the engine
};

ForwardDynamics::ForwardDynamics(const Model& model, Means means, unsigned width) {
  ProgramRequest request;
  request.algorithm.kind = Algorithm::Kind::kFastest;
  ProgramSource machine = prepare_for_program(model, request, keep_quiet);
  const bool few = machine.kinematics.speeds.size() <= kMostCompiled || !engine_takes(machine);
  const bool compiled = means == Means::kProgram || (means == Means::kAutomatic && few);
  parts_ =
      std::make_unique<Parts>(compiled ? prepare_program(model, request) : prepare_engine(machine, request), width);
}

ForwardDynamics::~ForwardDynamics() = default;
ForwardDynamics::ForwardDynamics(ForwardDynamics&&) noexcept = default;

ForwardDynamics::Means ForwardDynamics::means() const { return parts_->side ? Means::kEngine : Means::kProgram; }
const std::vector<Array>& ForwardDynamics::inputs() const { return parts_->inputs; }
const Array& ForwardDynamics::outputs() const { return parts_->outputs; }

ForwardDynamics::Workspace ForwardDynamics::make_workspace() const {
  auto made = std::make_unique<Workspace::Parts>(
      Workspace::Parts{*parts_, parts_->routine.make_workspace(), std::nullopt, {}, {}});
  if (parts_->side) {
    made->engine = parts_->side->engine->make_workspace(parts_->width);
    made->columns.resize(parts_->side->engine->speed_count() * parts_->width);
    made->accelerations.resize(parts_->outputs.entries.size() * parts_->width);
  }
  return Workspace(std::move(made));
}

void ForwardDynamics::run(Workspace& workspace) const {
  Workspace::Parts& own = *workspace.parts_;
  parts_->routine.run(own.memory);
  if (!parts_->side) return;
  const EngineSide& side = *parts_->side;
  const std::size_t width = parts_->width;
  std::span<const double> numbers = parts_->routine.outputs(own.memory), list[6];
  for (std::size_t i = 0; i < 6; ++i) {
    list[i] = numbers.first(side.sizes[i] * width);
    numbers = numbers.subspan(list[i].size());
  }
  side.engine->forward({list[0], list[1], list[2], list[3], list[4], list[5]}, *own.engine, own.columns);
  for (const EngineSide::Turned& turned : side.turned)
    for (std::size_t lane = 0; lane < width; ++lane) {
      const auto column = [&](std::size_t k) -> double& { return own.columns[(turned.first + k) * width + lane]; };
      const auto r = [&](std::size_t k) { return list[5][(turned.rotation + k) * width + lane]; };
      const double x = column(0), y = column(1), z = column(2);
      for (std::size_t k = 0; k < 3; ++k) column(k) = r(3 * k) * x + r(3 * k + 1) * y + r(3 * k + 2) * z;
    }
  for (std::size_t i = 0; i < side.speeds.size(); ++i)
    std::copy_n(own.columns.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                own.accelerations.begin() + static_cast<std::ptrdiff_t>(side.speeds[i] * width));
}

ForwardDynamics::Workspace::Workspace(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ForwardDynamics::Workspace::~Workspace() = default;
ForwardDynamics::Workspace::Workspace(Workspace&&) noexcept = default;

std::span<double> ForwardDynamics::Workspace::inputs() { return parts_->of.routine.inputs(parts_->memory); }

std::span<const double> ForwardDynamics::Workspace::accelerations() const {
  if (parts_->engine) return parts_->accelerations;
  return parts_->of.routine.outputs(parts_->memory);
}

}  // namespace kinemate
