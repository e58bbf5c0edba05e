#include "sim/lanes/lane_integrator.h"

#include <array>
#include <cmath>

#include "base/allocation_count.h"
#include "base/check.h"
#include "base/error.h"
#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"
#include "sim/lanes/lane_problems.h"

namespace kinemate {
namespace {

constexpr std::array kLaneMethods = {LaneMethod::kDopri5, LaneMethod::kDop853};

// The run of one lane by the integrator of one run.
struct RunAlone {
  std::vector<double> states;  // as in LaneResults; NaN after a failure
  RunStatus status;
  IntegratorStatistics statistics;
};

RunAlone run_alone(const TestLanes& system, const LaneOptions& options, const LaneRun& run,
                   const std::vector<double>& times) {
  TestSystem alone = system.alone(run.parameter);
  const IntegratorOptions same{.rtol = options.rtol, .atol = options.atol, .max_step = options.max_step};
  const auto integrator = options.method == LaneMethod::kDopri5 ? make_dopri5(alone, same) : make_dop853(alone, same);
  RunAlone result;
  const auto observe = [&](double, Span y) { result.states.insert(result.states.end(), y.begin(), y.end()); };
  const RunOptions whole{.t0 = times.front(), .t1 = times.back(), .output_times = times};
  result.status = run_integration(*integrator, run.start, whole, {.observe = observe});
  result.statistics = integrator->statistics();
  result.states.resize(times.size() * system.dimension(), NAN);
  return result;
}

void expect_same_run(const LaneResults& results, std::size_t lane, const RunAlone& alone) {
  const LaneOutcome& outcome = results.outcomes[lane];
  EXPECT_TRUE(same_bytes(results.states[lane], alone.states)) << largest_difference(results.states[lane], alone.states);
  EXPECT_EQ(outcome.end, alone.status.good() ? LaneEnd::kGood : LaneEnd::kNotFinite);
  EXPECT_EQ(outcome.time, alone.status.time);
  EXPECT_EQ(outcome.state, alone.status.state);
  EXPECT_EQ(outcome.steps, alone.statistics.steps);
  EXPECT_EQ(outcome.rejected, alone.statistics.rejected);
}

TEST(LaneIntegrator, EachLaneIsARunOfItsOwnToTheLastBit) {
  for (const LaneMethod method : kLaneMethods) {
    for (const unsigned width : {4u, 8u}) {
      for (const double end : {30.0, -7.0}) {
        TestLanes system = driven_pendulums(width);
        const LaneOptions options{.method = method, .rtol = 1e-8, .atol = {1e-9, 1e-7}, .max_step = 0.9};
        const std::vector<LaneRun> runs = pendulum_runs(width);
        const std::vector<double> times = even_times(0, end, 200);
        const LaneResults results = run_lanes(system, options, runs, times);
        long rejected = 0;
        for (unsigned l = 0; l < width; ++l) {
          const RunAlone alone = run_alone(system, options, runs[l], times);
          EXPECT_TRUE(alone.status.good()) << alone.status.message;
          expect_same_run(results, l, alone);
          rejected += alone.statistics.rejected;
        }
        EXPECT_GT(rejected, 0);
      }
    }
  }
}

// Times without a value make steps shorter, and leave a cubic where only the dense output falls on them.
TEST(LaneIntegrator, AnswersGapsAsARunOfItsOwn) {
  TestLanes system(8, 2, [](double gap, double t, Span y, OutSpan rate) {
    rate[0] = y[1];
    rate[1] = std::fmod(t, gap) < 0.004 ? NAN : -y[0];
  });
  std::vector<LaneRun> runs;
  for (int l = 0; l < 8; ++l) runs.push_back({.parameter = 0.7 + 0.01 * l, .start = {1, 0}});
  const std::vector<double> times = even_times(0.01, 60, 1000);
  for (const LaneMethod method : kLaneMethods) {
    const LaneOptions options{.method = method, .rtol = 1e-7};
    const LaneResults results = run_lanes(system, options, runs, times);
    for (std::size_t l = 0; l < 8; ++l) expect_same_run(results, l, run_alone(system, options, runs[l], times));
  }
}

TEST(LaneIntegrator, NeighboursDoNotMatter) {
  for (const LaneMethod method : kLaneMethods) {
    TestLanes system = driven_pendulums(8);
    const LaneOptions options{.method = method, .rtol = 1e-7};
    const std::vector<double> times = even_times(0, 20, 50);
    const LaneRun run{.parameter = 0.8, .start = {1, 0.5}};
    const LaneResults among_others = [&] {
      std::vector<LaneRun> runs = pendulum_runs(8);
      runs[2] = run;
      return run_lanes(system, options, runs, times);
    }();
    for (const double start : {double{NAN}, double{INFINITY}, 1e300, 0.0}) {  // idle, and not
      for (const bool active : {false, true}) {
        std::vector<LaneRun> runs(8, {.parameter = start, .start = {start, 1}, .active = active});
        runs[7] = run;
        const LaneResults alone = run_lanes(system, options, runs, times);
        EXPECT_TRUE(same_bytes(alone.states[7], among_others.states[2]));
        EXPECT_EQ(alone.outcomes[7].steps, among_others.outcomes[2].steps);
        EXPECT_EQ(alone.outcomes[7].rejected, among_others.outcomes[2].rejected);
      }
    }
  }
}

TEST(LaneIntegrator, TimesInSeveralCallsGiveTheSame) {
  for (const LaneMethod method : kLaneMethods) {
    TestLanes system = driven_pendulums(4);
    const LaneOptions options{.method = method, .rtol = 1e-9};
    const std::vector<double> times = even_times(2, 12, 333);
    const LaneResults at_once = run_lanes(system, options, pendulum_runs(4), times);
    for (const std::size_t chunk : {1u, 7u, 100u}) {
      const LaneResults parts = run_lanes(system, options, pendulum_runs(4), times, chunk);
      for (std::size_t l = 0; l < 4; ++l) {
        EXPECT_TRUE(same_bytes(parts.states[l], at_once.states[l])) << chunk;
        EXPECT_EQ(parts.outcomes[l].steps, at_once.outcomes[l].steps);
      }
    }
  }
}

TEST(LaneIntegrator, StepsOnlyAsFarAsNeeded) {
  TestLanes system = driven_pendulums(4);
  LaneIntegrator integrator(system, {.max_step = 0.5});
  begin_lanes(integrator, system, pendulum_runs(4), 0, 1000);
  std::vector<double> out(8);
  integrator.advance(std::vector{10.0}, out);
  for (unsigned l = 0; l < 4; ++l) {
    EXPECT_GE(integrator.outcome(l).time, 10);
    EXPECT_LE(integrator.outcome(l).time, 10.5);
  }
}

// Kepler's orbits of eccentricities of their own: errors follow the tolerances.
TEST(LaneIntegrator, ErrorsFollowTheTolerances) {
  TestLanes system(4, 4, [](double, double, Span y, OutSpan rate) {
    const double r = std::hypot(y[0], y[1]), cube = r * r * r;
    rate[0] = y[2], rate[1] = y[3], rate[2] = -y[0] / cube, rate[3] = -y[1] / cube;
  });
  const std::vector<double> times = even_times(0, 20, 100);
  const std::vector<LaneRun> runs(4, {.start = KeplerOrbit::start()});
  for (const LaneMethod method : kLaneMethods) {
    double last = 1;
    for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
      const LaneResults results =
          run_lanes(system, {.method = method, .rtol = tolerance, .atol = {tolerance}}, runs, times);
      double error = 0;
      for (std::size_t k = 0; k < times.size(); ++k) {
        const Span y = std::span(results.states[3]).subspan(4 * k, 4);
        error = std::max(error, largest_difference(y, KeplerOrbit::exact(times[k])));
      }
      EXPECT_LT(error, 5000 * tolerance);  // of an orbit, errors grow as squares of the time
      EXPECT_LT(error, last / 10);
      last = error;
    }
  }
}

TEST(LaneIntegrator, StagesOfTheDenseOutputOnlyWhereItIsLookedInto) {
  TestLanes system = driven_pendulums(8);
  const LaneOptions options{.rtol = 1e-8, .atol = {1e-8}, .max_step = 0.5};
  std::vector<LaneRun> runs(8, pendulum_runs(8)[3]);
  const auto calls_with = [&](const std::vector<double>& times) {
    system.calls = 0;
    const LaneOutcome outcome = run_lanes(system, options, runs, times).outcomes[0];
    return system.calls - 2 - 12 * (outcome.steps + outcome.rejected);
  };
  EXPECT_EQ(calls_with({0, 10}), 0);
  EXPECT_EQ(calls_with({0, 5.01, 10}), 3);
  EXPECT_EQ(calls_with({0, 5.01, 5.02, 5.03, 10}), 3);
}

// y' = y² from y₀ ends at 1/y₀.
TEST(LaneIntegrator, ALaneThatBlowsUpLeavesTheOthersAlone) {
  for (const LaneMethod method : kLaneMethods) {
    TestLanes system(4, 2, [](double, double, Span y, OutSpan rate) {
      rate[0] = -y[0];
      rate[1] = y[1] * y[1];
    });
    const std::vector<double> times = even_times(0, 1, 9);
    const LaneResults results =
        run_lanes(system, {.method = method},
                  {{.start = {1, 2}}, {.start = {1, 0.1}}, {.start = {1, 4}}, {.start = {1, -1}}}, times);
    for (const std::size_t l : {0u, 2u}) {
      EXPECT_TRUE(results.outcomes[l].end == LaneEnd::kNotFinite || results.outcomes[l].end == LaneEnd::kTooSmall);
      const double end = l == 0 ? 0.5 : 0.25;
      EXPECT_NEAR(results.outcomes[l].time, end, 1e-4);
      for (std::size_t k = 0; k < times.size(); ++k) {
        EXPECT_EQ(std::isnan(results.states[l][2 * k]), times[k] >= end) << times[k];
      }
      EXPECT_NEAR(results.states[l][2 * 2], std::exp(-times[2]), 1e-5);
    }
    EXPECT_EQ(results.outcomes[1].end, LaneEnd::kGood);
    EXPECT_NEAR(results.states[1][2 * 9 + 1], 0.1 / 0.9, 1e-6);
    EXPECT_NEAR(results.states[3][2 * 9 + 1], -0.5, 1e-5);
  }
}

TEST(LaneIntegrator, TellsTheStateThatIsNoNumber) {
  TestLanes system(4, 3, [](double end, double t, Span, OutSpan rate) {
    rate[0] = rate[2] = 1;
    rate[1] = std::sqrt(end - t);
  });
  const std::vector<double> start = {0, 0, 0};
  const LaneResults results = run_lanes(system, {.method = LaneMethod::kDopri5},
                                        {{5, start}, {1, start}, {-1, start}, {5, {0, 0, NAN}}}, even_times(0, 5, 50));
  EXPECT_EQ(results.outcomes[0].end, LaneEnd::kGood);
  EXPECT_EQ(results.outcomes[1].end, LaneEnd::kNotFinite);
  EXPECT_EQ(results.outcomes[1].state, 1u);
  EXPECT_NEAR(results.outcomes[1].time, 1, 1e-6);
  EXPECT_EQ(results.outcomes[2].end, LaneEnd::kNotFinite);  // cannot even start
  EXPECT_EQ(results.outcomes[2].state, 1u);
  EXPECT_EQ(results.outcomes[2].time, 0);
  EXPECT_EQ(results.outcomes[3].state, 2u);
  EXPECT_TRUE(std::isnan(results.states[3][0]));
  EXPECT_FALSE(std::isnan(results.states[1][0]));
}

TEST(LaneIntegrator, EndsRunsWithoutEnd) {
  TestLanes system = driven_pendulums(4);
  const LaneResults results =
      run_lanes(system, {.rtol = 1e-10, .most_steps = 20}, pendulum_runs(4), even_times(0, 1000, 1000));
  for (const LaneOutcome& outcome : results.outcomes) {
    EXPECT_EQ(outcome.end, LaneEnd::kTooManySteps);
    EXPECT_EQ(outcome.steps, 20);
    EXPECT_GT(outcome.time, 1);
  }
  EXPECT_FALSE(std::isnan(results.states[0][2]));
  EXPECT_TRUE(std::isnan(results.states[0].back()));
}

TEST(LaneIntegrator, NothingIsAllocatedAfterConstruction) {
  TestLanes system = driven_pendulums(8);
  for (const LaneMethod method : kLaneMethods) {
    LaneIntegrator integrator(system, {.method = method, .rtol = 1e-8});
    const std::vector<double> times = even_times(0, 10, 77), y0(16, 0.5);
    std::vector<double> out(16 * times.size());
    const std::array<bool, 8> active = {true, true, false, true, true, true, true, true};
    const std::size_t before = allocations;
    for (int run = 0; run < 3; ++run) {
      integrator.begin(0, 10, y0, active);
      integrator.advance(times, out);
    }
    EXPECT_EQ(allocations - before, 0u);
    EXPECT_FALSE(std::isnan(out.back()));
  }
}

TEST(LaneIntegrator, BeginsAgainAsIfItWereTheFirstTime) {
  TestLanes system(4, 1, [](double end, double t, Span y, OutSpan rate) { rate[0] = t < end ? -y[0] : NAN; });
  const std::vector<double> times = even_times(0, 10, 20);
  const std::vector<LaneRun> whole(4, {.parameter = 11, .start = {1}}), broken(4, {.parameter = 3, .start = {1}});
  const LaneResults fresh = run_lanes(system, {}, whole, times);
  LaneIntegrator integrator(system, {});
  std::vector<double> out(4 * times.size());
  for (const auto& runs : {broken, whole}) {
    begin_lanes(integrator, system, runs, 0, 10);
    integrator.advance(times, out);
    EXPECT_EQ(integrator.outcome(3).end, runs[3].parameter == 3 ? LaneEnd::kNotFinite : LaneEnd::kGood);
  }
  const LaneResults again = part_by_lanes(integrator, system, out);
  for (std::size_t l = 0; l < 4; ++l) {
    EXPECT_TRUE(same_bytes(again.states[l], fresh.states[l]));
    EXPECT_EQ(again.outcomes[l].steps, fresh.outcomes[l].steps);
  }
}

TEST(LaneIntegrator, ARunOfNoLengthIsItsStart) {
  TestLanes system = driven_pendulums(4);
  const LaneResults results = run_lanes(system, {}, pendulum_runs(4), {3, 3});
  for (std::size_t l = 0; l < 4; ++l) {
    EXPECT_EQ(results.states[l][0], pendulum_runs(4)[l].start[0]);
    EXPECT_EQ(results.states[l][3], pendulum_runs(4)[l].start[1]);
    EXPECT_EQ(results.outcomes[l].steps, 0);
  }
}

TEST(LaneIntegrator, RefusesWhatMakesNoSense) {
  TestLanes system = driven_pendulums(4);
  EXPECT_THROW(LaneIntegrator(system, {.rtol = 0}), Error);
  EXPECT_THROW(LaneIntegrator(system, {.atol = {1, 2, 3}}), Error);
  EXPECT_THROW(LaneIntegrator(system, {.max_step = -1}), Error);
  TestLanes odd(3, 2, {});
  EXPECT_THROW(LaneIntegrator(odd, {}), CheckFailure);
  LaneIntegrator integrator(system, {});
  std::vector<double> out(16);
  begin_lanes(integrator, system, pendulum_runs(4), 0, 1);
  EXPECT_THROW(integrator.advance(std::vector{0.5, 0.4}, out), CheckFailure);
  EXPECT_THROW(integrator.advance(std::vector{0.6, 1.1}, out), CheckFailure);
}

}  // namespace
}  // namespace kinemate
