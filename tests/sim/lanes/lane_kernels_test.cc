#include "sim/lanes/lane_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace kinemate {
namespace {

constexpr std::size_t kStates = 5;

std::vector<double> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(generator()) / 1e9 - 2);
  return numbers;
}

template <unsigned W>
std::vector<const LaneKernels<W>*> all_kernels() {
  return {&lane_kernels<W>(), &plain_lane_kernels<W>()};
}

// Lane l of n x W numbers.
template <unsigned W>
std::vector<double> lane_of(const double* numbers, std::size_t l, std::size_t rows) {
  std::vector<double> result;
  for (std::size_t i = 0; i < rows; ++i) result.push_back(numbers[i * W + l]);
  return result;
}

template <unsigned W>
void expect_sums_as_of_one_run() {
  const std::vector<double> columns = random_numbers(16 * kStates * W, 1), base = random_numbers(kStates * W, 2),
                            h = random_numbers(W, 3), weight = random_numbers(16, 4);
  for (const LaneKernels<W>* kernels : all_kernels<W>()) {
    for (std::size_t count = 1; count <= 16; ++count) {
      SparseWeights weights{.count = count};
      for (std::size_t j = 0; j < count; ++j) weights.column[j] = 15 - j, weights.weight[j] = weight[j];
      for (const bool with_base : {false, true}) {
        std::vector<double> memory(kStates * W + 1), expected(kStates);
        double* const out = memory.data() + 1;  // any alignment will do
        kernels->add[count](weights, kStates, columns.data(), with_base ? base.data() : nullptr, h.data(), out);
        for (std::size_t l = 0; l < W; ++l) {
          const std::vector<double> column = lane_of<W>(columns.data(), l, 16 * kStates),
                                    start = lane_of<W>(base.data(), l, kStates);
          add_weighted(weights, kStates, column.data(), with_base ? start.data() : nullptr, h[l], expected.data());
          EXPECT_EQ(lane_of<W>(out, l, kStates), expected) << count;
        }
      }
    }
  }
}

TEST(LaneKernels, SumsAreThoseOfOneRun) {
  expect_sums_as_of_one_run<4>();
  expect_sums_as_of_one_run<8>();
}

TEST(LaneKernels, MeasuresErrorsAndWhatIsNotFinite) {
  const std::vector<double> y = random_numbers(kStates * 8, 1), first = random_numbers(kStates * 8, 2),
                            second = random_numbers(kStates * 8, 3), atol = {1, 2, 3, 4, 5};
  std::vector<double> solution = random_numbers(kStates * 8, 4), slope = random_numbers(kStates * 8, 5);
  solution[2 * 8 + 3] = INFINITY;
  slope[4 * 8 + 6] = -NAN;
  for (const LaneKernels<8>* kernels : all_kernels<8>()) {
    LaneClock<8> lanes;
    kernels->measure({.n = kStates,
                      .atol = atol.data(),
                      .rtol = 0.5,
                      .y = y.data(),
                      .solution = solution.data(),
                      .end_slope = slope.data(),
                      .first = first.data(),
                      .second = second.data()},
                     lanes);
    for (std::size_t l = 0; l < 8; ++l) {
      EXPECT_EQ(lanes.check[l] == 0, l != 3 && l != 6);
      if (l == 3) continue;
      double sum = 0, other = 0;
      for (std::size_t i = 0; i < kStates; ++i) {
        const std::size_t at = i * 8 + l;
        const double scale = atol[i] + 0.5 * std::max(std::abs(y[at]), std::abs(solution[at]));
        sum += first[at] / scale * (first[at] / scale);
        other += second[at] / scale * (second[at] / scale);
      }
      EXPECT_EQ(lanes.first[l], sum / 5);
      EXPECT_EQ(lanes.second[l], other / 5);
    }
  }
}

TEST(LaneKernels, OnlyLanesOfTheMaskAreTaken) {
  const std::vector<double> from = random_numbers(kStates * 4, 1), before = random_numbers(kStates * 4, 2);
  for (const LaneKernels<4>* kernels : all_kernels<4>()) {
    std::vector<double> to = before;
    kernels->take(kStates, {0, -1, -1, 0}, from.data(), to.data());
    for (std::size_t at = 0; at < to.size(); ++at) {
      EXPECT_EQ(to[at], at % 4 == 1 || at % 4 == 2 ? from[at] : before[at]);
    }
  }
}

// The cubic has the values and slopes of both ends; the rows beyond vanish there.
TEST(LaneKernels, TheInsideOfAStepFitsItsEnds) {
  const std::vector<double> y = random_numbers(kStates * 4, 1), solution = random_numbers(kStates * 4, 2),
                            start = random_numbers(kStates * 4, 3), end = random_numbers(kStates * 4, 4);
  const std::vector<double> h = {0.5, 2, -1, 1}, untouched(8 * kStates * 4, 7);
  for (const LaneKernels<4>* kernels : all_kernels<4>()) {
    std::vector<double> dense = untouched;
    const LaneStep step{.n = kStates,
                        .y = y.data(),
                        .solution = solution.data(),
                        .start_slope = start.data(),
                        .end_slope = end.data(),
                        .h = h.data()};
    kernels->take_cubic(step, {-1, 0, -1, -1}, dense.data());
    const auto at = [&](double theta) {
      const std::vector<double> thetas(4, theta);
      std::vector<double> result(kStates * 4);
      kernels->interpolate(kStates, 8, thetas.data(), dense.data(), result.data());
      return result;
    };
    constexpr double kSmall = 1e-6;
    const std::vector<double> first = at(0), next = at(kSmall), before = at(1 - kSmall), last = at(1);
    for (std::size_t k = 0; k < first.size(); ++k) {
      if (k % 4 == 1) continue;
      EXPECT_EQ(first[k], y[k]);
      EXPECT_NEAR(last[k], solution[k], 1e-14);
      EXPECT_NEAR((next[k] - first[k]) / kSmall, h[k % 4] * start[k], 1e-4);
      EXPECT_NEAR((last[k] - before[k]) / kSmall, h[k % 4] * end[k], 1e-4);
    }
    EXPECT_EQ(lane_of<4>(dense.data(), 1, 8 * kStates), lane_of<4>(untouched.data(), 1, 8 * kStates));
  }
}

}  // namespace
}  // namespace kinemate
