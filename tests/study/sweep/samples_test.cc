#include "study/sweep/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

using SampleKind = SamplePlan::Kind;

RunTable table_of(const std::vector<std::string>& texts, const SamplePlan& plan = {}) {
  return RunTable(read_variations(texts), plan);
}

std::vector<double> values_of(const RunTable& table, std::uint64_t run) {
  std::vector<double> values(table.names().size(), std::numeric_limits<double>::quiet_NaN());
  table.values(run, values);
  return values;
}

std::string table_refusal(const std::vector<std::string>& texts, const SamplePlan& plan = {}) {
  try {
    table_of(texts, plan);
  } catch (const Error& error) {
    return render(error);
  }
  return "nothing was refused";
}

TEST(RunTable, GridsAndListsCombine) {
  const RunTable table = table_of({"a = 10 .. 20 : 3", "b = 7, 5", "c = 1 .. 100 : 3 log"});
  EXPECT_EQ(table.names(), (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(table.size(), 18u);
  std::uint64_t run = 0;
  for (double a : {10.0, 15.0, 20.0})
    for (double b : {7.0, 5.0})
      for (double c : {1.0, 10.0, 100.0})
        EXPECT_EQ(values_of(table, run++), (std::vector{a, b, c}));  // last one fastest
  EXPECT_EQ(values_of(table_of({"a = 3 .. 4 : 1"}), 0), std::vector{3.0});
}

TEST(RunTable, SamplesForEachCombination) {
  const RunTable table = table_of({"x = 0 .. 1", "b = 7, 5", "y = 2 .. 3"}, {SampleKind::kRandom, 4, 1});
  ASSERT_EQ(table.size(), 8u);
  for (std::uint64_t run = 0; run < 8; ++run) {
    const std::vector<double> values = values_of(table, run);
    EXPECT_EQ(values[1], run < 4 ? 7 : 5);
    EXPECT_TRUE(values[0] > 0 && values[0] < 1 && values[2] > 2 && values[2] < 3);
    EXPECT_EQ(values[0], values_of(table, (run + 4) % 8)[0]);  // the same for each
    EXPECT_NE(values[0], values_of(table, (run + 1) % 8)[0]);
    EXPECT_NE(values[0], values[2] - 2);
  }
}

TEST(RunTable, EveryStratumOfALatinHypercubeIsMetOnce) {
  for (std::uint64_t samples : {1u, 2u, 7u, 1000u}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const RunTable table = table_of({"a = 0 .. 1", "b = -3 .. 5", "c = 1 .. 1000 log", "d = normal(2, 3)"},
                                      {SampleKind::kLatin, samples, seed});
      ASSERT_EQ(table.size(), samples);
      std::vector<std::vector<double>> strata(4);
      for (std::uint64_t run = 0; run < samples; ++run) {
        const std::vector<double> values = values_of(table, run);
        const double part[] = {values[0], (values[1] + 3) / 8, std::log(values[2]) / std::log(1000.0),
                               std::erfc(-(values[3] - 2) / 3 / std::sqrt(2.0)) / 2};
        for (std::size_t k = 0; k < 4; ++k) strata[k].push_back(std::floor(part[k] * static_cast<double>(samples)));
      }
      EXPECT_TRUE(samples < 7 || strata[0] != strata[1]);
      for (std::vector<double>& one : strata) {
        std::sort(one.begin(), one.end());
        for (std::size_t i = 0; i < one.size(); ++i)
          EXPECT_EQ(one[i], static_cast<double>(i)) << samples << " " << seed;
      }
    }
  }
}

// Inside of its stratum a sample lies anywhere, and also one of very many stays there.
TEST(RunTable, PlacesInsideOfStrata) {
  const RunTable few = table_of({"a = 0 .. 1"}, {SampleKind::kLatin, 1000, 3});
  double sum = 0, least = 1, most = 0;
  for (std::uint64_t run = 0; run < 1000; ++run) {
    const double scaled = values_of(few, run)[0] * 1000, inside = scaled - std::floor(scaled);
    sum += inside;
    least = std::min(least, inside);
    most = std::max(most, inside);
  }
  EXPECT_NEAR(sum / 1000, 0.5, 0.03);  // 3.3 deviations
  EXPECT_LT(least, 0.01);
  EXPECT_GT(most, 0.99);
  const RunTable many = table_of({"a = 0 .. 1"}, {SampleKind::kLatin, std::uint64_t{1} << 50, 3});
  for (std::uint64_t run = 0; run < 1000; ++run) {
    const double scaled = values_of(many, run)[0] * 0x1p50;
    EXPECT_EQ(scaled - std::floor(scaled), 0.5);  // there are no more digits
  }
}

TEST(RunTable, MeansAndDeviations) {
  for (SampleKind kind : {SampleKind::kRandom, SampleKind::kLatin}) {
    constexpr std::uint64_t kSamples = 100'000;
    const RunTable table = table_of({"a = -1 .. 3", "b = 1 .. 100 log", "c = normal(10, 0.5)"}, {kind, kSamples, 7});
    double mean[3] = {}, square[3] = {}, product = 0;
    const double expected[] = {1, std::log(10.0), 10},
                 deviation[] = {4 / std::sqrt(12.0), std::log(100.0) / std::sqrt(12.0), 0.5};
    for (std::uint64_t run = 0; run < kSamples; ++run) {
      std::vector<double> x = values_of(table, run);
      x[1] = std::log(x[1]);
      for (std::size_t k = 0; k < 3; ++k) {
        const double away = (x[k] - expected[k]) / deviation[k];
        mean[k] += away / kSamples;
        square[k] += away * away / kSamples;
      }
      product += (x[0] - expected[0]) / deviation[0] * (x[2] - expected[2]) / deviation[2] / kSamples;
    }
    const double tolerance = kind == SampleKind::kRandom ? 3.5 / std::sqrt(1e5) : 1e-4;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(mean[k], 0, tolerance) << k;
      EXPECT_NEAR(square[k], 1, 1.5 * tolerance) << k;
    }
    EXPECT_NEAR(product, 0, 3.5 / std::sqrt(1e5));  // names are independent
  }
}

