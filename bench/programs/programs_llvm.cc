// The random programs of programs_bench compiled by LLVM: programs_llvm [options of Google Benchmark].
//
//   compile/OPERATIONS/1/llvm                schedule and machine code, quick to compile
//   evaluate/OPERATIONS/WIDTH/llvm           a call of code that is quick to run; of 10^5 operations, that is quick to
//                                            compile
#include "base/best_time.h"
#include "bench/programs/time_program.h"
#include "llvm/compile.h"
#include "program/cost.h"

namespace kinemate {
namespace {

Compiler by_llvm(LlvmOptions::Level level) {
  return
      [level](const Schedule& schedule, unsigned width) { return compile_by_llvm(schedule, width, {.level = level}); };
}

void add_compilation(std::size_t operations) {
  add_measurement("compile/" + std::to_string(operations) + "/1/llvm", [=](benchmark::State& state) {
    const Program& program = random_program_of(operations);
    const Compiler compiler = by_llvm(LlvmOptions::Level::kQuick);
    state.counters["operations"] = count_operations(program).total();
    return best_seconds([&] { benchmark::DoNotOptimize(compiler(make_schedule(program), 1)); }, {.least_runs = 1});
  });
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  for (std::size_t operations : {1'000, 10'000, 100'000}) {
    add_compilation(operations);
    for (unsigned width : {1u, 4u, 8u})
      add_evaluation(operations, width, "llvm",
                     by_llvm(operations < 100'000 ? LlvmOptions::Level::kDefault : LlvmOptions::Level::kQuick));
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
