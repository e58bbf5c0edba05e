#include "program/passes/sink_signs.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "program/passes/dead_code.h"
#include "program/passes/signs.h"

namespace kinemate {
namespace {

class SignSink {
 public:
  explicit SignSink(Program program)
      : program_(std::move(program)), uses_(count_uses(program_)), stands_for_(program_.operations.size()) {
    for (std::size_t i = 0; i < stands_for_.size(); ++i) stands_for_[i] = static_cast<Value>(i);
  }

  Program run() {
    const std::size_t size = program_.operations.size();
    for (std::size_t i = 0; i < size; ++i)
      if (program_.operations[i].code == Code::kNegate) sink(static_cast<Value>(i));
    return in_order(size);
  }

 private:
  struct Step {
    Value value;
    std::size_t from;   // the step that led here
    std::size_t place;  // as which operand
  };

  // Breadth first from the operand of a negation down to what can change its sign.
  void sink(Value negation) {
    std::vector<Step> steps = {{program_.operations[negation].operands[0], 0, 0}};
    for (std::size_t at = 0; at < steps.size() && at < kSignSearchLimit; ++at) {
      const Value value = steps[at].value;
      const Operation operation = program_.operations[value];
      if (operation.code == Code::kConstant && at > 0) {
        program_.operations[steps[steps[at].from].value].operands[steps[at].place] = opposite_constant(value);
        return turn_path(negation, steps, steps[at].from, steps[at].place);
      }
      if (uses_[value] != 1) continue;
      if (operation.code == Code::kSubtract) {
        std::swap(program_.operations[value].operands[0], program_.operations[value].operands[1]);
        return at > 0 ? turn_path(negation, steps, steps[at].from, steps[at].place) : replace(negation, value);
      }
      const bool both =
          operation.code == Code::kMultiply || operation.code == Code::kDivide || operation.code == Code::kAdd;
      const bool odd = operation.count > 0 && parity(program_, operation) == Parity::kOdd;
      if (both || odd) steps.push_back({operation.operands[0], at, 0});
      if (both && operation.operands[0] != operation.operands[1]) steps.push_back({operation.operands[1], at, 1});
    }
  }

  // All on the way from a changed operand up to the negation changes its sign: -(a + b) = (-a) - b.
  void turn_path(Value negation, const std::vector<Step>& steps, std::size_t at, std::size_t place) {
    for (;;) {
      Operation& operation = program_.operations[steps[at].value];
      if (operation.code == Code::kAdd) {
        operation.code = Code::kSubtract;
        if (place == 1) std::swap(operation.operands[0], operation.operands[1]);
      }
      if (at == 0) break;
      place = steps[at].place, at = steps[at].from;
    }
    replace(negation, steps[0].value);
  }

  void replace(Value negation, Value value) {
    stands_for_[negation] = value;
    uses_[value] = uses_[negation];
  }

  Value opposite_constant(Value value) {
    program_.constants.push_back(-program_.constants[program_.operations[value].operands[0]]);
    Operation constant = program_.operations[value];
    constant.operands[0] = static_cast<Value>(program_.constants.size() - 1);
    program_.operations.push_back(constant);
    stands_for_.push_back(static_cast<Value>(program_.operations.size() - 1));
    uses_.push_back(1);
    return stands_for_.back();
  }

  // Constants that were put last stand before their first user again, each number once.
  Program in_order(std::size_t size) {
    Program result = program_;
    result.operations.clear(), result.constants.clear();
    std::map<std::uint64_t, Value> known;
    std::vector<Value> moved(program_.operations.size());
    auto place_constant = [&](Value value) {
      const double number = program_.constants[program_.operations[value].operands[0]];
      const auto [found, fresh] =
          known.try_emplace(std::bit_cast<std::uint64_t>(number), static_cast<Value>(result.operations.size()));
      if (fresh) {
        Operation constant = program_.operations[value];
        constant.operands[0] = static_cast<Value>(result.constants.size());
        result.constants.push_back(number);
        result.operations.push_back(constant);
      }
      moved[value] = found->second;
    };
    for (std::size_t i = 0; i < size; ++i) {
      Operation operation = program_.operations[i];
      if (stands_for_[i] != i) {
        moved[i] = moved[stands_for_[i]];
      } else if (operation.code == Code::kConstant) {
        place_constant(static_cast<Value>(i));
      } else {
        for (std::size_t k = 0; k < operation.count; ++k) {
          if (operation.operands[k] >= size) place_constant(operation.operands[k]);
          operation.operands[k] = moved[operation.operands[k]];
        }
        moved[i] = static_cast<Value>(result.operations.size());
        result.operations.push_back(operation);
      }
    }
    for (Value& value : result.results) value = moved[value];
    return drop_dead_code(std::move(result));
  }

  Program program_;
  std::vector<std::uint32_t> uses_;
  std::vector<Value> stands_for_;  ///< the value itself, or what a negation has become
};

}  // namespace

Program sink_signs(Program program) {
  const bool negations = std::any_of(program.operations.begin(), program.operations.end(),
                                     [](const Operation& operation) { return operation.code == Code::kNegate; });
  return negations ? SignSink(std::move(program)).run() : program;
}

}  // namespace kinemate
