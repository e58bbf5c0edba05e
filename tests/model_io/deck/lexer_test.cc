#include "model_io/deck/lexer.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

// Tokens as a text; function variables with their point, the place of what is none.
std::string deck_tokens(const std::string& text) {
  DeckLexer lexer(text, 0, text.size());
  std::string result;
  try {
    for (DeckToken token = lexer.next(); token.type != DeckTokenType::kEnd; token = lexer.next())
      result += (result.empty() ? "" : " ") + token.text + (token.type == DeckTokenType::kFunctionVariable ? "." : "");
  } catch (const DeckNote& note) {
    result += fmt::format(" at {}: {}", note.offset, note.message);
  }
  return result;
}

TEST(DeckLexer, Tokens) {
  EXPECT_EQ(deck_tokens("SIN(Q(1))**2 - 3*a/B+4"), "SIN ( Q ( 1 ) ) ** 2 - 3 * A / B + 4");
  EXPECT_EQ(deck_tokens("1.5E-3*2.*.5*1e2*3E+1"), "1.5E-3 * 2. * .5 * 1e2 * 3E+1");
  EXPECT_EQ(deck_tokens("FU.(A) + FU .(B) + A1"), "FU. ( A ) + FU. ( B ) + A1");
  EXPECT_EQ(deck_tokens("#E**X + #PI + #pi"), "#E ** X + #PI + #PI");
  EXPECT_EQ(deck_tokens("$(1) \xC2\xA7(2) \xA7(3)"), "$ ( 1 ) $ ( 2 ) $ ( 3 )");
}

// The end of a card is no character; a blank is one.
TEST(DeckLexer, NamesAndNumbersRunOverTheEndOfACard) {
  EXPECT_EQ(deck_tokens("CO\r\nS(1\n2.\n5*\n*3)"), "COS ( 12.5 ** 3 )");
  EXPECT_EQ(deck_tokens("CO \nS"), "CO S");
}

TEST(DeckLexer, ReadsNoFurtherThanTheString) {
  const std::string deck = "'AB' C";
  DeckLexer lexer(deck, 1, 3);
  EXPECT_EQ(lexer.next().text, "AB");
  EXPECT_EQ(lexer.next().type, DeckTokenType::kEnd);
}

TEST(DeckLexer, WhatIsNoToken) {
  EXPECT_EQ(deck_tokens("A^2"), "A at 1: '^' has no meaning in a formula");
  EXPECT_EQ(deck_tokens("A''B"), "A at 1: ''' has no meaning in a formula");
  EXPECT_EQ(deck_tokens("A_1"), "A at 1: '_' has no meaning in a formula");
  EXPECT_EQ(deck_tokens("1.5E"), " at 4: the exponent of the number 1.5E is missing");
  EXPECT_EQ(deck_tokens("#I"), " at 0: #I, the imaginary unit, may not stand here: formulas are real");
  EXPECT_EQ(deck_tokens("#X"), " at 0: there is no constant #X");
  EXPECT_EQ(deck_tokens("#"), " at 0: expected #E or #PI");
  EXPECT_EQ(deck_tokens("\xCE\xB1"), " at 0: '\xCE\xB1' has no meaning in a formula");
  EXPECT_EQ(deck_tokens("\xFF"), " at 0: '?' has no meaning in a formula");
}

}  // namespace
}  // namespace kinemate
