#include "model_io/deck/deck.h"

#include "base/file.h"
#include "model/specialise.h"
#include "model_io/deck_fixture.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

class DeckFrontTest : public DeckTest {
 protected:
  static std::string with_lists(const std::string& inertia, const std::string& forces) {
    return one_body(kDeckAxes, "'Q(1)' '0' '0'",
                    "'1'B 'A*FU.(Q(0)) + B*W.(Q(1), QP(1))' '0' '0' '0' '0' '0' 0 0\n" + inertia + "\n" + forces);
  }
};

TEST_F(DeckFrontTest, ModelsAreNamedAfterTheFile) {
  EXPECT_EQ(deck_system(slider("A")).model.name, "deck");
  const std::string one = slider("A").substr(2);
  const Deck two = read_deck("2 " + one + " " + one, "a/b.lagr");
  ASSERT_EQ(two.systems.size(), 2u);
  EXPECT_EQ(two.systems[0].model.name, "b_1");
  EXPECT_EQ(two.systems[1].model.name, "b_2");
}

TEST_F(DeckFrontTest, KeepsTheCards) {
  const Deck deck = read_deck("* title\n" + slider("A") + "\n", "deck");
  ASSERT_EQ(deck.cards.size(), 2u);
  EXPECT_EQ(deck.cards[0], "* title");
  EXPECT_EQ(deck.cards[1], slider("A"));
}

TEST_F(DeckFrontTest, SpecificationsAreAssignments) {
  const DeckSystem system = deck_system(
      with_lists("1 'M(1), 2*M0, FU.($), 0*$(1)'", "2 'A, B' 'W.($), $(1)*$(2), FU.(\xC2\xA7), P*\xC2\xA7(1)'"));
  ASSERT_EQ(system.inertia.size(), 1u);
  EXPECT_EQ(system.inertia[0].set, (std::vector<std::string>{"M1 = 2*M0", "FU($1) = 0"}));
  EXPECT_EQ(system.inertia[0].text, "M(1), 2*M0, FU.($), 0*$(1)");
  EXPECT_EQ(system.inertia[0].place.line, 2);
  EXPECT_EQ(system.inertia[0].place.column, 4);
  ASSERT_EQ(system.forces.size(), 2u);
  EXPECT_EQ(system.forces[0].set, std::vector<std::string>{"A = B"});
  EXPECT_EQ(system.forces[1].set, (std::vector<std::string>{"W($1, $2) = $1*$2", "FU($1) = $1*P"}));
  // and can be followed
  const Model special = specialise(system.model, {system.forces[1].set, {}});
  EXPECT_TRUE(is_zero(special.loads[0].vector.x - parse("A*P*t + B*q1*q1'")));
}

TEST_F(DeckFrontTest, SpecificationsAreSpecialCasesOfTheModel) {
  const Model model = deck_system(with_lists("1 'M(1), 1'", "2 'Z, 0' 'A, 0'")).model;
  ASSERT_EQ(model.cases.size(), 2u);  // the list that replaces nothing is none
  EXPECT_EQ(model.cases[0].name, "inertia1");
  EXPECT_EQ(model.cases[0].scope, SpecialCase::Scope::kInertia);
  EXPECT_EQ(model.cases[1].name, "forces2");
  EXPECT_EQ(model.cases[1].scope, SpecialCase::Scope::kForces);
  ASSERT_EQ(model.cases[1].settings.size(), 1u);
  EXPECT_EQ(model.cases[1].settings[0].name, "A");
  EXPECT_EQ(model.cases[1].settings[0].value, "0");
}

TEST_F(DeckFrontTest, WhatDoesNotOccurIsRemarkedOn) {
  const Deck deck = read_deck(with_lists("0", "1 'Z, 0, GU.($), 1, A, 0'"), "deck");
  EXPECT_TRUE(deck.mistakes.empty());
  ASSERT_EQ(deck.remarks.size(), 2u);
  EXPECT_EQ(deck.remarks[0].message, "Z does not occur in the system: nothing is replaced");
  EXPECT_EQ(deck.remarks[1].message, "GU does not occur in the system: nothing is replaced");
}

