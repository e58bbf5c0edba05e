#include "program/passes/rebuild.h"

#include "program/passes/sink_signs.h"

namespace kinemate {

Program rebuild(const Program& program, const Maker& maker) {
  Builder builder(program);
  std::vector<Value> made(program.operations.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (const auto value = maker(builder, static_cast<Value>(i), std::span(made).first(i))) {
      made[i] = *value;
      continue;
    }
    std::array<Value, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = made[operation.operands[k]];
    made[i] = builder.make(program, operation, std::span(x).first(operation.count));
  }
  std::vector<Value> results;
  for (Value result : program.results) results.push_back(made[result]);
  return sink_signs(builder.finish(program.outputs, std::move(results)));
}

Program without_no_event(Program program) {
  if (!program.keeps_no_event) return program;
  program.keeps_no_event = false;
  return rebuild(program, [](Builder&, Value, std::span<const Value>) { return std::optional<Value>(); });
}

Value multiply_all(Builder& builder, std::span<const Value> values, std::span<const Value> made) {
  Value product = made[values[0]];
  for (Value value : values.subspan(1)) product = builder.multiply(product, made[value]);
  return product;
}

}  // namespace kinemate
