#include "study/simulation/time_ahead.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "expr/text/parse.h"
#include "program/optimize.h"
#include "program/translate.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class TimeAheadTest : public StudyTest {
 protected:
  std::vector<double> times(const std::string& formula, double from, double to) {
    const Expr parsed = parse(formula);
    return switching_times({&parsed, 1}, make_symbol("t"), from, to);
  }
};

TEST_F(TimeAheadTest, TimesAreFoundToNeighbouringDoubles) {
  const struct {
    const char* formula;
    std::vector<double> expected;
  } cases[] = {
      {"if(t > 5 and t < 5.1, 100, 0)", {5, 5.1}},
      {"if(t >= 5, 1, 0)", {5}},
      {"100*step(5, t, 5.1)", {5, 5.1}},
      {"abs(3*t - 6)", {2}},
      {"min(t, 7) + max(t^2, 4)", {2, 7}},
      {"sign(cos(t))", {std::numbers::pi / 2, 1.5 * std::numbers::pi, 2.5 * std::numbers::pi}},
      {"if(abs(t - 3.21) < 1e-4, 1, 0)", {3.2099, 3.21, 3.2101}},
      {"if(if(t > 1, t, 0) > 4, 1, 0)", {1, 4}},
      {"t^2 + sin(t)", {}},
  };
  for (const auto& one : cases) {
    const std::vector<double> found = times(one.formula, 0, 10);
    ASSERT_EQ(found.size(), one.expected.size()) << one.formula;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], one.expected[i], 2e-14) << one.formula;
  }
}

TEST_F(TimeAheadTest, ManyAreFoundAllAndBackwardsInTheirOrder) {
  EXPECT_EQ(times("if(sin(200*t) > 0.99, 1, 0)", 0, 10).size(), 2u * 319u);
  const std::vector<double> back = times("if(t > 2, 1, 0) + if(t > 3, 1, 0)", 10, 0);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_DOUBLE_EQ(back[0], 3);
  EXPECT_DOUBLE_EQ(back[1], 2);
  EXPECT_THROW(times("if(sin(1e9*t) > 0, 1, 0)", 0, 10), Error);
}

// Narrow pulses keep steps from jumping over them; what varies everywhere alike does not.
TEST_F(TimeAheadTest, StepsEndWherePulsesBegin) {
  const auto ahead_of = [](const std::string& formula, auto look) {
    const InputFormulas input{{"t", "", std::vector<Entry>(1), 0}, {make_symbol("t")}};
    const OutputFormulas output{{"y", "", std::vector<Entry>(1), 0}, {parse(formula)}};
    const Program program = optimize_locally(translate({&input, 1}, {&output, 1})).program;
    const std::string_view none[] = {""};
    const auto frozen = freeze_switches(program, none);
    if (!frozen) return true;
    TimeAhead ahead(*frozen);
    ahead.look(0, 10, {});
    look(ahead);
    return ahead.is_empty();
  };
  const auto ignore = [](const TimeAhead&) {};
  EXPECT_TRUE(ahead_of("sin(50*t)*cos(3*t)", ignore));
  EXPECT_TRUE(ahead_of("exp(-t/4)", ignore));
  EXPECT_TRUE(ahead_of("exp(sin(5*t))", ignore));
  EXPECT_FALSE(ahead_of("100*exp(-((t - 5)/0.02)^2)", [](const TimeAhead& ahead) {
    const double first = ahead.limit(0);
    EXPECT_GT(first, 4.8);
    EXPECT_LT(first, 4.98);
    EXPECT_TRUE(std::isinf(ahead.limit(6)));
  }));
}

}  // namespace
}  // namespace kinemate
