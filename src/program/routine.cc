#include "program/routine.h"

#include <algorithm>
#include <new>

#include "base/check.h"
#include "program/interpret.h"
#include "program/machine_code/assemble.h"

namespace kinemate {
namespace {

constexpr std::align_val_t kAlignment{64};

Compiler assembler_or_interpreter(const AssembleOptions& options) {
  if (!can_assemble()) return interpret;
  return [options](const Schedule& schedule, unsigned width) { return assemble(schedule, width, options); };
}

}  // namespace

Compiler default_compiler() { return assembler_or_interpreter({}); }
Compiler fast_compiler() { return assembler_or_interpreter({.fast = true}); }

Workspace::Workspace(std::size_t doubles)
    : memory_(static_cast<double*>(::operator new[](std::max<std::size_t>(doubles, 1) * sizeof(double), kAlignment))) {
  std::fill_n(memory_.get(), doubles, 0.0);
}

void Workspace::Free::operator()(double* memory) const { ::operator delete[](memory, kAlignment); }

Routine::Routine(const Program& program, unsigned width, const Compiler& compiler) : width_(width) {
  CHECK(width == 1 || width == 4 || width == 8);
  const Schedule schedule = make_schedule(program);
  inputs_ = schedule.inputs, outputs_ = schedule.outputs;
  inputs_at_ = schedule.inputs_at(), outputs_at_ = schedule.outputs_at(), constants_at_ = schedule.constants_at();
  slots_ = schedule.slots();
  constants_ = schedule.constants;
  runner_ = compiler(schedule, width);
}

Workspace Routine::make_workspace() const {
  Workspace workspace(slots_ * width_);
  double* at = workspace.memory() + constants_at_ * width_;
  for (double constant : constants_) at = std::fill_n(at, width_, constant);
  return workspace;
}

std::span<double> Routine::inputs(Workspace& workspace) const {
  return {workspace.memory() + inputs_at_ * width_, inputs_ * width_};
}

std::span<const double> Routine::outputs(const Workspace& workspace) const {
  return {workspace.memory() + outputs_at_ * width_, outputs_ * width_};
}

std::vector<double> run_once(const Routine& routine, std::span<const double> inputs) {
  CHECK(inputs.size() == routine.input_count() * routine.width());
  Workspace workspace = routine.make_workspace();
  std::copy(inputs.begin(), inputs.end(), routine.inputs(workspace).begin());
  routine.run(workspace);
  const std::span<const double> outputs = routine.outputs(workspace);
  return {outputs.begin(), outputs.end()};
}

}  // namespace kinemate
