// Decimals to exact numbers and back.
#include "model_io/urdf/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/error.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class UrdfNumberTest : public ModelTest {};

TEST_F(UrdfNumberTest, DecimalsAreExact) {
  const std::pair<const char*, const char*> table[] = {
      {"0.31", "31/100"},  {"-2", "-2"},    {"+1.5", "3/2"},
      {".5", "1/2"},       {"5.", "5"},     {"-0", "0"},
      {"-0.0", "0"},       {"1e3", "1000"}, {"1E-2", "1/100"},
      {"2.5e+1", "25"},    {"007", "7"},    {"1e0000000002", "100"},
      {"0.1e-1", "1/100"}, {"0e5", "0"},    {"12345678901234567890.5", "24691357802469135781/2"}};
  for (const auto& [text, expected] : table) {
    const auto value = read_decimal(text);
    ASSERT_TRUE(value.has_value()) << text;
    EXPECT_EQ(value->to_string(), expected) << text;
  }
  EXPECT_EQ(read_decimal("2.3617511963093135611e-114")->to_double(), 2.3617511963093135611e-114);
  EXPECT_EQ(read_decimal("1e308")->to_double(), 1e308);
  EXPECT_EQ(read_decimal("0.00001e-308")->to_double(), 1e-313);  // a denormal number is one
}

TEST_F(UrdfNumberTest, OtherTextsAreNoNumbers) {
  const std::pair<std::string, std::string> table[] = {
      {"0,5", "numbers have a decimal point, 0.5, and are parted by blanks"},
      {"0,", "numbers are parted by blanks, not by commas"},
      {"1,2,3", "numbers are parted by blanks, not by commas"},
      {"nan", ""},
      {"-Inf", ""},
      {"0x10", "hexadecimal numbers are not read"},
      {"10mm", "URDF has no units: metres, kilograms, seconds, radians"},
      {"pi/2", "URDF has no formulas: pi is 3.141592653589793"},
      {"1/3", "URDF has no formulas: write the number itself"},
      {"${a}", "this is xacro: run xacro first, and read what it writes"},
      {"1e309", "magnitudes go from 1e-308 to 1e308"},
      {"1e-309", "magnitudes go from 1e-308 to 1e308"},
      {"123456789e305", "magnitudes go from 1e-308 to 1e308"},
      {"1e99999999999999999999", "magnitudes go from 1e-308 to 1e308"},
      {std::string(401, '1'), "at most 400 are read"},
      {"1e", ""},
      {"e5", ""},
      {".", ""},
      {"", ""},
      {"-", ""},
      {"--1", ""},
      {"1.2.3", ""},
      {"1 2", ""}};
  for (const auto& [text, hint] : table) {
    EXPECT_FALSE(read_decimal(text).has_value()) << text;
    const Complaint complaint = explain_number(text);
    EXPECT_FALSE(complaint.message.empty()) << text;
    EXPECT_EQ(complaint.hint, hint) << text;
  }
}

TEST_F(UrdfNumberTest, WordsKnowWhereTheyStand) {
  const std::vector<Word> words = split_words(" 1\t2.5 \n-3");
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[0].text, "1");
  EXPECT_EQ(words[1].text, "2.5");
  EXPECT_EQ(words[1].at, 3u);
  EXPECT_EQ(words[2].at, 8u);
  EXPECT_TRUE(split_words(" \n").empty());
}

TEST_F(UrdfNumberTest, ShortNumbersStayAndLongOnesAreRounded) {
  for (const char* text :
       {"0.1", "12345678901234567890", "1.2345678901234567891", "-3e-200", "0", "1000000000000000000000000"}) {
    const Expr number = Expr(*read_decimal(text));
    EXPECT_EQ(to_decimal(number), number) << text;
  }
  EXPECT_EQ(to_decimal(Expr(Rational(1, 3))), Expr(*read_decimal("0.3333333333333333")));
  EXPECT_EQ(to_decimal(Expr(Rational(-2, 7))), Expr(*read_decimal("-0.2857142857142857")));
  EXPECT_EQ(to_decimal(Expr(*read_decimal("1.23456789012345678901234"))), Expr(*read_decimal("1.2345678901234567")));
}

TEST_F(UrdfNumberTest, DoublesComeBack) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> mantissa(-10, 10);
  std::uniform_int_distribution<int> exponent(-290, 290);
  for (int i = 0; i < 1000; ++i) {
    const double number = std::ldexp(mantissa(random), exponent(random));
    EXPECT_EQ(to_decimal(number).real(), number);
  }
  EXPECT_EQ(to_decimal(0.1), Expr(Rational(1, 10)));
  EXPECT_EQ(to_decimal(5e-324).real(), 5e-324);
  EXPECT_THROW(to_decimal(std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(to_decimal(Expr(power(Rational(10), 400))), Error);
}

}  // namespace
}  // namespace kinemate
