#include "study/programs/flat_program.h"

#include <numeric>

#include "flat/fixture.h"
#include "flat/numeric_solve.h"
#include "program/interpret.h"
#include "program/routine.h"

namespace kinemate {
namespace {

class FlatProgramTest : public FlatTest {
 protected:
  const FlatSystem system_ = flat(R"(name: network
parameters: {R: 2, open: {remark: what is left}, S: 3*R}
inputs: {u: {value: 5, remark: voltage}, "q'": }
unknowns: {i: current, v: , w: of the load}
equations:
  - u - v = R*i
  - v = S*i + open*w
  - w = q'*i
)");
};

TEST_F(FlatProgramTest, InputsAndOutputsByName) {
  const Program program = make_flat_program(system_, solve_flat(system_), {2, 0}).program;
  EXPECT_EQ(program.name, "solve");
  EXPECT_EQ(program.machine, "network");
  ASSERT_EQ(program.inputs.size(), 2u);
  const auto names = [](const Array& array) {
    std::string text = array.name + ":";
    for (const Entry& entry : array.entries) text += fmt::format(" {} ({})", entry.name, entry.meaning);
    return text;
  };
  EXPECT_EQ(names(program.inputs[0]), "u: u (voltage) q' ()");
  EXPECT_EQ(names(program.inputs[1]), "p: R () open (what is left) S ()");
  ASSERT_EQ(program.outputs.size(), 1u);
  EXPECT_EQ(names(program.outputs[0]), "x: w (of the load) i (current)");
}

// u, q', R, open, S as the program has them.
TEST_F(FlatProgramTest, RunsAsTheEquationsSay) {
  const FlatSolution solution = solve_flat(system_);
  const Optimized made = make_flat_program(system_, solution, {0, 1, 2});
  const double u = 4, rate = 0.5, R = 2, open = 3, S = 7;
  const std::vector<double> found = run_once(Routine(made.program, 1, interpret), std::vector{u, rate, R, open, S});
  const double i = u / (R + S + open * rate);
  EXPECT_NEAR(found[0], i, 1e-15);
  EXPECT_NEAR(found[1], u - R * i, 1e-15);
  EXPECT_NEAR(found[2], rate * i, 1e-15);
  EXPECT_GT(made.passes.size(), 1u);
  EXPECT_LE(made.passes.back().cost, made.passes.front().cost);
}

TEST_F(FlatProgramTest, ExamplesWhereThereAreNone) {
  EXPECT_EQ(example_inputs(system_), (std::vector<double>{5, 1, 2, 1, 6}));
}

// Passes of more than linear time are left out, results are the same.
TEST_F(FlatProgramTest, LongPrograms) {
  const FlatSystem ladder = resistor_ladder(3000);
  const FlatSolution solution = solve_flat(ladder, FlatOrder::kSparse);
  std::vector<std::size_t> all(ladder.unknowns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Optimized made = make_flat_program(ladder, solution, all);
  EXPECT_LT(made.passes.size(), make_flat_program(system_, solve_flat(system_), {0}).passes.size());
  const std::vector<double> inputs(6001, 1.0);
  const std::vector<double> found = run_once(Routine(made.program, 1, interpret), inputs);
  const double golden = (1 + std::sqrt(5.0)) / 2;  // the resistance of a long ladder of ones
  EXPECT_NEAR(found[0], 1 / golden, 1e-12);
}

}  // namespace
}  // namespace kinemate
