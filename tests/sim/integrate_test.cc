#include "sim/integrate.h"

#include "base/error.h"
#include "sim/explicit/adams.h"
#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"
#include "sim/implicit/cvode.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

// A ball that falls from 1 m, g = 10 m/s², on the floor.
TestSystem ball(EventDirection direction = EventDirection::kFalling) {
  return {{.dimension = 2, .state_names = {"height", "speed"}, .events = {{"floor", direction}}},
          [](double, Span y, OutSpan rate) {
            rate[0] = y[1];
            rate[1] = -10;
            return true;
          },
          [](double, Span y, OutSpan g) { g[0] = y[0]; }};
}

const std::vector<double> kDrop = {1, 0};

TEST(Integrate, BallBouncesAtTheRightTimes) {
  for (const EventDirection direction : {EventDirection::kFalling, EventDirection::kBoth}) {
    TestSystem system = ball(direction);
    for (const MakeIntegrator& make :
         {MakeIntegrator(make_dop853), MakeIntegrator(make_dopri5), MakeIntegrator(make_adams)}) {
      const auto integrator = make(system, {.rtol = 1e-12, .atol = {1e-12}});
      std::vector<double> bounces;
      RunCallbacks callbacks;
      callbacks.event = [&](const EventReport& report, OutSpan y) {
        EXPECT_EQ(report.hits.size(), 1u);
        EXPECT_FALSE(report.hits[0].rising);
        bounces.push_back(report.time);
        y[1] = -0.8 * y[1];
        return EventAction::kRestart;
      };
      const RunStatus status = run_integration(*integrator, kDrop, {.t1 = 2}, callbacks);
      EXPECT_TRUE(status.good()) << status.message;
      double expected = std::sqrt(0.2), flight = 2 * expected;
      ASSERT_EQ(bounces.size(), 3u);
      for (const double t : bounces) {
        EXPECT_NEAR(t, expected, 2e-12);
        expected += flight *= 0.8;
      }
      EXPECT_EQ(integrator->statistics().restarts, 3);
    }
  }
}

// However small a bounce is, the ball is not lost below the floor: the run ends with the reason.
TEST(Integrate, BouncesWithoutEndAreTold) {
  for (const double restitution : {0.9, 0.5, 0.1, 0.01}) {
    for (const bool put_on_floor : {true, false}) {
      for (const MakeIntegrator& make :
           {MakeIntegrator(make_dopri5), MakeIntegrator(make_adams), MakeIntegrator(make_cvode)}) {
        TestSystem system = ball();
        const auto integrator = make(system, {});
        RunCallbacks callbacks;
        double last = 0;
        callbacks.event = [&](const EventReport& report, OutSpan y) {
          last = report.time;
          if (put_on_floor) y[0] = 0;
          y[1] = -restitution * y[1];
          return EventAction::kRestart;
        };
        const RunStatus status = run_integration(*integrator, kDrop, {.t1 = 20}, callbacks);
        EXPECT_EQ(status.end, RunEnd::kTooManyEvents) << restitution << put_on_floor << integrator->state()[0];
        EXPECT_EQ(status.cause, LikelyCause::kAccumulation);
        EXPECT_NE(status.message.find("`floor`"), std::string::npos);
        const double exact = std::sqrt(0.2) * (1 + 2 * restitution / (1 - restitution));
        EXPECT_NEAR(last, exact, 3e-3);
      }
    }
  }
}

// The ball is laid down on the floor, but nothing holds it there: the event is not told twice.
TEST(Integrate, WhatWasReportedIsNotReportedAgainWhereItStands) {
  for (const EventDirection direction : {EventDirection::kFalling, EventDirection::kBoth}) {
    TestSystem system = ball(direction);
    const auto integrator = make_dop853(system, {});
    int events = 0;
    RunCallbacks callbacks;
    callbacks.event = [&](const EventReport&, OutSpan y) {
      ++events;
      y[1] = 0;
      return EventAction::kRestart;
    };
    EXPECT_TRUE(run_integration(*integrator, kDrop, {.t1 = 2}, callbacks).good());
    EXPECT_EQ(events, 1);
  }
}

TEST(Integrate, AnEventCanStopTheRun) {
  TestSystem system = ball();
  const auto integrator = make_dop853(system, {});
  RunCallbacks callbacks;
  std::vector<double> observed;
  callbacks.observe = [&](double t, Span) { observed.push_back(t); };
  callbacks.event = [](const EventReport&, OutSpan) { return EventAction::kStop; };
  const RunStatus status =
      run_integration(*integrator, kDrop, {.t1 = 2, .output_times = {0, 0.1, 0.4, 0.5, 1}}, callbacks);
  EXPECT_EQ(status.end, RunEnd::kStopped);
  EXPECT_NEAR(status.time, std::sqrt(0.2), 1e-9);
  EXPECT_NEAR(integrator->state()[0], 0, 1e-9);
  EXPECT_EQ(observed, (std::vector<double>{0, 0.1, 0.4, status.time}));
}

