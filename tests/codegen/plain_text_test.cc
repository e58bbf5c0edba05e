#include "codegen/plain_text.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(PlainText, IsOneLineThatReadsAsItStands) {
  const std::pair<const char*, const char*> cases[] = {{"alpha1 -- pivot, rad", "alpha1 -- pivot, rad"},
                                                       {"a\nb\r\tc\x7f", "a b  c "},
                                                       {"ω Кран \"\\$#", "ω Кран \"\\$#"},
                                                       {"a\xff", "a?"},
                                                       {"\u202Eabc\u2028\u2029\u0085", "?abc   "},
                                                       {"", ""}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(plain_line(text), expected);
}

TEST(PlainText, Entries) {
  EXPECT_EQ(plain_entry("a", "b\n"), "a -- b ");
  EXPECT_EQ(plain_entry("a", ""), "a");
  EXPECT_EQ(plain_entry("", "b"), "b");
}

TEST(PlainText, QuotedAndEscaped) {
  EXPECT_EQ(escaped("a\n\"$\\", "\"\\"), "a\n\\\"$\\\\");
  EXPECT_EQ(quoted("a\n\"$\\", "\"\\$"), "\"a \\\"\\$\\\\\"");
}

TEST(PlainText, Indented) {
  EXPECT_EQ(indented("a\n  b\n\nc\n", 2), "  a\n    b\n\n  c\n");
  EXPECT_EQ(indented("a", 4), "    a");
  EXPECT_EQ(indented("", 4), "");
}

TEST(PlainText, WrappedLinesFit) {
  const std::vector<std::string> words(40, "word");
  const std::string text = wrapped("head(", words);
  EXPECT_TRUE(text.starts_with("head(word, word, "));
  EXPECT_TRUE(text.ends_with(" word"));
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    EXPECT_LE(end - at, 100u);
    at = end + 1;
  }
  EXPECT_EQ(lines, 3u);
  EXPECT_EQ(wrapped("f(", {}), "f(");
}

}  // namespace
}  // namespace kinemate
