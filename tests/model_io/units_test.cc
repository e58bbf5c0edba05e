#include "model_io/units.h"

#include <gtest/gtest.h>

#include "expr/fixture.h"

namespace kinemate {
namespace {

class UnitsTest : public ExprTest {};

TEST_F(UnitsTest, Factors) {
  const Rewrite table[] = {{"m", "1"},           {"mm", "1/1000"},     {"deg", "pi/180"},
                           {"rpm", "pi/30"},     {"rev/min", "pi/30"}, {"N*m/rad", "1"},
                           {"kN/mm", "1000000"}, {"kg*m^2", "1"},      {"g*cm^2", "1/10000000"},
                           {"km/h", "5/18"},     {"in", "127/5000"},   {"deg/s^2", "pi/180"},
                           {"1/s", "1"},         {"1", "1"},           {"bar", "100000"}};
  for (const Rewrite& row : table) EXPECT_EQ(unit_factor(row.input), parse(row.expected)) << row.input;
}

TEST_F(UnitsTest, WhatNumbersHaveOnceTheyAreSi) {
  EXPECT_EQ(si_unit("m"), "m");
  EXPECT_EQ(si_unit("kN/mm"), "N/m");
  EXPECT_EQ(si_unit("N*s/m"), "N*s/m");
  EXPECT_EQ(si_unit("deg/s^2"), "rad/s^2");
  EXPECT_EQ(si_unit("g*cm^2"), "kg*m^2");
  EXPECT_EQ(si_unit("min"), "s");
  EXPECT_EQ(si_unit(""), "");
  EXPECT_EQ(si_unit("parsec"), "");
}

TEST_F(UnitsTest, UnknownOnesAreNamedWithAHint) {
  auto hint = [](const char* unit) {
    try {
      unit_factor(unit);
      return std::string("none");
    } catch (const Error& error) {
      return error.message + " | " + error.hint;
    }
  };
  EXPECT_EQ(hint("mmm"), "the unit mmm is not known | did you mean mm?");
  EXPECT_EQ(hint("Nm"), "the unit Nm is not known | write N*m");
  EXPECT_EQ(hint("m/s2"), "the unit s2 is not known | write s^2");
  EXPECT_EQ(hint("degree"), "the unit degree is not known | did you mean deg?");
  EXPECT_NE(hint("furlong").find("known are: m, km"), std::string::npos);
  EXPECT_NE(hint("m'").find("not known"), std::string::npos);
  EXPECT_NE(hint("0").find("is no unit"), std::string::npos);
  EXPECT_NE(hint("f(m)").find("is no unit"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
