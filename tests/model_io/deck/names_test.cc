#include "model_io/deck/names.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

class DeckNamesTest : public DeckTest {
 protected:
  // The meaning of a name as text, or why it has none.
  std::string meaning(const std::string& name, std::vector<long> subscripts = {}) {
    try {
      return to_text(names_.value(name, subscripts));
    } catch (const Error& error) {
      return error.message;
    }
  }

  DeckNames names_{3, 2};
};

TEST_F(DeckNamesTest, AtomsOfLagr) {
  EXPECT_EQ(meaning("Q", {0}), "t");
  EXPECT_EQ(meaning("Q", {2}), "q2");
  EXPECT_EQ(meaning("QP", {1}), "q1'");
  EXPECT_EQ(meaning("QP", {0}), "1");
  EXPECT_EQ(meaning("M", {2}), "M2");
  EXPECT_EQ(meaning("TH", {1, 1, 2}), "TH_1_1_2");
  EXPECT_EQ(meaning("XF", {1, 0, 1}), "XF_1_0_1");
  EXPECT_EQ(meaning("XD", {0, 3, 3}), "XD_0_3_3");
  EXPECT_EQ(meaning("C", {1, 0}), "C_1_0");
  EXPECT_EQ(meaning("LA0", {1, 0}), "LA0_1_0");
  EXPECT_EQ(meaning("K", {2, 3}), "K_2_3");
}

TEST_F(DeckNamesTest, AtomsOfTheUser) {
  EXPECT_EQ(meaning("R"), "R");
  EXPECT_EQ(meaning("C"), "C");
  EXPECT_EQ(meaning("A", {4}), "A4");
  EXPECT_EQ(meaning("A", {4, 12, 0}), "A_4_12_0");
  EXPECT_EQ(names_.symbols(), (std::vector<std::string>{"R", "C", "A4", "A_4_12_0"}));
  EXPECT_EQ(names_.original("A_4_12_0"), "A(4,12,0)");
}

TEST_F(DeckNamesTest, NamesOfLagrsOwnAreRefused) {
  EXPECT_EQ(meaning("F"), "F is a name of LAGR's own: the number of coordinates");
  EXPECT_EQ(meaning("L"), "L is a name of LAGR's own: the number of a body");
  for (const char* name : {"G",  "G1",  "GAM1", "KU", "KU1", "SUB", "SUS", "AB1", "AB2", "POT", "I",  "J",   "K", "I1",
                           "K1", "RHO", "MY",   "NY", "N",   "M",   "TH",  "XF",  "XD",  "Q",   "QP", "GAM", "E"})
    EXPECT_NE(meaning(name).find("a name of LAGR's own"), std::string::npos) << name;
  EXPECT_EQ(meaning("F", {1}), "F(1) is not what F is: the number of coordinates");
  EXPECT_EQ(meaning("K", {1}),
            "K(1) is not what K is: a counter; with two body numbers, K(L,N), the constant of a damper");
}

TEST_F(DeckNamesTest, SubscriptsOutOfRange) {
  EXPECT_EQ(meaning("Q", {3}), "there is no Q(3): F says that there are 2 coordinates");
  EXPECT_EQ(meaning("Q", {-1}), "there is no Q(-1): F says that there are 2 coordinates");
  EXPECT_EQ(meaning("M", {0}), "in M(0) the body 0 does not exist: bodies are 1 to 3");
  EXPECT_EQ(meaning("M", {4}), "in M(4) the body 4 does not exist: bodies are 1 to 3");
  EXPECT_EQ(meaning("TH", {1, 2, 1}), "TH(1,2,1) does not occur: the tensor is symmetric");
  EXPECT_EQ(meaning("TH", {1, 1, 4}), "in TH(1,1,4) the third subscript is 4; it goes from 1 to 3");
  EXPECT_EQ(meaning("XF", {1, 1, 1}), "XF(1,1,1) does not occur: springs and dampers act between two bodies");
  EXPECT_EQ(meaning("C", {1, 4}), "in C(1,4) the body 4 does not exist: bodies are 0 to 3");
  EXPECT_EQ(meaning("A", {-1}), "A(-1) has a negative subscript");
}

TEST_F(DeckNamesTest, ValuesThatWereRead) {
  names_.set_gam(1, 4, 2, parse("sin(q1)"));
  names_.set_e(3, 1, parse("R"));
  EXPECT_EQ(meaning("GAM", {1, 4, 2}), "sin(q1)");
  EXPECT_EQ(meaning("E", {3, 1}), "R");
  EXPECT_EQ(meaning("GAM", {2, 1, 1}), "GAM(2,1,1) has no value yet");
  EXPECT_EQ(meaning("E", {1, 1}), "E(1,1) has no value yet");
  EXPECT_EQ(meaning("GAM", {1, 5, 1}), "in GAM(1,5,1) the second subscript is 5; it goes from 1 to 4");
  EXPECT_EQ(meaning("E", {7, 1}), "in E(7,1) the first subscript is 7; it goes from 1 to 6");
  names_.forget_e();
  EXPECT_EQ(meaning("E", {3, 1}), "E(3,1) has no value yet");
  names_.forget_values();
  EXPECT_EQ(meaning("GAM", {1, 4, 2}), "GAM(1,4,2) may not stand here: the motion of bodies is no parameter");
}

TEST_F(DeckNamesTest, WhatMayStandSomewhere) {
  names_.allow(DeckNames::Use::kPositions, "no rates");
  EXPECT_EQ(meaning("Q", {1}), "q1");
  EXPECT_EQ(meaning("QP", {1}), "QP(1) may not stand here: no rates");
  names_.allow(DeckNames::Use::kTime, "the time alone");
  EXPECT_EQ(meaning("Q", {0}), "t");
  EXPECT_EQ(meaning("Q", {1}), "Q(1) may not stand here: the time alone");
}

TEST_F(DeckNamesTest, OneNameMeansOneThing) {
  EXPECT_EQ(meaning("M2"), "M2 cannot be a name here: the mass M(2) is called so");
  EXPECT_EQ(meaning("M4"), "M4");  // there is no body 4
  EXPECT_EQ(meaning("M02"), "M02");
  EXPECT_EQ(meaning("A1", {2}), "A12");
  EXPECT_EQ(meaning("A", {12}), "A1(2) and A(12) cannot stand in one deck: both would be called A12");
  const Expr argument = parse("t");
  EXPECT_EQ(to_text(names_.call("FU", {&argument, 1})), "FU(t)");
  EXPECT_EQ(meaning("FU"), "FU is a function variable, FU.(...), elsewhere");
  EXPECT_THROW(names_.call("A12", {&argument, 1}), Error);
  EXPECT_THROW(names_.call("GAM", {&argument, 1}), Error);
  EXPECT_THROW(names_.call("M3", {&argument, 1}), Error);
  const Expr two[] = {argument, argument};
  names_.call("FU", two);
  EXPECT_EQ(names_.arities("FU"), (std::set<std::size_t>{1, 2}));
  EXPECT_TRUE(names_.arities("GU").empty());
  EXPECT_EQ(names_.functions(), std::vector<std::string>{"FU"});
}

}  // namespace
}  // namespace kinemate
