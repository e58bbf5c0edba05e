#include "program/routine.h"

#include <gtest/gtest.h>

#include <thread>

#include "expr/fixture.h"
#include "program/interpret.h"
#include "program/machine_code/assemble.h"
#include "program/random_program.h"

namespace kinemate {
namespace {

TEST(Routine, CompiledIsInterpretedInEveryWidth) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = random_program(seed, {.operations = 10 + 3 * seed});
    for (unsigned width : {1u, 4u, 8u}) {
      const std::vector<double> inputs = random_inputs(seed, 8 * width);
      EXPECT_EQ(run_once(Routine(program, width), inputs), run_once(Routine(program, width, interpret), inputs))
          << seed << " " << width;
    }
  }
}

TEST(Routine, FastIsClose) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Program program = random_program(seed, {.operations = 200});
    const std::vector<double> inputs = random_inputs(seed, 8);
    const std::vector<double> fast = run_once(Routine(program, 1, fast_compiler()), inputs);
    const std::vector<double> exact = run_once(Routine(program), inputs);
    for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(fast[i], exact[i], 1e-13 * (1 + std::abs(exact[i])));
  }
}

TEST(Routine, AMillionOperations) {
  const Program program = random_program(1, {.operations = case_size(1000000, 100000), .inputs = 50});
  const std::vector<double> inputs = random_inputs(1, 50);
  const std::vector<double> expected = run_with_vector_sines(program, inputs);
  EXPECT_EQ(run_once(Routine(program, 1, interpret), inputs), expected);
  EXPECT_EQ(run_once(Routine(program), inputs), expected);
}

TEST(Routine, ThreadsWithWorkspacesOfTheirOwn) {
  const Program program = random_program(3, {.operations = 2000});
  const Routine routine(program);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      Workspace workspace = routine.make_workspace();
      for (std::uint64_t i = 0; i < 50; ++i) {
        const std::vector<double> inputs = random_inputs(100 * k + i, 8);
        std::copy(inputs.begin(), inputs.end(), routine.inputs(workspace).begin());
        routine.run(workspace);
        const auto outputs = routine.outputs(workspace);
        const std::vector<double> expected = run_with_vector_sines(program, inputs);
        if (!std::equal(expected.begin(), expected.end(), outputs.begin(), outputs.end())) ++wrong[k];
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace kinemate
