#include "base/error.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Locate, CountsLinesAndCharacters) {
  const std::string text = "a + b\nα + β + ?\n";
  const Place place = locate("formula", text, text.find('?'));
  EXPECT_EQ(place.line, 2);
  EXPECT_EQ(place.column, 9);
  EXPECT_EQ(place.excerpt, "α + β + ?");
  EXPECT_EQ(place.caret, 8);
}

TEST(Locate, TakesTheEndAndBeyond) {
  EXPECT_EQ(locate("f", "", 0).column, 1);
  EXPECT_EQ(locate("f", "ab", 2).column, 3);
  EXPECT_EQ(locate("f", "ab", 99).column, 3);
  EXPECT_EQ(locate("f", "ab\n", 3).line, 2);
}

TEST(Locate, ShowsPartOfALongLine) {
  const std::string text = std::string(1000, 'x') + "?" + std::string(1000, 'y');
  const Place place = locate("f", text, 1000);
  EXPECT_EQ(place.column, 1001);
  EXPECT_LT(place.excerpt.size(), 120u);
  EXPECT_EQ(place.excerpt[static_cast<std::size_t>(place.caret)], '?');
}

TEST(Locate, SurvivesBytesThatAreNoText) {
  const std::string text =
      "a\xff\xfe\x01"
      "b";
  const Place place = locate("f", text, 4);
  EXPECT_EQ(place.excerpt, "a?? b");
  EXPECT_EQ(place.caret, 4);
}

TEST(Render, ShowsPlaceCaretAndHint) {
  Error error(ErrorCode::kFormulaSyntax, "expected a value", "add one");
  EXPECT_EQ(render(error), "error: expected a value [K109]\n  hint: add one\n");
  error.place = locate("formula", "2 + ", 4);
  EXPECT_EQ(render(error), "formula:1:5: error: expected a value [K109]\n  | 2 + \n  |     ^\n  hint: add one\n");
}

TEST(Render, PutsTheCodeBehindTheFirstLine) {
  EXPECT_EQ(render(Error(ErrorCode::kSingularMass, "first\nsecond")), "error: first [K402]\nsecond\n");
  EXPECT_EQ(render(Error(ErrorCode::kRemark, "a remark")), "error: a remark\n");
}

TEST(Error, ItsKindFollowsFromTheCode) {
  EXPECT_EQ(Error(ErrorCode::kInternalFault, "").kind, Error::Kind::kInput);
  EXPECT_EQ(Error(ErrorCode::kRemark, "").kind, Error::Kind::kInput);
  EXPECT_EQ(Error(ErrorCode::kTooLarge, "").kind, Error::Kind::kInput);
  EXPECT_EQ(Error(ErrorCode::kSingularMatrix, "").kind, Error::Kind::kNumerical);
  EXPECT_EQ(Error(ErrorCode::kOutOfMemory, "").kind, Error::Kind::kNumerical);
  EXPECT_EQ(Error(ErrorCode::kVariation, "").kind, Error::Kind::kInput);
  EXPECT_EQ(Error(ErrorCode::kCannotRead, "").kind, Error::Kind::kFileSystem);
  EXPECT_EQ(Error(ErrorCode::kOtherProgram, "").kind, Error::Kind::kFileSystem);
  EXPECT_EQ(Error(ErrorCode::kSuffix, "").kind, Error::Kind::kInput);
}

}  // namespace
}  // namespace kinemate
