#include "picture/scripts/damping_lines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>

namespace kinemate {
namespace {

const PictureFrame kFrame{.left = 100, .right = 800, .top = 50, .bottom = 550};

struct RatioPlace {
  double real, imaginary;
};

// Numbers and where they stand.
std::map<double, RatioPlace> numbers_of(const std::string& script) {
  std::map<double, RatioPlace> numbers;
  const std::regex label("set label 'ζ = ([^']+)' at ([^,]+),([^ ]+) ");
  for (std::sregex_iterator match(script.begin(), script.end(), label), end; match != end; ++match)
    numbers[std::stod((*match)[1])] = {std::stod((*match)[2]), std::stod((*match)[3])};
  return numbers;
}

std::vector<RatioPlace> ends_of(const std::string& script) {
  std::vector<RatioPlace> ends;
  const std::regex arrow("set arrow from 0,0 to ([^,]+),([^ ]+) ");
  for (std::sregex_iterator match(script.begin(), script.end(), arrow), end; match != end; ++match)
    ends.push_back({std::stod((*match)[1]), std::stod((*match)[2])});
  return ends;
}

TEST(DampingLines, ANumberStandsWhereItsRatioIs) {
  const std::string script = damping_lines(kFrame, {-3, 1}, {-4, 4});
  const auto numbers = numbers_of(script);
  EXPECT_GE(numbers.size(), 4u);
  for (const auto& [ratio, at] : numbers)
    EXPECT_NEAR(-at.real / std::hypot(at.real, at.imaginary), ratio, 1e-4) << ratio;
  EXPECT_EQ(ends_of(script).size(), 2 * numbers.size());  // above and below the real axis
  for (const RatioPlace& end : ends_of(script)) {
    EXPECT_TRUE(end.real >= -3.0001 && end.real < 0);
    EXPECT_LE(std::abs(end.imaginary), 4.0001);
  }
}

TEST(DampingLines, AreThoseThatCanBeToldApart) {
  // poles of little damping: the picture is wide where ratios are small
  const auto numbers = numbers_of(damping_lines(kFrame, {-0.01, 0.001}, {-2, 2}));
  EXPECT_TRUE(numbers.contains(0.005));
  EXPECT_FALSE(numbers.contains(0.5));
  for (const auto& [ratio, at] : numbers)
    for (const auto& [other, there] : numbers) {
      if (other <= ratio) continue;
      const double across = std::abs(at.real - there.real) * 700 / 0.011;
      const double up = std::abs(at.imaginary - there.imaginary) * 500 / 4;
      EXPECT_TRUE(across > 55 || up > 15) << ratio << " " << other;
    }
}

TEST(DampingLines, NeedRoom) {
  EXPECT_EQ(damping_lines(kFrame, {-0.1, 1}, {-4, 4}), "");
  EXPECT_EQ(damping_lines(kFrame, {-3, 1}, {-4, 0.4}), "");
}

}  // namespace
}  // namespace kinemate