TEST(Integrate, GoingOnChangesNothing) {
  TestSystem system = ball();
  const auto integrator = make_dop853(system, {});
  RunCallbacks callbacks;
  int events = 0;
  callbacks.event = [&](const EventReport&, OutSpan) {
    ++events;
    return EventAction::kGoOn;
  };
  run_integration(*integrator, kDrop, {.t1 = 2}, callbacks);
  EXPECT_EQ(events, 1);
  EXPECT_NEAR(integrator->state()[0], 1 - 5 * 4, 1e-9);
  EXPECT_EQ(integrator->statistics().restarts, 0);
}

TEST(Integrate, OutputsComeInOrderAndExactly) {
  KeplerOrbit orbit;
  for (const double end : {7.0, -7.0}) {
    const auto integrator = make_dop853(orbit, {.rtol = 1e-12, .atol = {1e-12}});
    std::vector<double> times, observed;
    for (int i = 0; i <= 100; ++i) times.push_back(end * i / 100);
    RunCallbacks callbacks;
    callbacks.observe = [&](double t, Span y) {
      observed.push_back(t);
      EXPECT_LT(largest_difference(y, KeplerOrbit::exact(t)), 1e-9) << t;
    };
    const RunStatus status =
        run_integration(*integrator, KeplerOrbit::start(), {.t1 = end, .output_times = times}, callbacks);
    EXPECT_EQ(status.end, RunEnd::kFinished);
    EXPECT_EQ(observed, times);
  }
}

TEST(Integrate, WithoutOutputTimesEachStepIsObserved) {
  KeplerOrbit orbit;
  const auto integrator = make_dop853(orbit, {});
  long observed = 0;
  double progress = 0;
  RunCallbacks callbacks;
  callbacks.observe = [&](double, Span) { ++observed; };
  callbacks.progress = [&](double t) {
    EXPECT_GT(t, progress);
    progress = t;
  };
  run_integration(*integrator, KeplerOrbit::start(), {.t1 = 5}, callbacks);
  EXPECT_EQ(observed, integrator->statistics().steps + 1);
  EXPECT_EQ(progress, 5);
}

// A force that jumps at given times: with stop times the result is exact, whatever the tolerance.
TEST(Integrate, StopTimesAreHitExactly) {
  double force = 1;
  TestSystem system({.dimension = 2}, [&](double, Span y, OutSpan rate) {
    rate[0] = y[1];
    rate[1] = force;
    return true;
  });
  for (const MakeIntegrator& make :
       {MakeIntegrator(make_dop853), MakeIntegrator(make_dopri5), MakeIntegrator(make_adams)}) {
    force = 1;
    const auto integrator = make(system, {.rtol = 1e-3, .atol = {1e-3}});
    std::vector<double> stops;
    RunCallbacks callbacks;
    callbacks.event = [&](const EventReport& report, OutSpan) {
      EXPECT_TRUE(report.hits.empty());
      EXPECT_EQ(report.stop_time, stops.size());
      stops.push_back(report.time);
      force = -force;
      return EventAction::kRestart;
    };
    const std::vector<double> wanted = {0.1, 1.0 / 3, 0.7};
    run_integration(*integrator, std::vector{0.0, 0.0}, {.stop_times = wanted}, callbacks);
    EXPECT_EQ(stops, wanted);
    EXPECT_NEAR(integrator->state()[1], 0.1 - (1.0 / 3 - 0.1) + (0.7 - 1.0 / 3) - 0.3, 1e-14);
  }
}

TEST(Integrate, AnInterruptEndsTheRun) {
  KeplerOrbit orbit;
  const auto integrator = make_dop853(orbit, {});
  std::atomic<bool> interrupt = false;
  RunCallbacks callbacks;
  callbacks.progress = [&](double t) { interrupt = t > 2; };
  const RunStatus status =
      run_integration(*integrator, KeplerOrbit::start(), {.t1 = 1e9, .interrupt = &interrupt}, callbacks);
  EXPECT_EQ(status.end, RunEnd::kInterrupted);
  EXPECT_GT(status.time, 2);
  EXPECT_LT(status.time, 5);
}

TEST(Integrate, RefusesWhatMakesNoSense) {
  KeplerOrbit orbit;
  const auto integrator = make_dop853(orbit, {});
  const std::vector<double> start = KeplerOrbit::start();
  EXPECT_THROW(run_integration(*integrator, start, {.output_times = {0.5, 0.2}}, {}), Error);
  EXPECT_THROW(run_integration(*integrator, start, {.output_times = {1.5}}, {}), Error);
  EXPECT_THROW(run_integration(*integrator, start, {.stop_times = {-1}}, {}), Error);
  EXPECT_THROW(run_integration(*integrator, start, {.t1 = INFINITY}, {}), Error);
  EXPECT_THROW(run_integration(*integrator, std::vector<double>{1, NAN, 0, 0}, {}, {}), Error);
}

}  // namespace
}  // namespace kinemate
