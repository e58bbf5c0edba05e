#include "sim/results/number.h"

#include <cstdlib>

#include "sim/result_samples.h"

namespace kinemate {
namespace {

std::string decimal(double value) {
  std::string text;
  append_decimal(text, value);
  return text;
}

TEST(ResultNumber, IsShort) {
  EXPECT_EQ(decimal(0.1), "0.1");
  EXPECT_EQ(decimal(5), "5");
  EXPECT_EQ(decimal(-0.0), "-0.0");
  EXPECT_EQ(decimal(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(decimal(-std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(decimal(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(ResultNumber, ReadsBackTheSame) {
  const std::vector<double> numbers = difficult_numbers(10'000);
  std::vector<double> again;
  for (double number : numbers) again.push_back(std::strtod(decimal(number).c_str(), nullptr));
  EXPECT_EQ(bits(again), bits(numbers));
}

}  // namespace
}  // namespace kinemate
