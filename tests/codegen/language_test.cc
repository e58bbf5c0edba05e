#include "codegen/language.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace kinemate {
namespace {

TEST(LanguageTexts, Numbers) {
  EXPECT_EQ(decimal_number(2), "2.0");
  EXPECT_EQ(decimal_number(-0.1), "-0.1");
  EXPECT_EQ(decimal_number(1e30), "1e+30");
  EXPECT_THROW(decimal_number(1.0 / 0.0), CheckFailure);
}

TEST(LanguageTexts, WordsOfAList) {
  EXPECT_EQ(make_word_set("if else  end").size(), 4u);  // the empty one among them, which is no name
  EXPECT_TRUE(make_word_set("if else end").contains("else"));
  EXPECT_TRUE(make_word_set("").empty());
}

TEST(LanguageTexts, DefinitionsComeInTheirOrder) {
  Language language{.title = "any", .column = LanguageColumn::kC, .number = decimal_number, .is_taken = nullptr};
  language.definitions = {{"b", "first"}, {"a", "second"}, {"c", "third"}};
  EXPECT_EQ(definitions_of(language, {"a", "b", "sin"}), (std::vector<std::string_view>{"first", "second"}));
}

}  // namespace
}  // namespace kinemate
