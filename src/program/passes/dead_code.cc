#include "program/passes/dead_code.h"

#include <utility>

namespace kinemate {
namespace {

std::vector<bool> find_needed(const Program& program) {
  std::vector<bool> needed(program.operations.size(), false);
  for (Value result : program.results) needed[result] = true;
  for (std::size_t i = needed.size(); i-- > 0;)
    if (needed[i])
      for (Value operand : operands_of(program.operations[i])) needed[operand] = true;
  return needed;
}

}  // namespace

Program drop_dead_code(Program program) {
  const std::vector<bool> needed = find_needed(program);
  std::vector<Value> moved(needed.size());
  std::vector<std::uint32_t> constant_moved(program.constants.size(), ~std::uint32_t{0});
  std::vector<double> constants;
  Value next = 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    Operation operation = program.operations[i];
    for (std::size_t k = 0; k < operation.count; ++k) operation.operands[k] = moved[operation.operands[k]];
    if (operation.code == Code::kConstant) {
      std::uint32_t& place = constant_moved[operation.operands[0]];
      if (place == ~std::uint32_t{0}) {
        place = static_cast<std::uint32_t>(constants.size());
        constants.push_back(program.constants[operation.operands[0]]);
      }
      operation.operands[0] = place;
    }
    program.operations[next] = operation;
    moved[i] = next++;
  }
  program.operations.resize(next);
  program.constants = std::move(constants);
  for (Value& result : program.results) result = moved[result];
  return program;
}

}  // namespace kinemate
