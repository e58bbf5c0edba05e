#include "program/optimize.h"

#include <gtest/gtest.h>

#include "expr/fixture.h"
#include "program/fixture.h"
#include "program/passes/common_factors.h"
#include "program/passes/constant_divisors.h"
#include "program/passes/dead_code.h"
#include "program/passes/powers.h"
#include "program/passes/reassociate.h"
#include "program/passes/reciprocals.h"
#include "program/passes/share.h"
#include "program/passes/sine_pairs.h"

namespace kinemate {
namespace {

// Random programs with much to share: sums of products over a few variables, common divisors, powers of one base.
// ValueList are of size 1 or so; divisors are 2 + x².
class StructuredProgram {
 public:
  explicit StructuredProgram(std::uint64_t seed) : random_(seed), builder_(with_inputs(4 + seed % 5)) {
    for (std::size_t i = 0; i < 4 + seed % 5; ++i) variables_.push_back(builder_.input(i));
    for (std::size_t i = 0; i < 2; ++i) {
      const Value x = pick(variables_);
      divisors_.push_back(builder_.add(builder_.constant(2), builder_.multiply(x, x)));
    }
  }

  Program make(std::size_t operations) {
    std::vector<Value> results;
    while (builder_.size() < operations || results.size() < 2) {
      Value sum = term();
      for (std::size_t k = 1 + below(6); k > 0; --k)
        sum = below(3) == 0 ? builder_.subtract(sum, term()) : builder_.add(sum, term());
      sum = builder_.multiply(builder_.constant(0.25), sum);
      if (below(3) == 0) sums_.push_back(sum);
      results.push_back(below(8) == 0 ? builder_.negate(sum) : sum);
    }
    return finish(builder_, results);
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  Value pick(const std::vector<Value>& list) { return list[below(list.size())]; }

  Value factor() {
    const Value x = pick(variables_);
    switch (below(13)) {
      case 0: return builder_.sine(x);
      case 1: return builder_.cosine(below(2) == 0 ? x : builder_.subtract(pick(variables_), x));
      case 2: return builder_.power(x, builder_.constant(static_cast<double>(2 + below(4))));
      case 3: return builder_.power(pick(divisors_), builder_.constant(0.5 * (1 - static_cast<double>(below(6)))));
      case 4: return builder_.constant(0.5 * static_cast<double>(1 + below(3)));
      case 5: return sums_.empty() || below(2) == 0 ? builder_.subtract(x, pick(variables_)) : pick(sums_);
      case 6: return builder_.call(Function::kTanh, std::array{builder_.subtract(pick(variables_), x)});
      default: return x;
    }
  }

  Value term() {
    Value product = factor();
    for (std::size_t k = below(4); k > 0; --k) product = builder_.multiply(product, factor());
    return below(6) == 0 ? builder_.divide(product, pick(divisors_)) : product;
  }

  std::mt19937_64 random_;
  Builder builder_;
  std::vector<Value> variables_, divisors_, sums_;
};

Program test_program(std::uint64_t seed) {
  if (seed % 2 == 1) return StructuredProgram(seed).make(20 + seed % 41);
  RandomProgramOptions options;
  options.operations = 20 + seed % 41;
  options.functions = seed % 3 != 0;
  options.divisions = seed % 4 == 0;
  return random_program(seed, options);
}

struct Pass {
  const char* name;
  Program (*run)(const Program&);
  double tolerance;  // relative to the size of the numbers
};

Program optimize_only(const Program& program) { return optimize(program).program; }
Program drop_dead(const Program& program) { return drop_dead_code(program); }

constexpr Pass kPasses[] = {{"drop_dead_code", drop_dead, 0},
                            {"share", share, 0},
                            {"pair_sines", pair_sines, 0},  // no tangents among them
                            {"multiply_by_inverses", multiply_by_inverses, 1e-14},
                            {"expand_powers", expand_powers, 1e-14},
                            {"share_reciprocals", share_reciprocals, 1e-14},
                            {"take_out_factors", take_out_factors, 1e-14},
                            {"reassociate", reassociate, 1e-14},
                            {"optimize", optimize_only, 1e-14}};

// What is wrong with a program after a pass, or nothing.
std::string find_fault(const Program& after, double cost, double tolerance, const std::vector<double>& x,
                       const std::vector<double>& expected) {
  if (weighted_cost(after) > cost) return "costs more";
  const std::vector<double> found = run_plainly(after, x);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(found[i] - expected[i]) / std::max(1.0, std::abs(expected[i]));
    if (!(error <= tolerance)) return "output " + std::to_string(i) + " is off by " + std::to_string(error);
  }
  return "";
}

TEST(Optimize, EveryPassKeepsValuesAndNeverCostsMore) {
  const auto cases = static_cast<std::uint64_t>(random_cases(10'000));
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    const Program program = test_program(seed);
    const std::vector<double> x = random_inputs(seed, entry_count(program.inputs));
    const std::vector<double> expected = run_plainly(program, x);
    const double cost = weighted_cost(program);
    for (const Pass& pass : kPasses)
      ASSERT_EQ(find_fault(pass.run(program), cost, pass.tolerance, x, expected), "") << pass.name << ", seed " << seed;
  }
}

TEST(Optimize, GainsMuchOnStructuredPrograms) {
  double before = 0, after = 0;
  for (std::uint64_t seed = 1; seed < 200; seed += 2) {
    const Optimized optimized = optimize(test_program(seed));
    before += optimized.passes.front().cost;
    after += optimized.passes.back().cost;
  }
  EXPECT_LT(after, 0.72 * before);
}

TEST(Optimize, TwiceTheSameProgram) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Program program = test_program(seed);
    const Program first = optimize(program).program, second = optimize(program).program;
    EXPECT_EQ(first.operations, second.operations) << seed;
    EXPECT_EQ(first.constants, second.constants) << seed;
    EXPECT_EQ(first.results, second.results) << seed;
  }
}

TEST(Optimize, SaysWhatEachPassDid) {
  const Program program = test_program(1);
  const Optimized optimized = optimize(program);
  ASSERT_GT(optimized.passes.size(), 4u);
  EXPECT_EQ(optimized.passes.front().pass, "as derived");
  EXPECT_EQ(optimized.passes.front().cost, weighted_cost(program));
  EXPECT_EQ(optimized.passes.back().cost, weighted_cost(optimized.program));
  EXPECT_EQ(optimized.passes.back().count.total(), count_operations(optimized.program).total());
  for (std::size_t i = 1; i < optimized.passes.size(); ++i)
    EXPECT_LE(optimized.passes[i].cost, optimized.passes[i - 1].cost) << optimized.passes[i].pass;
  EXPECT_EQ(optimized.program.name, program.name);
  EXPECT_EQ(entry_count(optimized.program.outputs), entry_count(program.outputs));
}

}  // namespace
}  // namespace kinemate
