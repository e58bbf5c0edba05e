#include "report/words.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Words, CountsAreInTheRightNumber) {
  EXPECT_EQ(counted(1, "body", "bodies"), "1 body");
  EXPECT_EQ(counted(0, "body", "bodies"), "0 bodies");
}

TEST(Words, LongListsAreCutAndBroken) {
  std::vector<std::string> words;
  for (int i = 0; i < 33; ++i) words.push_back("word" + std::to_string(i));
  const std::string text = line("title", shortened(words));
  EXPECT_TRUE(text.starts_with("  title         word0, word1, "));
  EXPECT_TRUE(text.ends_with("word29, and 3 more\n"));
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_LE(end - begin, 100u);
    EXPECT_EQ(text.substr(begin, 16), begin == 0 ? "  title         " : std::string(16, ' '));
  }
  EXPECT_EQ(line("title", {}), "");
}

TEST(Words, SentencesAreBrokenAtBlanks) {
  EXPECT_EQ(paragraph("t", "one two"), "  t             one two\n");
  const std::string text = paragraph("t", std::string(50, 'a') + " " + std::string(50, 'b'));
  EXPECT_EQ(text, "  t             " + std::string(50, 'a') + "\n                " + std::string(50, 'b') + "\n");
}

}  // namespace
}  // namespace kinemate
