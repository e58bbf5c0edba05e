#include "codegen/modelica/program.h"

#include <numbers>

#include "codegen/shared_inputs.h"
#include "program/passes/rebuild.h"
#include "program/passes/sink_signs.h"

namespace kinemate {
namespace {

// Where each input of a program is among the shared ones.
std::vector<std::size_t> find_inputs(const Program& program, std::span<const Array> shared) {
  std::vector<std::size_t> found;
  for (const Array& own : program.inputs) {
    std::size_t first = 0, at = 0;
    for (; !own.entries.empty() && shared[at].name != own.name; ++at) first += shared[at].entries.size();
    if (own.entries.empty()) continue;
    for (const std::size_t place : places_in(shared[at], own)) found.push_back(first + place);
  }
  return found;
}

// The results of a program, made anew.
std::vector<Value> copy_into(Builder& builder, const Program& program, std::span<const std::size_t> inputs) {
  std::vector<Value> made, results;
  for (const Operation& operation : program.operations) {
    std::array<Value, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = made[operation.operands[k]];
    made.push_back(operation.code == Code::kInput
                       ? builder.input(inputs[operation.operands[0]])
                       : builder.make(program, operation, std::span(x).first(operation.count)));
  }
  for (const Value result : program.results) results.push_back(made[result]);
  return results;
}

// A call by functions that Modelica has; nothing: it has the function.
std::optional<Value> make_known(Builder& builder, Function function, std::span<const Value> x) {
  const auto call = [&](Function other, auto... operands) {
    return builder.call(other, std::array<Value, sizeof...(operands)>{operands...});
  };
  const auto log = [&](Value a) { return call(Function::kLog, a); };
  const auto root = [&](Value a, double number) {  // of a² + number
    return builder.square_root(builder.add(builder.multiply(a, a), builder.constant(number)));
  };
  const auto sign = [&] { return call(Function::kSign, x[0]); };
  const auto absolute = [&] { return call(Function::kAbs, x[0]); };
  switch (function) {
    case Function::kAsinh: return builder.multiply(sign(), log(builder.add(absolute(), root(x[0], 1))));
    case Function::kAcosh: return log(builder.add(x[0], root(x[0], -1)));
    case Function::kAtanh: {
      const Value one = builder.constant(1);
      const Value quotient = builder.divide(builder.add(one, x[0]), builder.subtract(one, x[0]));
      return builder.multiply(builder.constant(0.5), log(quotient));
    }
    case Function::kLog2: return builder.divide(log(x[0]), builder.constant(std::numbers::ln2));
    case Function::kCbrt: return builder.multiply(sign(), builder.power(absolute(), builder.constant(1.0 / 3.0)));
    case Function::kStep: {
      if (x.size() == 1) return call(Function::kLessEqual, builder.constant(0), x[0]);
      const Value inside =
          call(Function::kAnd, call(Function::kLessEqual, x[0], x[1]), call(Function::kLess, x[1], x[2]));
      const Value at = call(Function::kAnd, call(Function::kEqual, x[0], x[1]), call(Function::kEqual, x[1], x[2]));
      return call(Function::kOr, inside, at);
    }
    default: return std::nullopt;
  }
}

}  // namespace

Program join_programs(std::span<const Program> programs, std::vector<Array> inputs) {
  Program shell;
  shell.name = programs[0].name, shell.machine = programs[0].machine, shell.meaning = programs[0].meaning;
  shell.inputs = std::move(inputs);
  Builder builder(shell);
  std::vector<Array> outputs;
  std::vector<Value> results;
  for (const Program& program : programs) {
    const std::vector<Value> made = copy_into(builder, program, find_inputs(program, shell.inputs));
    results.insert(results.end(), made.begin(), made.end());
    outputs.insert(outputs.end(), program.outputs.begin(), program.outputs.end());
  }
  return sink_signs(builder.finish(std::move(outputs), std::move(results)));
}

Program with_modelica_functions(const Program& program) {
  return rebuild(program, [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
    const Operation& operation = program.operations[i];
    if (operation.code != Code::kCall) return std::nullopt;
    std::array<Value, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = made[operation.operands[k]];
    return make_known(builder, operation.function, std::span(x).first(operation.count));
  });
}

}  // namespace kinemate
