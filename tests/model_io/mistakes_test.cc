#include "model_io/mistakes.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Mistakes, ComeOutInTheOrderOfTheFileAndOnce) {
  const Document document("file", "a: 1\nb: {c: 'x y'}\n");
  Mistakes mistakes(document);
  const YamlNode& b = *document.find(document.root(), "b");
  const YamlNode& c = *document.find(b, "c");
  mistakes.add(c, ErrorCode::kFormulaSyntax, "second", "why", 2);
  mistakes.add(*document.find(document.root(), "a"), ErrorCode::kWrongKind, "first");
  mistakes.add(c, ErrorCode::kFormulaSyntax, "second", "why", 2);
  const std::vector<Error> errors = mistakes.to_errors();
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].message, "first");
  EXPECT_EQ(errors[0].place->line, 1);
  EXPECT_EQ(errors[0].place->column, 4);
  EXPECT_EQ(errors[1].place->line, 2);
  EXPECT_EQ(errors[1].place->column, 11);  // y, inside of the quotes
  EXPECT_EQ(errors[1].hint, "why");
  EXPECT_EQ(mistakes.to_errors_as_added()[1].message, "first");
}

TEST(Mistakes, KnowWhichPartsAreWrong) {
  const Document document("file", "a: {b: [1, 2]}\nc: 3\n");
  Mistakes mistakes(document);
  const YamlNode& a = *document.find(document.root(), "a");
  const YamlNode& b = *document.find(a, "b");
  mistakes.mark(document.node(b.items[1]));
  EXPECT_TRUE(mistakes.touch(a));
  EXPECT_FALSE(mistakes.is_wrong(a));
  EXPECT_FALSE(mistakes.touch(*document.find(document.root(), "c")));
  EXPECT_TRUE(mistakes.any());
  EXPECT_TRUE(mistakes.to_errors().empty());
}

TEST(Mistakes, AreShownWithoutControlCharactersAndNotAtAnyLength) {
  const Document document("file", "a: 1\n");
  Mistakes mistakes(document);
  mistakes.add(document.root(), ErrorCode::kWrongKind, "a\nb\x1B" + std::string(1000, 'x'));
  const std::string message = mistakes.to_errors()[0].message;
  EXPECT_EQ(message.substr(0, 5), "a b x");
  EXPECT_LT(message.size(), 600u);
}

TEST(Mistakes, DuplicateKeys) {
  const Document document("file", "a: 1\nb: {x: 1, y: 2, x: 3}\na: 2\n");
  Mistakes mistakes(document);
  find_duplicates(document, mistakes);
  const std::vector<Error> errors = mistakes.to_errors();
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].message, "x stands twice here");
  EXPECT_EQ(errors[1].message, "a stands twice here");
  EXPECT_EQ(errors[1].hint, "the first is in line 1");
}

}  // namespace
}  // namespace kinemate
