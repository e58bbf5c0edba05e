#include "picture/root_locus_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/check.h"

namespace kinemate {
namespace {

LocusView view_of(std::vector<double> real, std::vector<double> imaginary) {
  return choose_locus_view(RootLocus{.branches = {{std::move(real), std::move(imaginary)}}});
}

TEST(RootLocusView, HoldsPolesAndOrigin) {
  const LocusView view = view_of({-4, -4, -2}, {3, -3, 0});
  EXPECT_DOUBLE_EQ(view.real.low, -4.24);
  EXPECT_DOUBLE_EQ(view.real.high, 0.48);  // some of the unstable half plane
  EXPECT_DOUBLE_EQ(view.imaginary.high, 3.36);
  EXPECT_DOUBLE_EQ(view.imaginary.low, -3.36);
  EXPECT_EQ(view.poles_beyond, 0u);
}

TEST(RootLocusView, RoundingBesideAnAxisIsNotMagnified) {
  const LocusView upright = view_of({1e-15, -2e-15}, {5, -5});
  EXPECT_DOUBLE_EQ(upright.real.low, -2);
  EXPECT_DOUBLE_EQ(upright.real.high, 2);
  const LocusView level = view_of({-5, 2}, {0, 0});
  EXPECT_DOUBLE_EQ(level.imaginary.high, 2);
  // damping of a thousandth is no rounding
  EXPECT_DOUBLE_EQ(view_of({-0.005, -0.005}, {5, -5}).real.low, -0.0053);
}

TEST(RootLocusView, WhatIsFarFromMostIsCounted) {
  const LocusView view = view_of({-1, -1, -2, -2, -3e6, NAN}, {3, -3, 2, -2, 0, 1});
  EXPECT_EQ(view.poles_beyond, 1u);
  EXPECT_DOUBLE_EQ(view.farthest, 3e6);
  EXPECT_DOUBLE_EQ(view.real.low, -2.12);
  EXPECT_TRUE(view.shows(-2, 2));
  EXPECT_FALSE(view.shows(-3e6, 0));
  EXPECT_FALSE(view.shows(NAN, 1));
  EXPECT_EQ(view_of({-1, -1, -20}, {3, -3, 0}).poles_beyond, 0u);
}

// A cart that nothing holds: two poles at 0, but for rounding, are no reason to leave out the others.
TEST(RootLocusView, PolesAtZeroDoNotCountAsNear) {
  EXPECT_EQ(view_of({1e-9, -1e-9, 1e-9, -1e-9, 0, 0}, {0, 0, 0, 0, 5, -5}).poles_beyond, 0u);
}

// One branch goes far, along with others that stay: these fill the picture.
TEST(RootLocusView, BranchesThatGoAwayAreCutBesideTheOthers) {
  RootLocus locus;
  locus.branches.resize(3);
  for (int i = 0; i <= 100; ++i) {
    locus.values.push_back(i);
    locus.branches[0].real.push_back(-std::pow(10, 0.06 * i));
    for (RootLocus::Branch& branch : locus.branches) branch.imaginary.push_back(&branch == &locus.branches[2] ? 4 : 0);
    locus.branches[1].real.push_back(-0.5);
    locus.branches[2].real.push_back(0);
  }
  const LocusView view = choose_locus_view(locus);
  EXPECT_EQ(view.branches_beyond, 1u);
  EXPECT_DOUBLE_EQ(view.reach, 8);
  EXPECT_GT(view.real.low, -9);
  EXPECT_LT(view.real.low, -7);
  locus.boundaries = {{0, 20, "k = 1"}};
  EXPECT_DOUBLE_EQ(choose_locus_view(locus).reach, 20);  // what the picture is for is always in it
}

TEST(RootLocusView, NoPolesHaveAView) {
  for (const LocusView& view : {view_of({}, {}), view_of({0, 0}, {0, 0}), view_of({5e-324}, {0})}) {
    EXPECT_DOUBLE_EQ(view.real.high, 0.4);
    EXPECT_DOUBLE_EQ(view.imaginary.low, -0.4);
  }
}

TEST(RootLocusView, NumbersBelongTogether) {
  EXPECT_THROW(view_of({1}, {}), CheckFailure);
  EXPECT_THROW(choose_locus_view(RootLocus{.values = {1, 2}, .branches = {{{1}, {1}}}}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
