#include "codegen/fold_constants.h"

#include <algorithm>
#include <bit>

namespace kinemate {
namespace {

// Each number is there once, by its bits.
Value place_of(double number, std::vector<double>& constants) {
  const auto same = [&](double other) {
    return std::bit_cast<std::uint64_t>(other) == std::bit_cast<std::uint64_t>(number);
  };
  const auto found = std::find_if(constants.begin(), constants.end(), same);
  const auto place = static_cast<Value>(found - constants.begin());
  if (found == constants.end()) constants.push_back(number);
  return place;
}

}  // namespace

Program fold_constants(const Program& program) {
  Program made = program;
  for (Operation& operation : made.operations) {
    const std::span<const Value> operands = operands_of(operation);
    const auto is_constant = [&](Value value) { return made.operations[value].code == Code::kConstant; };
    if (operands.empty() || !std::all_of(operands.begin(), operands.end(), is_constant)) continue;
    std::vector<double> numbers;
    for (const Value value : operands) numbers.push_back(made.constants[made.operations[value].operands[0]]);
    const double result = compute(operation.code, operation.function, numbers);
    operation = {};
    operation.operands[0] = place_of(result, made.constants);
  }
  return made;
}

}  // namespace kinemate
