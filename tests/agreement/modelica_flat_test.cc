// Flat Modelica as it is generated, read by our own reader of Modelica and solved: the numbers of the program.
#include "codegen/modelica/flat.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "codegen/pendulum_programs.h"
#include "expr/text/print.h"
#include "flat/numeric_solve.h"
#include "flat/solve.h"
#include "model_io/modelica/modelica.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

class GeneratedFlatModelica : public testing::Test {
 private:
  Pool pool_;
  const PoolScope scope_{pool_};
};

// By name, where the model begins.
std::unordered_map<std::string, double> solved(std::span<const Program> programs, const std::vector<double>& example) {
  const FlatReading reading = read_modelica(write_modelica_flat_model(programs, "Flat", example).text, "Flat.mo");
  for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
  std::unordered_map<std::string, double> found;
  const FlatSolution solution = solve_flat(reading.system);
  const std::vector<double> values = evaluate(solution.values, values_of_known(reading.system));
  for (std::size_t i = 0; i < values.size(); ++i) found.emplace(to_text(reading.system.unknowns[i].symbol), values[i]);
  return found;
}

void expect_numbers(const std::unordered_map<std::string, double>& found, std::span<const std::string> names,
                    std::span<const double> expected) {
  ASSERT_EQ(names.size(), expected.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    ASSERT_TRUE(found.contains(names[i])) << names[i];
    EXPECT_NEAR(found.at(names[i]), expected[i], 1e-12 * (1 + std::abs(expected[i]))) << names[i];
  }
}

// Its first results are the rates of its inputs.
Program as_ode(Program program) {
  std::vector<Entry>& results = program.outputs[0].entries;
  const std::size_t states = program.inputs[0].entries.size();
  program.name = "ode";
  Array rates{"dx", "", {results.begin(), results.begin() + static_cast<std::ptrdiff_t>(states)}, 0};
  results.erase(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(states));
  program.outputs.insert(program.outputs.begin(), rates);
  return program;
}

void expect_agreement(const Program& program, const std::vector<double>& inputs) {
  std::vector<std::string> names;
  for (const Entry& entry : program.inputs[0].entries) names.push_back(entry.name + "'");
  for (const Entry& entry : program.outputs[1].entries) names.push_back(entry.name);
  expect_numbers(solved({&program, 1}, inputs), names, run_plainly(program, inputs));
}

TEST_F(GeneratedFlatModelica, AMachineWithOutputs) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = {pendulum_ode(options), pendulum_outputs(options)};
  const std::vector<double> example = pendulum_example(options);
  std::vector<double> expected = run_plainly(programs[0], example);
  for (const double y : run_plainly(programs[1], {0, 0.5, -0.25, 0.125, 1, 2, 1.5, 0.75})) expected.push_back(y);
  const std::string names[] = {"phi'", "omega'", "side", "rate"};
  expect_numbers(solved(programs, example), names, expected);
}

TEST_F(GeneratedFlatModelica, RandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    expect_agreement(as_ode(random_program(seed, {.operations = 200, .outputs = 9})), random_inputs(seed, 8));
}

TEST_F(GeneratedFlatModelica, EveryFunction) {
  const std::vector<double> numbers = {0.5, -0.25, 3, 1, 1.5};
  Builder builder(with_inputs(numbers.size()));
  std::vector<Value> x, results;
  for (std::size_t i = 0; i < numbers.size(); ++i) x.push_back(builder.input(i));
  results = x;  // rates
  for (std::size_t f = 0; f < kFunctionCount; ++f) {
    const auto function = static_cast<Function>(f);
    const FunctionInfo& about = info(function);
    if (function == Function::kFactorial || function == Function::kComb) continue;
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::vector<Value> operands;
      for (int k = 0; k < 3; ++k) {
        operands.push_back(x[(i * static_cast<std::size_t>(2 * k + 1) + f * static_cast<std::size_t>(k)) % x.size()]);
        const auto count = static_cast<int>(operands.size());
        const bool two_of_step = function == Function::kStep && count == 2;
        if (count < about.least_arguments || count > about.most_arguments || two_of_step) continue;
        if (count == 3 && about.least_arguments < 3 && function != Function::kStep) continue;
        std::vector<double> values;
        for (const Value operand : operands) values.push_back(numbers[builder.operation(operand).operands[0]]);
        if (std::isfinite(compute(Code::kCall, function, values))) results.push_back(builder.call(function, operands));
      }
    }
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Value a = x[i], b = x[(i + 3) % x.size()], square = builder.multiply(a, a);
    for (const Value made : {builder.negate(a), builder.add(a, b), builder.subtract(a, b), builder.divide(a, b),
                             builder.square_root(square), builder.power(square, b), builder.sine(a), builder.cosine(a)})
      results.push_back(made);
  }
  EXPECT_GT(results.size(), 150u);
  expect_agreement(as_ode(finish(builder, results)), numbers);
}

}  // namespace
}  // namespace kinemate
