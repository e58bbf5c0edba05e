#include "sim/run_status.h"

#include "sim/explicit/adams.h"
#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"
#include "sim/integrate.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

const std::vector<MakeIntegrator> kMethods = {make_dop853, make_dopri5, make_adams};

TEST(RunStatus, BlowUp) {
  // y' = y² from 1 is 1/(1 - t)
  TestSystem system({.dimension = 2, .state_names = {"clock", "heat"}}, [](double, Span y, OutSpan rate) {
    rate[0] = 1;
    rate[1] = y[1] * y[1];
    return true;
  });
  for (const MakeIntegrator& make : kMethods) {
    const auto integrator = make(system, {});
    double observed = 0;
    RunCallbacks callbacks;
    callbacks.observe = [&](double t, Span) { observed = t; };
    const RunStatus status = run_integration(*integrator, std::vector{0.0, 1.0}, {.t1 = 2}, callbacks);
    EXPECT_FALSE(status.good());
    EXPECT_EQ(status.cause, LikelyCause::kBlowUp) << status.message;
    EXPECT_EQ(status.state, 1u);
    EXPECT_NEAR(status.time, 1, 1e-4);
    EXPECT_NEAR(observed, 1, 1e-4);  // what came before is kept
    EXPECT_NE(status.hint.find("`heat`"), std::string::npos);
  }
}

TEST(RunStatus, NotANumber) {
  TestSystem system({.dimension = 2, .state_names = {"x", "angle"}}, [](double t, Span, OutSpan rate) {
    rate[0] = 1;
    rate[1] = std::asin(t);
    return true;
  });
  for (const MakeIntegrator& make : kMethods) {
    const auto integrator = make(system, {});
    const RunStatus status = run_integration(*integrator, std::vector{0.0, 0.0}, {.t1 = 2}, {});
    EXPECT_EQ(status.end, RunEnd::kNotFinite);
    EXPECT_EQ(status.cause, LikelyCause::kOutOfDomain);
    EXPECT_EQ(status.state, 1u);
    EXPECT_NEAR(status.time, 1, 1e-6);
    EXPECT_NE(status.message.find("`angle`"), std::string::npos) << status.message;
  }
}

TEST(RunStatus, Stiff) {
  TestSystem system({.dimension = 1}, [](double t, Span y, OutSpan rate) {
    rate[0] = -1e6 * (y[0] - std::cos(t));
    return true;
  });
  for (const MakeIntegrator& make : kMethods) {
    const auto integrator = make(system, {});
    const RunStatus status = run_integration(*integrator, std::vector{0.0}, {.t1 = 10, .max_steps = 2000}, {});
    EXPECT_EQ(status.end, RunEnd::kTooManySteps);
    EXPECT_EQ(status.cause, LikelyCause::kStiff);
    EXPECT_NE(status.hint.find("cvode"), std::string::npos);
  }
}

TEST(RunStatus, TooManyStepsAndNothingElse) {
  KeplerOrbit orbit;
  const auto integrator = make_dopri5(orbit, {});
  const RunStatus status = run_integration(*integrator, KeplerOrbit::start(), {.t1 = 1e6, .max_steps = 100}, {});
  EXPECT_EQ(status.end, RunEnd::kTooManySteps);
  EXPECT_EQ(status.cause, LikelyCause::kUnknown);
  EXPECT_EQ(integrator->statistics().steps, 100);
}

TEST(RunStatus, StatesInWords) {
  EXPECT_EQ(state_in_words({.dimension = 1, .state_names = {"phi"}}, 0), "`phi`");
  EXPECT_EQ(state_in_words({.dimension = 3}, 2), "state 3");
}

}  // namespace
}  // namespace kinemate
