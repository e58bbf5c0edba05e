#include "sim/methods.h"

#include "base/allocations.h"
#include "base/error.h"
#include "sim/integrate.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

using M = IntegrationMethod;

// The orbit with one pair of states called fast, so that every method can run it.
class SplitOrbit : public OdeSystem {
 public:
  SplitOrbit()
      : OdeSystem(
            {.dimension = 4, .fast = {1, 3}, .events = {{"crossing", EventDirection::kRising}}, .has_jacobian = true}) {
  }
  bool rhs(double, Span y, OutSpan rate) override {
    const double r = std::hypot(y[0], y[1]), cube = r * r * r;
    rate[0] = y[2];
    rate[1] = y[3];
    rate[2] = -y[0] / cube;
    rate[3] = -y[1] / cube;
    return true;
  }
  bool jacobian(double, Span y, OutSpan j) override {
    const double r = std::hypot(y[0], y[1]), cube = r * r * r, fifth = cube * r * r;
    std::fill(j.begin(), j.end(), 0.0);
    j[0 + 4 * 2] = j[1 + 4 * 3] = 1;
    j[2 + 4 * 0] = -1 / cube + 3 * y[0] * y[0] / fifth;
    j[3 + 4 * 1] = -1 / cube + 3 * y[1] * y[1] / fifth;
    j[2 + 4 * 1] = j[3 + 4 * 0] = 3 * y[0] * y[1] / fifth;
    return true;
  }
  void event_values(double, Span y, OutSpan g) override { g[0] = y[1]; }
};

double fixed_step_of(M method) {
  switch (method) {
    case M::kEuler: return 1e-5;
    case M::kMidpoint: return 2e-4;
    case M::kRk4: return 1e-2;
    default: return 0;
  }
}

IntegratorOptions options_of(M method) { return {.rtol = 1e-9, .atol = {1e-9}, .fixed_step = fixed_step_of(method)}; }

TEST(Methods, AllFollowTheOrbit) {
  for (const MethodInfo& info : integration_methods()) {
    SplitOrbit orbit;
    const auto integrator = make_integrator(info.method, orbit, options_of(info.method));
    const double bound = info.method == M::kEuler ? 2e-3 : 3e-6;
    RunCallbacks callbacks;
    std::vector<double> crossings;
    callbacks.observe = [&](double t, Span y) {
      EXPECT_LT(largest_difference(y, KeplerOrbit::exact(t)), bound) << info.name << " at " << t;
    };
    callbacks.event = [&](const EventReport& report, OutSpan) {
      crossings.push_back(report.time);
      return EventAction::kGoOn;
    };
    const std::vector<double> outputs = {0.1, 0.5, 1, 2, 3, 4, 5, 6, 7};
    const RunStatus status =
        run_integration(*integrator, KeplerOrbit::start(), {.t1 = 7, .output_times = outputs}, callbacks);
    EXPECT_TRUE(status.good()) << info.name << ": " << status.message;
    ASSERT_EQ(crossings.size(), 2u) << info.name;
    EXPECT_EQ(crossings[0], 0);
    EXPECT_NEAR(crossings[1], KeplerOrbit::kPeriod, bound) << info.name;
  }
}

TEST(Methods, NothingIsAllocatedBetweenStartAndEnd) {
  for (const MethodInfo& info : integration_methods()) {
    SplitOrbit orbit;
    const auto integrator = make_integrator(info.method, orbit, options_of(info.method));
    integrator->begin(0, KeplerOrbit::start());
    EventWatch watch(orbit);
    watch.start(0, KeplerOrbit::start());
    std::vector<double> y(4), start = KeplerOrbit::start();
    // the first steps choose, and find out how many short steps a long one has
    for (int i = 0; i < 40; ++i) {
      integrator->step(20);
      watch.next(*integrator);
    }
    const std::size_t before = allocations;
    for (int i = 0; i < 40 && integrator->time() < 20; ++i) {
      integrator->step(20);
      integrator->interpolate(0.5 * (integrator->time() + integrator->last_time()), y);
      watch.next(*integrator);
    }
    integrator->restart(0, start);
    watch.restart(0, start);
    for (int i = 0; i < 10; ++i) integrator->step(20);
    EXPECT_EQ(allocations - before, 0u) << info.name;
  }
}

TEST(Methods, SameInputSameBytes) {
  for (const MethodInfo& info : integration_methods()) {
    std::vector<std::vector<double>> ends;
    for (int run = 0; run < 2; ++run) {
      SplitOrbit orbit;
      const auto integrator = make_integrator(info.method, orbit, options_of(info.method));
      integrator->begin(0, KeplerOrbit::start());
      advance(*integrator, 0.5);
      ends.emplace_back(integrator->state().begin(), integrator->state().end());
    }
    EXPECT_EQ(ends[0], ends[1]) << info.name;
  }
}

TEST(Methods, NamesLeadThereAndBack) {
  EXPECT_EQ(integration_methods().size(), 9u);
  for (const MethodInfo& info : integration_methods()) {
    EXPECT_EQ(method_named(info.name), info.method);
    EXPECT_EQ(method_name(info.method), info.name);
  }
  try {
    method_named("dopri54");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint.find("`dopri5`"), std::string::npos);
  }
}

}  // namespace
}  // namespace kinemate
