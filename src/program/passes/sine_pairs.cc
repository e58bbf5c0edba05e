#include "program/passes/sine_pairs.h"

#include <algorithm>
#include <unordered_map>

#include "program/cost.h"
#include "program/passes/rebuild.h"

namespace kinemate {
namespace {

bool is_tangent(const Operation& operation) {
  return operation.code == Code::kCall && operation.function == Function::kTan;
}

bool takes_angle(const Operation& operation) {
  return operation.code == Code::kSine || operation.code == Code::kCosine || is_tangent(operation);
}

// Angles up to their sign: the first one met stands for its negative too.
class Angles {
 public:
  struct Angle {
    Value value;
    bool negative;
  };

  Angle find(const Builder& builder, Value value) {
    const Operation& operation = builder.operation(value);
    if (operation.code == Code::kNegate) return {operation.operands[0], true};
    if (operation.code != Code::kSubtract) return {value, false};
    const std::uint64_t a = operation.operands[0], b = operation.operands[1];
    if (const auto turned = differences_.find(b << 32 | a); turned != differences_.end()) return {turned->second, true};
    differences_.try_emplace(a << 32 | b, value);
    return {value, false};
  }

 private:
  std::unordered_map<std::uint64_t, Value> differences_;
};

// A copy whose angles differ by more than their sign.
Program unify_angles(const Program& program) {
  Angles angles;
  auto maker = [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
    const Operation& operation = program.operations[i];
    if (!takes_angle(operation)) return std::nullopt;
    const Angles::Angle angle = angles.find(builder, made[operation.operands[0]]);
    const Value value = builder.make(program, operation, std::array{angle.value});
    return angle.negative && operation.code != Code::kCosine ? builder.negate(value) : value;
  };
  return rebuild(program, maker);
}

// With one of the two there, the other costs 5 and the division 4, a tangent 15.
Program divide_for_tangents(const Program& program) {
  std::vector<bool> known(program.operations.size(), false);  // its sine or cosine is made
  for (const Operation& operation : program.operations)
    if (operation.code == Code::kSine || operation.code == Code::kCosine) known[operation.operands[0]] = true;
  auto maker = [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
    const Operation& operation = program.operations[i];
    if (!is_tangent(operation) || !known[operation.operands[0]]) return std::nullopt;
    const Value angle = made[operation.operands[0]];
    return builder.divide(builder.sine(angle), builder.cosine(angle));
  };
  return rebuild(program, maker);
}

}  // namespace

Program pair_sines(const Program& program) {
  const bool signed_angles =
      std::any_of(program.operations.begin(), program.operations.end(), [&](const Operation& operation) {
        if (!takes_angle(operation)) return false;
        const Code code = program.operations[operation.operands[0]].code;
        return code == Code::kNegate || code == Code::kSubtract;
      });
  const Program unified = signed_angles ? cheaper(program, unify_angles(program)) : program;
  const bool tangents = std::any_of(unified.operations.begin(), unified.operations.end(), is_tangent);
  return tangents ? cheaper(unified, divide_for_tangents(unified)) : unified;
}

}  // namespace kinemate
