#include "model_io/deck/functions.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

// The list of the source (6.4), and what stands beside it here.
TEST(DeckFunctions, AreThoseOfTheSource) {
  for (const char* name : {"SIN", "COS", "SINH", "COSH", "ATAN", "ATANH", "LOG", "LOG10", "LOG2", "ERF", "FAC", "COMB",
                           "STEP", "TAN", "TANH", "EXP"})
    EXPECT_NE(find_deck_function(name), nullptr) << name;
  EXPECT_EQ(find_deck_function("SQRT"), nullptr);
  EXPECT_EQ(find_deck_function("sin"), nullptr);  // names come in upper case
  EXPECT_EQ(find_deck_function("ATAN")->most, 2u);
  EXPECT_TRUE(find_deck_function("FAC")->integers);
}

TEST(DeckFunctions, WhatToWriteInstead) {
  EXPECT_EQ(instead_of_function("SQRT"), "write X**(1/2)");
  EXPECT_EQ(instead_of_function("SIN"), "");
  EXPECT_EQ(instead_of_function("R"), "");
  EXPECT_EQ(near_deck_function("SINUS"), "did you mean SIN?");
  EXPECT_EQ(near_deck_function("KRAFT"), "an unspecified function is written with a point: KRAFT.(...)");
}

}  // namespace
}  // namespace kinemate
