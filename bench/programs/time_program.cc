#include "bench/programs/time_program.h"

#include <map>

#include "base/best_time.h"
#include "program/cost.h"
#include "program/random_program.h"

namespace kinemate {

const Program& random_program_of(std::size_t operations) {
  static std::map<std::size_t, Program> made;
  if (!made.contains(operations))
    made[operations] = random_program(operations, {.operations = operations, .functions = false});
  return made[operations];
}

std::vector<double> trial_inputs(const Program& program, unsigned width) {
  std::vector<double> inputs = random_inputs(1, entry_count(program.inputs) * width);
  for (double& input : inputs) input = 0.75 + 0.25 * input;
  return inputs;
}

double time_of_call(const Program& program, unsigned width, const Compiler& compiler) {
  const Routine routine(program, width, compiler);
  Workspace workspace = routine.make_workspace();
  const std::vector<double> inputs = trial_inputs(program, width);
  std::copy(inputs.begin(), inputs.end(), routine.inputs(workspace).begin());
  return best_seconds([&] {
    routine.run(workspace);
    benchmark::ClobberMemory();
  });
}

void add_evaluation(std::size_t operations, unsigned width, const std::string& name, const Compiler& compiler) {
  const std::string suffix = name.empty() ? "" : "/" + name;
  add_measurement("evaluate/" + std::to_string(operations) + "/" + std::to_string(width) + suffix,
                  [=](benchmark::State& state) {
                    const Program& program = random_program_of(operations);
                    const double count = count_operations(program).total();
                    const double seconds = time_of_call(program, width, compiler);
                    state.counters["operations"] = count;
                    state.counters["ns_per_operation_and_state"] = 1e9 * seconds / count / width;
                    return seconds;
                  });
}

}  // namespace kinemate