TEST(RunTable, VeryManyRuns) {
  const RunTable table =
      table_of({"a = 1 .. 1e6 : 1e6", "b = 0 .. 1 : 1e3", "c = 0 .. 1"}, {SampleKind::kLatin, 1000, 0});
  EXPECT_EQ(table.size(), 1'000'000'000'000u);
  EXPECT_EQ(values_of(table, table.size() - 1)[0], 1e6);
  EXPECT_EQ(values_of(table, table.size() - 1)[1], 1);
  EXPECT_EQ(values_of(table, 123'456'789'012)[0], 123'457);
  EXPECT_EQ(table_of({"a = 0 .. 1 : 2^53"}).size(), std::uint64_t{1} << 53);
  EXPECT_NE(table_refusal({"a = 0 .. 1 : 2^53", "b = 1, 2"}).find("more than 2^53 runs"), std::string::npos);
  EXPECT_NE(table_refusal({"a = 0 .. 1 : 2^53", "b = 1 .. 2 : 2^53", "c = 1 .. 2 : 2^53"}).find("more than 2^53 runs"),
            std::string::npos);
}

// The numbers that stand in everybody's files: they never change.
TEST(RunTable, PinnedNumbers) {
  const std::vector<std::string> texts = {"a = 10 .. 20", "b = 1 .. 100 log", "phi' = normal(10, 0.5)"};
  const RunTable latin = table_of(texts, {SampleKind::kLatin, 100, 42}),
                 random = table_of(texts, {SampleKind::kRandom, 100, 42});
  EXPECT_EQ(values_of(latin, 0), (std::vector{11.237205996023182, 10.915139275068084, 10.015861857839328}));
  EXPECT_EQ(values_of(latin, 99), (std::vector{15.795569041499743, 1.049475064036794, 10.282217355252183}));
  EXPECT_EQ(values_of(random, 0), (std::vector{11.149147572723933, 20.019926057737514, 10.386900729759548}));
  EXPECT_EQ(values_of(random, 99), (std::vector{11.902666059631464, 5.4135227064188474, 9.4988715220820445}));
  EXPECT_EQ(values_of(table_of({"a = 0.1 .. 7.3 : 13", "b = 3 .. 7 : 11 log"}), 60),
            (std::vector{3.1000000000000001, 4.5825756949558398}));
}

TEST(RunTable, SamplesOfANameDependOnTheSeedAlone) {
  const RunTable one = table_of({"a = 0 .. 1", "b = 0 .. 1"}, {SampleKind::kLatin, 50, 1}),
                 two = table_of({"c = 1, 2", "b = 0 .. 1"}, {SampleKind::kLatin, 50, 1}),
                 other = table_of({"a = 0 .. 1", "b = 0 .. 1"}, {SampleKind::kLatin, 50, 2});
  EXPECT_EQ(values_of(one, 17)[1], values_of(two, 17)[1]);
  EXPECT_NE(values_of(one, 17)[1], values_of(other, 17)[1]);
}

TEST(RunTable, SamplesAndRangesBelongTogether) {
  EXPECT_EQ(table_refusal({"a = 1, 2", "k = 10 .. 20"}),
            "error: k has a range, but it is not said how many samples are taken of it [K501]\n"
            "  hint: ask for samples, or for a grid: \"k = 10 .. 20 : 5\"\n");
  EXPECT_NE(table_refusal({"k = normal(1, 2)"}).find("k has a range"), std::string::npos);
  EXPECT_NE(table_refusal({"k = 1, 2"}, {SampleKind::kLatin, 5, 0}).find("nothing has a range to take them of"),
            std::string::npos);
  EXPECT_NE(table_refusal({"k = 1 .. 2"}, {SampleKind::kRandom, 0, 0}).find("0 samples"), std::string::npos);
  const std::vector<Variation> twice = {read_variation("k = 1"), read_variation("k = 2")};
  EXPECT_THROW(RunTable(twice, {}), Error);
  EXPECT_THROW(values_of(table_of({"k = 1, 2"}), 2), CheckFailure);
}

TEST(RunTable, ListedRunsAsTheyAre) {
  const RunTable table(ListedRuns{{"a", "b"}, {1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(table.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.size(), 3u);
  EXPECT_EQ(values_of(table, 1), (std::vector<double>{3, 4}));
}

}  // namespace
}  // namespace kinemate
