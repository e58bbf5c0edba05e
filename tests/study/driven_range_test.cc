#include "study/driven_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "study/fixture.h"

namespace kinemate {
namespace {

constexpr const char* kCrank = R"(
name: slider-crank
parameters: {g: 9.81, r: 0.1, l: 0.3, m: 2}
gravity: [0, -g, 0]
bodies:
  crank: {mass: 1, center: [r/2, 0, 0], inertia: {zz: 0.01, yy: 0.01}}
  rod: {mass: 0}
  slider: {mass: m}
joints:
  O: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  A: {type: revolute, axis: z, from: {body: crank, at: [r, 0, 0]}, to: rod, coordinate: alpha}
  B: {type: revolute, axis: z, from: {body: rod, at: [l, 0, 0]}, to: slider, coordinate: beta}
  G: {type: prismatic, axis: x, from: world, to: slider, coordinate: x}
initial: {phi: 0.5, alpha: -0.66, x: 0.38}
)";

class DrivenRangeTest : public StudyTest {
 protected:
  static DrivenTable drive(const char* text, const std::string& range, std::vector<Given> given = {}) {
    const Model model = machine(text);
    return drive_through(model, {parse_driven_range(model, range), std::move(given), {}}, [](const std::string&) {});
  }
  static double at(const DrivenTable& driven, std::size_t row, const char* column) {
    return driven.table.at(row, find_result_column(driven.table.header, column));
  }
};

// x = r cos(phi) + sqrt(l² − r² sin²(phi)), its derivatives by phi, and the efforts of gravity and inertia by hand.
TEST_F(DrivenRangeTest, SliderCrankOverATurn) {
  const double r = 0.1, l = 0.3, m = 2, g = 9.81, w = 5;
  const DrivenTable driven = drive(kCrank, "phi=0:2*pi:0.05", {{make_symbol("phi", 1), Expr(5)}});
  EXPECT_FALSE(driven.stopped);
  ASSERT_EQ(driven.table.rows(), 126u);
  for (std::size_t row = 0; row < driven.table.rows(); ++row) {
    const double phi = at(driven, row, "phi"), s = std::sin(phi), c = std::cos(phi),
                 q = std::sqrt(l * l - r * r * s * s);
    EXPECT_NEAR(phi, 0.05 * static_cast<double>(row), 1e-12);
    EXPECT_NEAR(at(driven, row, "x"), r * c + q, 1e-12);
    const double first = -r * s - r * r * s * c / q;
    const double second = -r * c - r * r * (c * c - s * s) / q - std::pow(r * r * s * c, 2) / (q * q * q);
    EXPECT_NEAR(at(driven, row, "x'"), w * first, 1e-11);
    EXPECT_NEAR(at(driven, row, "x''"), w * w * second, 1e-10);
    EXPECT_NEAR(at(driven, row, "static_phi"), g * r / 2 * c, 1e-11);
    EXPECT_NEAR(at(driven, row, "effort_phi"), g * r / 2 * c + m * w * w * second * first, 1e-9);
  }
}

// Parameters among what is given count, as everywhere else.
TEST_F(DrivenRangeTest, ParametersThatAreGiven) {
  const DrivenTable driven = drive(kCrank, "phi=0:1:0.5", given({"l = 0.4", "m = 3", "phi' = 5"}));
  for (std::size_t row = 0; row < driven.table.rows(); ++row) {
    const double phi = at(driven, row, "phi");
    EXPECT_NEAR(at(driven, row, "x"), 0.1 * std::cos(phi) + std::sqrt(0.16 - 0.01 * std::pow(std::sin(phi), 2)), 1e-12);
  }
}

// By the slider, up to its dead centre.
TEST_F(DrivenRangeTest, StopsAtADeadCentre) {
  const DrivenTable driven = drive(kCrank, "x=0.3:0.5:0.03");
  ASSERT_TRUE(driven.stopped);
  EXPECT_NE(driven.stopped->message.find("x = 0.42"), std::string::npos) << driven.stopped->message;
  EXPECT_NE(driven.stopped->hint.find("dead centre"), std::string::npos);
  EXPECT_EQ(driven.table.rows(), 4u);  // 0.3, 0.33, 0.36, 0.39
}

TEST_F(DrivenRangeTest, TreesToo) {
  const DrivenTable driven = drive(
      "{gravity: [0, -9.81, 0], bodies: {rod: {mass: 2, center: [0.5, 0, 0]}}, joints: {O: {type: revolute, axis: z, "
      "from: world, to: rod, coordinate: phi}}}",
      "phi=1:-1");
  EXPECT_EQ(driven.table.rows(), 101u);
  for (const std::size_t row : {0u, 50u, 100u})
    EXPECT_NEAR(at(driven, row, "static_phi"), 9.81 * std::cos(at(driven, row, "phi")), 1e-12);
}

TEST_F(DrivenRangeTest, WhatIsNoRangeIsRefused) {
  const Model model = machine(kCrank);
  for (const char* text : {"phi", "phi=1", "phi=1:1", "phi=0:1:0", "phi=0::1", "phi=0:1/0", "psi=0:1"})
    EXPECT_THROW(parse_driven_range(model, text), Error) << text;
  try {
    parse_driven_range(model, "ph=0:1");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint, "did you mean phi?");
  }
  EXPECT_THROW(drive(kCrank, "x=1:2"), Error);
}

}  // namespace
}  // namespace kinemate
