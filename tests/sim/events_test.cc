#include "sim/events.h"

#include "sim/explicit/dop853.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

struct Told {
  std::size_t event;
  double time;
  bool rising;
};

// All events of y' = 1 from 0 to `end` in steps of `step`, g given as functions of time.
std::vector<Told> events_of(std::vector<std::function<double(double)>> functions,
                            std::vector<EventDirection> directions, double end, double step) {
  SystemShape shape{.dimension = 1};
  for (const EventDirection direction : directions) shape.events.push_back({"g", direction});
  TestSystem clock(
      shape,
      [](double, Span, OutSpan rate) {
        rate[0] = 1;
        return true;
      },
      [&](double, Span y, OutSpan g) {
        for (std::size_t k = 0; k < functions.size(); ++k) g[k] = functions[k](y[0]);
      });
  const auto integrator = make_dop853(clock, {.fixed_step = step});
  const std::vector<double> start = {0};
  integrator->begin(0, start);
  EventWatch watch(clock);
  watch.start(0, start);
  std::vector<Told> told;
  advance(*integrator, end, [&] {
    for (;;) {
      const std::span<const EventHit> hits = watch.next(*integrator);
      if (hits.empty()) return;
      for (const EventHit& hit : hits) told.push_back({hit.event, hit.time, hit.rising});
      ASSERT_LT(told.size(), 1000u);
    }
  });
  return told;
}

constexpr auto kBoth = EventDirection::kBoth;

TEST(Events, AreFoundToTwelveDigits) {
  const auto told = events_of({[](double t) { return std::cos(t); }}, {kBoth}, 20, 0.5);
  ASSERT_EQ(told.size(), 6u);
  for (std::size_t i = 0; i < told.size(); ++i) {
    const double exact = (static_cast<double>(i) + 0.5) * std::numbers::pi;
    EXPECT_NEAR(told[i].time, exact, 1e-14 * exact);
    EXPECT_EQ(told[i].rising, i % 2 == 1);
  }
}

TEST(Events, DirectionsAreKept) {
  const auto g = [](double t) { return std::sin(t); };
  const auto told = events_of({g, g, g}, {EventDirection::kRising, EventDirection::kFalling, kBoth}, 10, 0.3);
  // 0 rising (at the start), π falling, 2π rising, 3π falling; each once by its own and once by `both`
  std::vector<std::size_t> events;
  for (const Told& one : told) events.push_back(one.event);
  EXPECT_EQ(events, (std::vector<std::size_t>{0, 2, 1, 2, 0, 2, 1, 2}));
  EXPECT_EQ(told[0].time, 0);
}

TEST(Events, SeveralInOneStepComeInOrder) {
  const auto told = events_of({[](double t) { return (t - 0.9) * (t - 0.2); }, [](double t) { return t - 0.5; },
                               [](double t) { return std::cos(20 * t); }},
                              {kBoth, kBoth, EventDirection::kFalling}, 1, 1);
  std::vector<double> times;
  for (const Told& one : told) times.push_back(one.time);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  std::vector<double> expected = {0.2, 0.5, 0.9};
  for (const double k : {0.5, 2.5, 4.5}) expected.push_back(k * std::numbers::pi / 20);
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(times.size(), expected.size());
  EXPECT_LT(largest_difference(times, expected), 1e-14);
}

// Two crossings close together, anywhere in a step: between samples only the bend of the curve tells of them.
TEST(Events, TwoCrossingsBetweenSamplesAreFound) {
  for (double place = 0.013; place < 1; place += 0.037) {
    for (const double width : {0.05, 0.01, 1e-3}) {
      if (place + width > 1) continue;
      const auto told = events_of({[=](double t) { return (t - place) * (t - place - width); }}, {kBoth}, 1, 1);
      ASSERT_EQ(told.size(), 2u) << place << " " << width;
      EXPECT_NEAR(told[0].time, place, 1e-12);
      EXPECT_NEAR(told[1].time, place + width, 1e-12);
      EXPECT_FALSE(told[0].rising);
      EXPECT_TRUE(told[1].rising);
    }
  }
}

TEST(Events, TouchingIsNoEvent) {
  EXPECT_TRUE(events_of({[](double t) { return (t - 0.4) * (t - 0.4); }}, {kBoth}, 1, 0.1).empty());
  EXPECT_TRUE(events_of({[](double) { return 0.0; }}, {kBoth}, 1, 0.1).empty());
}

TEST(Events, ARootAtTheEndOfAStepIsToldOnce) {
  const auto told = events_of({[](double t) { return t - 0.5; }}, {kBoth}, 1, 0.25);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NEAR(told[0].time, 0.5, 1e-15);
}

TEST(Events, AtOnceAreToldTogether) {
  const auto told = events_of({[](double t) { return t - 0.6; }, [](double t) { return 1.2 - 2 * t - 4e-13; },
                               [](double t) { return t - 0.7; }},
                              {kBoth, kBoth, kBoth}, 1, 0.5);
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[0].time, told[1].time);
  EXPECT_LT(told[1].time, told[2].time);
  EXPECT_TRUE(told[0].rising);
  EXPECT_FALSE(told[1].rising);
}

TEST(Events, AtTheStartOnlyInTheDirectionAskedFor) {
  const auto rise = [](double t) { return t; };
  EXPECT_EQ(events_of({rise}, {EventDirection::kRising}, 1, 0.1).size(), 1u);
  EXPECT_EQ(events_of({rise}, {EventDirection::kFalling}, 1, 0.1).size(), 0u);
  // zero with a level tangent leaves it later, but surely
  EXPECT_EQ(events_of({[](double t) { return -t * t; }}, {EventDirection::kFalling}, 1, 0.1).size(), 1u);
}

// A function that rounds otherwise in another system is on the side it was on: told once, before the change or after.
TEST(Events, AChangeOfTheSystemNearZeroTellsNothingTwice) {
  for (const double shift : {-1e-13, 1e-13}) {
    const auto clock = [](double zero, std::size_t dimension) {
      return std::make_unique<TestSystem>(
          SystemShape{.dimension = dimension, .events = {{"g"}}},
          [](double, Span, OutSpan rate) {
            std::fill(rate.begin(), rate.end(), 1.0);
            return true;
          },
          [=](double, Span y, OutSpan g) { g[0] = y.back() - zero; });
    };
    const auto early = clock(0.5 + shift, 1), late = clock(0.5 - shift, 2);
    const auto first = make_dop853(*early, {.fixed_step = 0.25}), second = make_dop853(*late, {.fixed_step = 0.25});
    const std::vector<double> one = {0}, two = {0.5, 0.5};
    EventWatch watch(*early);
    first->begin(0, one);
    watch.start(0, one);
    std::vector<double> times;
    const auto search = [&](Integrator& integrator) {
      for (auto hits = watch.next(integrator); !hits.empty(); hits = watch.next(integrator)) {
        times.push_back(hits[0].time);
        EXPECT_TRUE(hits[0].rising);
      }
    };
    advance(*first, 0.5, [&] { search(*first); });
    EXPECT_EQ(times.size(), shift < 0 ? 1u : 0u);
    second->begin(0.5, two);
    watch.change_system(*late, 0.5, two);
    advance(*second, 1, [&] { search(*second); });
    ASSERT_EQ(times.size(), 1u) << shift;
    EXPECT_NEAR(times[0], 0.5, 2e-13);
  }
}

}  // namespace
}  // namespace kinemate
