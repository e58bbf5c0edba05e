#include "codegen/simulink/ports.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "codegen/shared_inputs.h"
#include "codegen/target.h"

namespace kinemate {

SimulinkBlock make_simulink_block(std::span<const Program> programs, std::span<const double> example) {
  CHECK(!programs.empty());
  if (programs[0].name != "ode")
    throw Error(ErrorCode::kTarget,
                fmt::format("a block of Simulink is a differential equation, but {} was asked for", programs[0].name),
                "leave --what out, or take --what ode");
  if (find_array(programs[0].inputs, "x") == nullptr)
    throw Error(ErrorCode::kNothingMoves, "a block of Simulink needs a state, but nothing moves in this machine");
  SimulinkBlock made{{}, find_sparse_jacobian(programs), {}, {}, example_of(programs[0], "x", example)};
  for (const Program& program : programs)
    if (program.name != "jacobian" || made.jacobian.missing.empty()) made.programs.push_back(program);
  for (Array& array : share_inputs(made.programs)) {
    if (array.name == "u" || array.name == "w") {
      made.ports.push_back(std::move(array));
    } else if (array.name != "t" && array.name != "x") {
      made.parameters.push_back(std::move(array));
    }
  }
  return made;
}

const Array& output_port(const SimulinkBlock& block) {
  const Program* outputs = find_program(block.programs, "outputs");
  return outputs == nullptr ? *find_array(block.programs[0].inputs, "x") : *find_array(outputs->outputs, "y");
}

bool depends_on(const Program& program, std::string_view array) {
  std::size_t first = 0, count = 0;
  for (const Array& input : program.inputs) {
    count = input.entries.size();
    if (input.name == array) break;
    first += count, count = 0;
  }
  std::vector<bool> live(program.operations.size(), false);
  for (const Value result : program.results) live[result] = true;
  for (std::size_t i = live.size(); i-- > 0;) {
    if (!live[i]) continue;
    const Operation& operation = program.operations[i];
    if (operation.code == Code::kInput && operation.operands[0] >= first && operation.operands[0] - first < count)
      return true;
    for (const Value operand : operands_of(operation)) live[operand] = true;
  }
  return false;
}

bool feeds_through(const SimulinkBlock& block, const Array& port) {
  const Program* outputs = find_program(block.programs, "outputs");
  return outputs != nullptr && depends_on(*outputs, port.name);
}

}  // namespace kinemate
