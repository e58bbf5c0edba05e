#include "program/interpret.h"

#include <gtest/gtest.h>

#include "program/random_program.h"
#include "program/routine.h"

namespace kinemate {
namespace {

TEST(Interpret, BatchesAreTheSameBits) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Program program = random_program(seed, {.operations = 200});
    for (unsigned width : {4u, 8u}) {
      std::vector<double> together(8 * width), expected;
      std::vector<std::vector<double>> single;
      for (unsigned lane = 0; lane < width; ++lane) {
        const std::vector<double> inputs = random_inputs(seed * 100 + lane, 8);
        for (std::size_t i = 0; i < 8; ++i) together[i * width + lane] = inputs[i];
        single.push_back(run_with_vector_sines(program, inputs));
      }
      const std::vector<double> outputs = run_once(Routine(program, width, interpret), together);
      for (std::size_t i = 0; i < single[0].size(); ++i)
        for (unsigned lane = 0; lane < width; ++lane) EXPECT_EQ(outputs[i * width + lane], single[lane][i]);
    }
  }
}

}  // namespace
}  // namespace kinemate
