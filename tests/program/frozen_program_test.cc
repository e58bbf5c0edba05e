#include "program/frozen_program.h"

#include <gtest/gtest.h>

#include "expr/text/parse.h"
#include "program/fixture.h"
#include "program/optimize.h"
#include "program/routine.h"
#include "program/translate.h"

namespace kinemate {
namespace {

constexpr std::string_view kState[] = {"x"};

// Of t, x and p.
Program made_of(const std::string& formula) {
  const auto input = [](const char* name) {
    return InputFormulas{{name, "", std::vector<Entry>(1), 0}, {make_symbol(name)}};
  };
  const std::vector<InputFormulas> inputs = {input("t"), input("x"), input("p")};
  const OutputFormulas output{{"y", "", std::vector<Entry>(1), 0}, {parse(formula)}};
  return optimize_locally(translate(inputs, {&output, 1}, NoEvent::kKept)).program;
}

double value_of(const Program& program, std::vector<double> inputs) { return run_once(Routine(program), inputs)[0]; }

TEST(FrozenProgram, NoEventOptsOut) {
  Pool pool;
  const PoolScope scope(pool);
  EXPECT_FALSE(freeze_switches(made_of("noEvent(if(t > 5, x, p))"), kState));
  const auto frozen = freeze_switches(made_of("noEvent(if(t > 5, x, p)) + abs(x)"), kState);
  ASSERT_TRUE(frozen);
  EXPECT_EQ(frozen->surfaces.size(), 1u);
  EXPECT_FALSE(frozen->frozen.keeps_no_event);
  EXPECT_EQ(value_of(made_of("noEvent(if(t > 5, x, p))"), {6, 2, 3}), 2);
  EXPECT_EQ(value_of(frozen->frozen, {6, -2, 3, -1}), 0);
  // the same condition outside of it is one
  EXPECT_TRUE(freeze_switches(made_of("noEvent(if(t > 5, x, p)) + if(t > 5, 1, 2)"), kState));
}

TEST(FrozenProgram, SidesReplaceWhatSwitches) {
  Pool pool;
  const PoolScope scope(pool);
  const struct {
    const char* formula;
    std::size_t surfaces, of_time;
    bool jumps;
  } cases[] = {
      {"if(t > 5, x, p)", 1, 1, true},          {"p*abs(x)", 1, 0, false},
      {"max(x, p)*t", 1, 0, false},             {"sign(x - t)", 1, 0, true},
      {"step(1, t, p)", 2, 2, true},            {"sign(x) + abs(x) + if(x < 0, 1, 2)", 1, 0, true},
      {"if(if(t < 1, x, t) > p, 1, x)", 2, 1, true},
  };
  for (const auto& one : cases) {
    const Program program = made_of(one.formula);
    const auto frozen = freeze_switches(program, kState);
    ASSERT_TRUE(frozen) << one.formula;
    EXPECT_EQ(frozen->surfaces.size(), one.surfaces) << one.formula;
    EXPECT_EQ(frozen->of_time, one.of_time) << one.formula;
    bool jumps = false;
    for (const SwitchingSurface& surface : frozen->surfaces) jumps = jumps || surface.jumps;
    EXPECT_EQ(jumps, one.jumps) << one.formula;
    // with the modes of the sides on which it is, the value is the same
    const Routine arguments(frozen->arguments);
    for (const double t : {-0.7, 2.3, 7.1})
      for (const double x : {-1.2, 0.4, 3.3})
        for (const double p : {-0.9, 2.9}) {
          std::vector<double> inputs = {t, x, p};
          inputs.resize(3 + frozen->modes.size(), 0);
          for (int round = 0; round < 3; ++round) {  // conditions within conditions
            const std::vector<double> pairs = run_once(arguments, inputs);
            for (std::size_t m = 0; m < frozen->modes.size(); ++m) {
              const SwitchMode& mode = frozen->modes[m];
              const double side = pairs[2 * mode.surface] - pairs[2 * mode.surface + 1];
              inputs[3 + m] = side < 0 ? mode.below : mode.above;
            }
          }
          EXPECT_DOUBLE_EQ(value_of(frozen->frozen, inputs), value_of(program, {t, x, p})) << one.formula;
        }
  }
}

TEST(FrozenProgram, WhatDoesNotMoveIsNoSurface) {
  Pool pool;
  const PoolScope scope(pool);
  for (const char* formula : {"if(p > 5, x, t)", "abs(p)*x", "sin(t)*x + t^3", "sqrt(x^4 + 1)", "tanh(x)"})
    EXPECT_FALSE(freeze_switches(made_of(formula), kState)) << formula;
  const auto pulse = freeze_switches(made_of("x*exp(-(t/p)^2)"), kState);
  ASSERT_TRUE(pulse);
  EXPECT_TRUE(pulse->surfaces.empty());
  EXPECT_EQ(pulse->narrow, 1u);
}

}  // namespace
}  // namespace kinemate
