#include "program/cost.h"

namespace kinemate {
namespace {

constexpr double kDivisionWeight = 4, kSquareRootWeight = 6, kCallWeight = 15, kBothSinesWeight = 20;

void count_call(OperationCount& count, Function function) {
  switch (function) {
    case Function::kNoEvent: break;
    case Function::kAbs:
    case Function::kSign:
    case Function::kFloor:
    case Function::kMin:
    case Function::kMax:
    case Function::kStep:
    case Function::kIf: ++count.selections; break;
    default: ++(info(function).infix ? count.comparisons : count.calls);
  }
}

// Sines and cosines of the same argument that come together.
double count_sine_pairs(const Program& program) {
  std::vector<int> lone(program.operations.size(), 0);  // sines of the argument without a cosine, or minus cosines
  double pairs = 0;
  for (const Operation& operation : program.operations) {
    if (operation.code != Code::kSine && operation.code != Code::kCosine) continue;
    int& alone = lone[operation.operands[0]];
    const int kind = operation.code == Code::kSine ? 1 : -1;
    if (alone * kind < 0) ++pairs;
    alone += kind;
  }
  return pairs;
}

}  // namespace

OperationCount count_operations(const Program& program) {
  OperationCount count;
  for (const Operation& operation : program.operations) {
    switch (operation.code) {
      case Code::kConstant:
      case Code::kInput: break;
      case Code::kNegate: ++count.negations; break;
      case Code::kAdd:
      case Code::kSubtract: ++count.additions; break;
      case Code::kMultiply: ++count.multiplications; break;
      case Code::kDivide: ++count.divisions; break;
      case Code::kSquareRoot: ++count.square_roots; break;
      case Code::kPower: ++count.powers; break;
      case Code::kSine:
      case Code::kCosine: ++count.calls; break;
      case Code::kCall: count_call(count, operation.function); break;
    }
  }
  return count;
}

double weighted_cost(const Program& program) {
  const OperationCount n = count_operations(program);
  return n.additions + n.negations + n.multiplications + n.comparisons + n.selections + kDivisionWeight * n.divisions +
         kSquareRootWeight * n.square_roots + kCallWeight * (n.powers + n.calls) -
         (2 * kCallWeight - kBothSinesWeight) * count_sine_pairs(program);
}

Program cheaper(const Program& before, Program after) {
  return weighted_cost(after) <= weighted_cost(before) ? after : before;
}

}  // namespace kinemate