// Names that one pair brings in are replaced by another; what an earlier list brought in is not there in the next.
TEST_F(DeckFrontTest, ListsReplaceWhatTheyBringIn) {
  const Deck deck = read_deck(with_lists("0", "3 'A, 2*Z, Z, 0' 'A, GU.(3)' 'GU.($), 2*$(1)'"), "deck");
  EXPECT_TRUE(deck.mistakes.empty());
  EXPECT_EQ(deck.systems.at(0).forces[0].set, (std::vector<std::string>{"A = 2*Z", "Z = 0"}));
  EXPECT_EQ(deck.systems.at(0).model.cases.size(), 2u);
  ASSERT_EQ(deck.remarks.size(), 1u);
  EXPECT_EQ(deck.remarks[0].message, "GU does not occur in the system: nothing is replaced");
}

// The model's own checks have places too.
TEST_F(DeckFrontTest, SpecificationsThatCannotBeFollowed) {
  EXPECT_NE(mistakes_of(with_lists("0", "1 'A, Q(0)'")).find("3:4: "), std::string::npos);
  EXPECT_NE(mistakes_of(with_lists("0", "1 'A, B, B, A'")).find("3:4: "), std::string::npos);
  EXPECT_NE(mistakes_of(with_lists("0", "1 'A, 0, A, 1'")).find("3:4: "), std::string::npos);
  EXPECT_EQ(mistakes_of(with_lists("0", "1 'A, Q(1)'")),
            "3:7: Q(1) may not stand here: what stands for a parameter does not move\n");
  EXPECT_EQ(mistakes_of(with_lists("1 'A, GAM(1,1,1)'", "0")),
            "2:7: GAM(1,1,1) may not stand here: the motion of bodies is no parameter\n");
}

TEST_F(DeckFrontTest, NoTextHasAPlaceToo) {
  EXPECT_EQ(mistakes_of(""), "1:1: the deck is empty\n");
  EXPECT_EQ(mistakes_of(std::string("1\n\0", 3)), "2:1: a byte of value 0 stands here: this is no text\n");
}

TEST_F(DeckFrontTest, MistakesAreInTheOrderOfTheDeckAndRendered) {
  const Deck deck = read_deck(one_body(kDeckAxes, "\n'SQRT(Q(1))' '0' '0'", "'0'B 0 0 0 0"), "x.lagr");
  ASSERT_EQ(deck.mistakes.size(), 1u);
  EXPECT_EQ(render(deck.mistakes[0]),
            "x.lagr:2:2: error: FORMAC has no function SQRT [K131]\n"
            "  | 'SQRT(Q(1))' '0' '0' '0' '0' '0' '0' '0' '0'  '0'B ...\n"
            "  |  ^\n"
            "  hint: write X**(1/2)\n");
}

// A string of 100,000 characters over many cards.
TEST_F(DeckFrontTest, LongStrings) {
  std::string force = "A(1)";
  for (int i = 2; force.size() < 100'000; ++i) force += fmt::format("\n+A({})*SIN(Q(1))**2", i % 500 + 1);
  const Deck deck = read_deck(slider(force), "deck");
  EXPECT_TRUE(deck.mistakes.empty());
}

// Limits of numbers lie in the middle of the algebra.
TEST_F(DeckFrontTest, NumbersThatGrowTooLarge) {
  EXPECT_NE(mistakes_of(slider("10**(10**9)")), "");
  EXPECT_NE(mistakes_of(slider("FAC(10**9)")), "");
  EXPECT_NE(mistakes_of(slider("FAC(5000)*FAC(5000)*FAC(5000)")), "");
  // in what the reader computes itself: there is no formula to point at
  const std::string turned = "'3/5' '4/5' '0' '-4/5' '3/5' '0' '0' '0' '1' ";
  const std::string text =
      fmt::format("1 1 1 '1'B {0}{1} 0 {2} 'Q(1)' '0' '0' {1} '10**19727*9' '10**19727*9' '0' '0'B 0 0 0 0", kDeckAxes,
                  kDeckZero, turned);
  for (const Error& mistake : read_deck(text, "deck").mistakes) EXPECT_TRUE(mistake.place) << mistake.message;
}

TEST_F(DeckFrontTest, WrittenModelsReadBack) {
  const DeckSystem system = deck_system(with_lists("1 'M(1), 1'", "1 'A, 0'"));
  const std::string once = write_model(system.model);
  const Reading again = read_model(once, "again");
  EXPECT_TRUE(again.mistakes.empty());
  EXPECT_EQ(write_model(again.model), once);
}

}  // namespace
}  // namespace kinemate
