// How fast programs are compiled and run, and how short they get: programs_bench FOLDER [options of Google Benchmark].
// FOLDER holds the machines: cardan.yaml, keppler-1.yaml ... keppler-5.yaml, puma.yaml.
//
//   compile/OPERATIONS/WIDTH                schedule and machine code of a random program
//   evaluate/OPERATIONS/WIDTH[/COMPILER]    a call of it
//   peak                                    multiply-adds in registers, nothing else
//   machine/NAME/PURPOSE[/symbols]          the passes on a machine's program as derived; calls of the shortest one
// Times are the best of many short runs, since other programs may disturb each of them.
#include "base/best_time.h"
#include "base/check.h"
#include "bench/programs/peak.h"
#include "bench/programs/programmed_machines.h"
#include "bench/programs/time_program.h"
#include "program/cost.h"
#include "program/interpret.h"
#include "program/optimize.h"

namespace kinemate {
namespace {

// Without negations, as peers are counted: mostly they are part of a sum.
double operations_of(const Program& program) {
  const OperationCount count = count_operations(program);
  return count.total() - count.negations;
}

void add_compilation(std::size_t operations, unsigned width) {
  add_measurement("compile/" + std::to_string(operations) + "/" + std::to_string(width), [=](benchmark::State& state) {
    const Program& program = random_program_of(operations);
    const Compiler compiler = default_compiler();
    const Schedule schedule = make_schedule(program);
    state.counters["operations"] = count_operations(program).total();
    state.counters["assemble_ms"] =
        1e3 * best_seconds([&] { benchmark::DoNotOptimize(compiler(schedule, width)); }, {.total = 0.3});
    return best_seconds([&] { benchmark::DoNotOptimize(compiler(make_schedule(program), width)); }, {.total = 0.3});
  });
}

void add_machine(const std::string& folder, const std::string& machine, Purpose purpose, ParameterUse values) {
  const std::string suffix = values == ParameterUse::kSymbols ? "/symbols" : "";
  add_measurement("machine/" + machine + "/" + kPurposeNames[static_cast<std::size_t>(purpose)] + suffix,
                  [=](benchmark::State& state) {
                    const Program derived = machine_program(folder, machine, purpose, values);
                    Program optimized;
                    const double seconds = best_seconds([&] { optimized = optimize(derived).program; });
                    state.counters["operations_derived"] = operations_of(derived);
                    state.counters["operations"] = operations_of(optimized);
                    const Program shortest = shortest_machine_program(folder, machine, purpose, values);
                    state.counters["operations_shortest"] = operations_of(shortest);
                    state.counters["ns_alone"] = 1e9 * time_of_call(shortest, 1, default_compiler());
                    state.counters["ns_in_batch"] = 1e9 * time_of_call(shortest, 8, default_compiler()) / 8;
                    return seconds;
                  });
}

void add_peak() {
  add_measurement("peak", [](benchmark::State& state) {
    constexpr std::size_t kRounds = 10'000;
    const double seconds = best_seconds([&] { benchmark::DoNotOptimize(multiply_and_add(kRounds)); });
    state.counters["operations_per_ns"] = 2e-9 * static_cast<double>(kMultiplyAdds * kRounds) / seconds;
    return seconds;
  });
}

void add_all(const std::string& folder) {
  add_peak();
  for (std::size_t operations : {1'000, 10'000, 100'000, 1'000'000}) {
    for (unsigned width : {1u, 8u}) add_compilation(operations, width);
    for (unsigned width : {1u, 4u, 8u}) {
      add_evaluation(operations, width, "", default_compiler());
      add_evaluation(operations, width, "fast", fast_compiler());
    }
    add_evaluation(operations, 1, "interpreter", interpret);
  }
  for (const char* machine : kProgrammedMachines) {
    for (Purpose purpose : {Purpose::kForward, Purpose::kInverse, Purpose::kEquations})
      add_machine(folder, machine, purpose, ParameterUse::kNumbers);
    add_machine(folder, machine, Purpose::kEquations, ParameterUse::kSymbols);
  }
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  CHECK(argc > 1);
  kinemate::add_all(argv[1]);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
