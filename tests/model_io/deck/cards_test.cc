#include "model_io/deck/cards.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

// Items as a text: integers, bits with B, strings in bars.
std::string items(const std::string& text) {
  DeckCards cards("deck", text);
  std::string result;
  try {
    for (DeckItem item = cards.next(); item.kind != DeckItem::Kind::kEnd; item = cards.next()) {
      if (!result.empty()) result += ' ';
      if (item.kind == DeckItem::Kind::kString) result += "|" + text.substr(item.begin, item.end - item.begin) + "|";
      if (item.kind == DeckItem::Kind::kBit) result += std::to_string(item.value) + "B";
      if (item.kind == DeckItem::Kind::kInteger) result += std::to_string(item.value);
    }
  } catch (const DeckNote& note) {
    result += fmt::format(" at {}: {}", note.offset, note.message);
  }
  return result;
}

TEST(DeckCards, ItemsArePartedByBlanksCommasAndCardEnds) {
  EXPECT_EQ(items("1 3 '1'B"), "1 3 1B");
  EXPECT_EQ(items("1,3 ,  '0'b\r\n'Q(1)','0'\t+7 -2"), "1 3 0B |Q(1)| |0| 7 -2");
  EXPECT_EQ(items("'' 'A'"), "|| |A|");
  EXPECT_EQ(items("'A''B' 2"), "|A''B| 2");
  EXPECT_EQ(items("\xEF\xBB\xBF"
                  "4"),
            "4");
}

TEST(DeckCards, StringsRunOverTheEndOfACard) {
  EXPECT_EQ(items("'SIN(\nQ(1))' '0'"), "|SIN(\nQ(1))| |0|");
  EXPECT_EQ(items("'A\n*B' 1"), "|A\n*B| 1");  // no comment: it stands in a string
}

TEST(DeckCards, AnAsteriskInColumnOneBeginsAComment) {
  EXPECT_EQ(items("* first\n1 2\n* 'no string\n3"), "1 2 3");
  EXPECT_EQ(items("\xEF\xBB\xBF* mark\n1"), "1");
  EXPECT_EQ(items("1 * 2"), "1 at 2: '*' is no item of a deck");
}

TEST(DeckCards, WhatIsNoItem) {
  EXPECT_EQ(items("1 'A"), "1 at 2: this string has no end");
  EXPECT_EQ(items("'A '0' '1'"), " at 4: a blank or a comma was expected behind the end of a string");
  EXPECT_EQ(items("'2'B"), " at 0: a bit is '0'B or '1'B, not '2'B");
  EXPECT_EQ(items("''B"), " at 0: a bit is '0'B or '1'B, not ''B");
  EXPECT_EQ(items("'1' B"), "|1| at 4: a bit is written without a blank, as '1'B");
  EXPECT_EQ(items("1,,2"), "1 at 2: an item is missing between two commas");
  EXPECT_EQ(items("1.5"), " at 0: '1.5' is no item of a deck");
  EXPECT_EQ(items("3'1'B"), " at 1: a blank or a comma was expected behind '3'");
  EXPECT_EQ(items("99999999999999999999"), " at 0: the number 99999999999999999999 is too large");
}

TEST(DeckCards, HintsAtTheStringThatBeganBefore) {
  DeckCards cards("deck", "'Q(1)\n'0' '0'");
  try {
    cards.next();
    FAIL();
  } catch (const DeckNote& note) {
    EXPECT_EQ(note.hint, "an apostrophe may be missing: this string began on a card before");
  }
}

TEST(DeckCards, RefusesWhatIsNoText) {
  EXPECT_THROW(DeckCards("deck", ""), Error);
  EXPECT_THROW(DeckCards("deck", " \n "), Error);
  EXPECT_THROW(DeckCards("deck", std::string("1 \0 2", 5)), Error);
}

TEST(DeckCards, KeepsItsLines) {
  const DeckCards cards("deck", "1 2\r\n* x\n\n'A'");
  EXPECT_EQ(cards.lines(), (std::vector<std::string>{"1 2", "* x", "", "'A'"}));
}

TEST(DeckCards, NotesAreErrorsWithCardAndColumn) {
  const DeckCards cards("deck", "1 2\n'A' '\xC2\xA7' 'B'\n");
  const std::vector<Error> errors =
      cards.to_errors({{13, ErrorCode::kDeck, "second", ""}, {0, ErrorCode::kDeck, "first", "hint"}});
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(render(errors[0]), "deck:1:1: error: first [K130]\n  | 1 2\n  | ^\n  hint: hint\n");
  EXPECT_EQ(errors[1].place->line, 2);
  EXPECT_EQ(errors[1].place->column, 9);  // of characters, not of bytes
}

TEST(DeckCards, DescribesItems) {
  EXPECT_EQ(describe(DeckItem{DeckItem::Kind::kInteger, 0, 0, 0, 3}), "the integer 3");
  EXPECT_EQ(describe(DeckItem{DeckItem::Kind::kBit, 0, 0, 0, 1}), "the bit '1'B");
  EXPECT_EQ(describe(DeckItem{}), "the end of the deck");
}

}  // namespace
}  // namespace kinemate
