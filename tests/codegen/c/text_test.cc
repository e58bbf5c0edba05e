#include "codegen/c/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace kinemate {
namespace {

using Limits = std::numeric_limits<double>;

TEST(CNumber, IsADouble) {
  EXPECT_EQ(c_number(2), "2.0");
  EXPECT_EQ(c_number(0), "0.0");
  EXPECT_EQ(c_number(-0.0), "-0.0");
  EXPECT_EQ(c_number(0.1), "0.1");
  EXPECT_EQ(c_number(-1.5), "-1.5");
  EXPECT_EQ(c_number(1e300), "1e+300");
  EXPECT_EQ(c_number(Limits::infinity()), "(double)INFINITY");
  EXPECT_EQ(c_number(-Limits::infinity()), "-(double)INFINITY");
  EXPECT_EQ(c_number(Limits::quiet_NaN()), "(double)NAN");
}

TEST(CNumber, ReadsBack) {
  std::mt19937_64 random(1);
  std::vector<double> numbers = {Limits::max(), Limits::min(), Limits::denorm_min(), 3 * Limits::denorm_min(),
                                 1e15,          1e16,          123456789012345678.0, 1 / 3.0};
  while (numbers.size() < 2000) {
    const double number = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 2000) - 1060);
    if (std::isfinite(number)) numbers.push_back(number);
  }
  for (const double number : numbers) {
    const std::string text = c_number(number);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), number) << text;
    EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text;
    EXPECT_LE(text.size(), 24u) << text;
  }
}

TEST(CComment, IsHarmless) {
  EXPECT_EQ(c_comment("alpha1 -- pivot, rad"), "alpha1 -- pivot, rad");
  EXPECT_EQ(c_comment("a*/b/*c"), "a* /b/ *c");
  EXPECT_EQ(c_comment("*//*/"), "* // * /");
  EXPECT_EQ(c_comment("?\?/"), "? ?/");
  EXPECT_EQ(c_comment("a\nb\r\tc"), "a b  c");
  EXPECT_EQ(c_comment("end\\"), "end\\ ");
  EXPECT_EQ(c_comment("ω Кран"), "ω Кран");
  EXPECT_EQ(c_comment("a\xff"
                      "b"),
            "a?b");
  EXPECT_EQ(c_comment("\u202Eabc\u2028"), "?abc ");
}

TEST(CString, IsHarmless) {
  EXPECT_EQ(c_string("alpha1'"), "\"alpha1'\"");
  EXPECT_EQ(c_string("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(c_string("?\?/"), "\"\\?\\?/\"");
  EXPECT_EQ(c_string("\n%s"), "\" %s\"");
  EXPECT_EQ(c_string("ω1"), "\"\\317\\2111\"");
  EXPECT_LE(c_string(std::string(100'000, 'x')).size(), 1100u);
}

}  // namespace
}  // namespace kinemate
