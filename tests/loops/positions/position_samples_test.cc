#include "loops/positions/position_samples.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class PositionSamplesTest : public ModelTest {};

// What vanishes at the start by chance is not taken for zero; what follows from other parameters is.
TEST_F(PositionSamplesTest, KnowsZerosFromCoincidences) {
  const Model model = machine(
      "parameters: {c: a + 1, a: 2, b: 3, zero: 0, e: sqrt(b - c)}\nbodies: {k: {mass: 1}}\n"
      "joints: {j: {type: revolute, axis: z, from: world, to: k, coordinate: q}}\n");
  const Values start = {{parse("a"), 2}, {parse("b"), 3},    {parse("c"), 3}, {parse("e"), 0},
                        {parse("q"), 0}, {parse("zero"), 0}, {parse("t"), 0}};
  const PositionSamples samples(model, start);
  EXPECT_TRUE(samples.is_zero(parse("0"), 1));
  EXPECT_TRUE(samples.is_zero(parse("c - a - 1"), 1));
  EXPECT_TRUE(samples.is_zero(parse("sin(q)^2 + cos(q)^2 - 1"), 1));
  for (const char* chance : {"b - c", "sin(q)", "a*b - 6", "zero", "t*a", "1/1000"})
    EXPECT_FALSE(samples.is_zero(parse(chance), 1)) << chance;
  EXPECT_TRUE(samples.is_zero(parse("a*1e-12"), 1));
  EXPECT_FALSE(samples.is_zero(parse("a*1e-12"), 1e-6));
  EXPECT_TRUE(samples.is_zero(parse("log(-a)"), 1) == false && std::isnan(samples.at_start(parse("log(-a)"))));
  EXPECT_EQ(samples.at_start(parse("a + b")), 5);
}

// The length of a sum of two bars vanishes only where they are equal; shifts stay near where they are.
TEST_F(PositionSamplesTest, KnowsWhatStaysLarge) {
  const Model model = machine(
      "bodies: {k: {mass: 1}, l: {mass: 1}}\n"
      "joints: {j: {type: revolute, axis: z, from: world, to: k, coordinate: q},"
      " s: {type: prismatic, axis: z, from: world, to: l, coordinate: h}}\n");
  const PositionSamples samples(model, {{parse("q"), 0}, {parse("h"), 2}, {parse("a"), 2}, {parse("b"), 3}});
  EXPECT_TRUE(samples.stays_large(parse("a^2 + b^2 + 2*a*b*cos(q)")));
  EXPECT_FALSE(samples.stays_large(parse("2*a^2*(1 + cos(q))")));
  EXPECT_TRUE(samples.stays_large(parse("h^2")));
  EXPECT_FALSE(samples.stays_large(parse("(h - 2)^2")));
  EXPECT_TRUE(samples.stays_large(parse("b")));
}

}  // namespace
}  // namespace kinemate
