#include "sim/state_change.h"

#include "sim/charts.h"
#include "sim/explicit/adams.h"
#include "sim/integrate.h"
#include "sim/methods.h"

namespace kinemate {
namespace {

using M = IntegrationMethod;

IntegratorOptions options_in_charts(M method) {
  const double step = method == M::kEuler ? 1e-5 : method == M::kMidpoint ? 2e-4 : method == M::kRk4 ? 1e-2 : 0;
  return {.rtol = 1e-9, .atol = {1e-9}, .fixed_step = step};
}

MakeIntegrator maker(M method) {
  return [method](OdeSystem& system, const IntegratorOptions& options) {
    return make_integrator(method, system, options);
  };
}

// Outputs, an event and changes of the states, forwards and backwards.
TEST(StateChange, EveryMethodGoesOnInOtherStates) {
  for (const MethodInfo& info : integration_methods()) {
    for (const double direction : {1.0, -1.0}) {
      if (direction < 0 && info.method == M::kEuler) continue;  // takes long, and steps as rk4
      TwoCharts charts = orbit_charts();
      ChartedIntegration run(charts, maker(info.method), options_in_charts(info.method));
      const double bound = info.method == M::kEuler ? 2e-3 : 5e-6;
      std::vector<double> outputs, observed, crossings;
      for (int i = 0; i <= 70; ++i) outputs.push_back(direction * i / 10);
      RunCallbacks callbacks;
      callbacks.observe = [&](double t, Span y) {
        observed.push_back(t);
        EXPECT_LT(run.error(t, y), bound) << info.name << " at " << t;
      };
      callbacks.event = [&](const EventReport& report, OutSpan) {
        crossings.push_back(report.time);
        return EventAction::kGoOn;
      };
      callbacks.change = [&](Integrator& now) -> Integrator* {
        EXPECT_EQ(&now, &run.now());
        const long before = run.changes;
        run.change_if_due(PastOf::kCarriedOver);
        return run.changes == before ? nullptr : &run.now();
      };
      const RunOptions options{.t1 = direction * 7, .output_times = outputs};
      const RunStatus status = run_integration(run.now(), charts.start, options, callbacks);
      EXPECT_TRUE(status.good()) << info.name << ": " << status.message;
      EXPECT_EQ(observed, outputs);
      EXPECT_EQ(run.changes, 6) << info.name;
      EXPECT_EQ(run.now().statistics().restarts, 0);
      // y rises with time: backwards it falls at the start, and rises half an orbit before
      ASSERT_EQ(crossings.size(), direction > 0 ? 2u : 1u) << info.name;
      const double last = direction > 0 ? KeplerOrbit::kPeriod : -KeplerOrbit::kPeriod / 2;
      EXPECT_NEAR(crossings.back(), last, bound) << info.name;
    }
  }
}

TEST(StateChange, StatisticsGoOnCounting) {
  for (const M method : {M::kDopri5, M::kDop853, M::kAdams, M::kCvode}) {
    for (const PastOf past : {PastOf::kCarriedOver, PastOf::kForgotten}) {
      TwoCharts charts = pendulum_charts();
      ChartedIntegration run(charts, maker(method), options_in_charts(method));
      run.now().begin(0, charts.start);
      long steps = 0;
      while (run.now().time() != 5) {
        ASSERT_TRUE(run.now().step(5));
        ++steps;
        run.change_if_due(past);
      }
      const IntegratorStatistics& statistics = run.now().statistics();
      EXPECT_GT(run.changes, 10);
      EXPECT_EQ(statistics.steps, steps);
      EXPECT_EQ(statistics.rhs_calls, charts.systems[0]->calls + charts.systems[1]->calls);
      EXPECT_EQ(statistics.restarts, past == PastOf::kForgotten ? run.changes : 0);
      EXPECT_LT(run.error(), method == M::kCvode ? 1e-4 : 5e-6) << method_name(method);
    }
  }
}

struct Cost {
  long steps = 0, calls = 0, changes = 0;
  double error = 0;
};

Cost cost_in(TwoCharts charts, M method, double tolerance, PastOf past) {
  ChartedIntegration run(charts, maker(method), {.rtol = tolerance, .atol = {tolerance}});
  run.now().begin(0, charts.start);
  while (run.now().time() != 20) {
    EXPECT_TRUE(run.now().step(20));
    run.change_if_due(past);
  }
  const IntegratorStatistics& statistics = run.now().statistics();
  return {statistics.steps, statistics.rhs_calls, run.changes, run.error()};
}

// A pendulum that goes round, in the states that are good where it is.
TEST(StateChange, ThePastSavesCalls) {
  const Cost carried = cost_in(pendulum_charts(), M::kAdams, 1e-10, PastOf::kCarriedOver);
  const Cost forgotten = cost_in(pendulum_charts(), M::kAdams, 1e-10, PastOf::kForgotten);
  EXPECT_EQ(carried.changes, 61);
  EXPECT_EQ(forgotten.changes, 61);
  EXPECT_LT(2 * carried.calls, forgotten.calls);
  EXPECT_LT(carried.error, 1e-5);
  for (const M method : {M::kDopri5, M::kDop853}) {
    const Cost kept = cost_in(pendulum_charts(), method, 1e-8, PastOf::kCarriedOver);
    const Cost lost = cost_in(pendulum_charts(), method, 1e-8, PastOf::kForgotten);
    EXPECT_LT(kept.calls + 3 * kept.changes, lost.calls) << method_name(method);
  }
  const Cost kept = cost_in(orbit_charts(), M::kMultirate, 1e-8, PastOf::kCarriedOver);
  const Cost lost = cost_in(orbit_charts(), M::kMultirate, 1e-8, PastOf::kForgotten);
  EXPECT_LT(kept.steps + 2 * kept.changes, lost.steps);
}

TEST(StateChange, FixedStepsStayOnTheirGrid) {
  for (const M method : {M::kEuler, M::kRk4, M::kDopri5, M::kMidpoint, M::kMultirate}) {
    TwoCharts charts = orbit_charts();
    ChartedIntegration run(charts, maker(method), {.fixed_step = 0.1});
    TwoCharts unchanged = orbit_charts();
    ChartedIntegration whole(unchanged, maker(method), {.fixed_step = 0.1});
    for (ChartedIntegration* const each : {&run, &whole}) each->now().begin(0.3, charts.exact(0.3));
    for (int i = 1; i <= 50; ++i) {
      ASSERT_TRUE(run.now().step(10) && whole.now().step(10));
      ASSERT_EQ(run.now().time(), whole.now().time()) << method_name(method) << " " << i;
      ASSERT_TRUE(i % 3 != 0 || run.change(PastOf::kCarriedOver));
    }
  }
}

void expect_same(const IntegratorStatistics& a, const IntegratorStatistics& b) {
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.rejected, b.rejected);
  EXPECT_EQ(a.rhs_calls, b.rhs_calls);
  EXPECT_EQ(a.restarts, b.restarts);
  EXPECT_EQ(a.orders, b.orders);
}

// Without a value for the state, or for one that is remembered only, both integrators stay what they were.
TEST(StateChange, WithoutAValueNothingIsDone) {
  for (const MethodInfo& info : integration_methods()) {
    const long last = info.method == M::kAdams ? 6 : 1;
    for (const long without_value : {1L, last}) {
      TwoCharts charts = orbit_charts(), untouched = orbit_charts();
      ChartedIntegration run(charts, maker(info.method), options_in_charts(info.method));
      ChartedIntegration other(untouched, maker(info.method), options_in_charts(info.method));
      for (ChartedIntegration* const each : {&run, &other}) {
        each->now().begin(0, charts.start);
        for (int i = 0; i < 30; ++i) each->now().step(100);
        ASSERT_TRUE(each->change(PastOf::kCarriedOver));
        for (int i = 0; i < 30; ++i) each->now().step(100);
      }
      MappedChange& change = *charts.changes[1];
      change.first_without_value = change.calls + without_value;
      EXPECT_FALSE(run.change(PastOf::kCarriedOver)) << info.name;
      EXPECT_EQ(change.calls, change.first_without_value);
      EXPECT_EQ(run.other().time(), other.other().time());
      expect_same(run.other().statistics(), other.other().statistics());
      change.first_without_value = std::numeric_limits<long>::max();
      // both of each run go on as if nothing had been tried
      for (Integrator* const one : {&run.now(), &run.other()}) {
        Integrator& as = one == &run.now() ? other.now() : other.other();
        for (int i = 0; i < 5; ++i) ASSERT_TRUE(one->step(100) && as.step(100));
        EXPECT_EQ(one->time(), as.time());
        EXPECT_TRUE(std::equal(one->state().begin(), one->state().end(), as.state().begin())) << info.name;
      }
      EXPECT_TRUE(run.change(PastOf::kForgotten));
    }
  }
}

TEST(StateChange, NumbersThatAreNotFiniteAreNoValue) {
  TwoCharts charts = pendulum_charts();
  ChartedIntegration run(charts, make_adams, {});
  run.now().begin(0, std::vector{1.0, 0.0, 0.0});
  EXPECT_FALSE(run.change(PastOf::kForgotten));
  EXPECT_EQ(run.chart(), 0u);
}

// Before a first step, or after a restart, there is no past to carry.
TEST(StateChange, WithoutAPastItBegins) {
  for (const MethodInfo& info : integration_methods()) {
    if (info.method == M::kEuler) continue;
    TwoCharts charts = orbit_charts();
    ChartedIntegration run(charts, maker(info.method), options_in_charts(info.method));
    run.now().begin(0, charts.start);
    ASSERT_TRUE(run.change(PastOf::kCarriedOver));
    EXPECT_EQ(run.now().last_time(), 0);
    advance(run.now(), 1);
    run.now().restart(1, run.now().state());
    ASSERT_TRUE(run.change(PastOf::kCarriedOver));
    ASSERT_TRUE(run.change(PastOf::kCarriedOver));
    EXPECT_EQ(run.now().time(), 1);
    EXPECT_EQ(run.now().last_time(), 1);
    advance(run.now(), 2);
    EXPECT_EQ(run.now().statistics().restarts, 1);
    EXPECT_LT(run.error(), 1e-6) << info.name;
    EXPECT_EQ(run.now().statistics().orders[1], info.method == M::kAdams ? 2 : info.method == M::kCvode ? 4 : 0);
  }
}

TEST(StateChange, EventsAreToldOnceWhereverTheStatesChange) {
  for (const M method : {M::kDop853, M::kAdams}) {
    TwoCharts charts = orbit_charts();
    ChartedIntegration run(charts, maker(method), {.rtol = 1e-10, .atol = {1e-10}});
    std::vector<double> crossings;
    RunCallbacks callbacks;
    callbacks.event = [&](const EventReport& report, OutSpan y) {
      EXPECT_EQ(y.size(), run.now().state().size());
      EXPECT_LT(run.error(report.time, y), 1e-6);
      crossings.push_back(report.time);
      // a restart at the event, which is followed by a change at once
      return crossings.size() % 2 == 0 ? EventAction::kRestart : EventAction::kGoOn;
    };
    callbacks.change = [&](Integrator&) {
      EXPECT_TRUE(run.change(PastOf::kCarriedOver));
      return &run.now();
    };
    const double end = 5.5 * KeplerOrbit::kPeriod;
    EXPECT_TRUE(run_integration(run.now(), charts.start, {.t1 = end}, callbacks).good());
    ASSERT_EQ(crossings.size(), 6u) << method_name(method);
    for (std::size_t i = 0; i < crossings.size(); ++i) {
      EXPECT_NEAR(crossings[i], static_cast<double>(i) * KeplerOrbit::kPeriod, 1e-6) << method_name(method);
    }
    EXPECT_EQ(run.now().statistics().restarts, 3);
    EXPECT_EQ(run.changes, run.now().statistics().steps - 1);  // not after the last
  }
}

TEST(StateChange, ARunEndsByTheCountsOfAll) {
  TwoCharts charts = orbit_charts();
  ChartedIntegration run(charts, make_adams, {});
  std::vector<double> times;
  RunCallbacks callbacks;
  callbacks.progress = [&](double t) { times.push_back(t); };
  callbacks.change = [&](Integrator& now) {
    EXPECT_EQ(now.time(), times.back());
    EXPECT_TRUE(run.change(PastOf::kCarriedOver));
    return &run.now();
  };
  const RunStatus status = run_integration(run.now(), charts.start, {.t1 = 100, .max_steps = 25}, callbacks);
  EXPECT_EQ(status.end, RunEnd::kTooManySteps);
  EXPECT_EQ(times.size(), 25u);
  EXPECT_EQ(status.time, times.back());
}

}  // namespace
}  // namespace kinemate
