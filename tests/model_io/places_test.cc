#include "model_io/places.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Places, AreThoseOfTheText) {
  const std::string text =
      "one\ntwo \xC3\xBC"
      "ber\n\n" +
      std::string(3000, 'x') + "y\nlast";
  PlaceFinder finder("file", text);
  for (std::size_t offset = 0; offset <= text.size() + 2; offset += 1 + offset / 50) {
    const Place found = finder.find(offset), expected = locate("file", text, std::min(offset, text.size()));
    EXPECT_EQ(found.source, "file");
    EXPECT_EQ(found.line, expected.line) << offset;
    EXPECT_EQ(found.column, expected.column) << offset;
    EXPECT_EQ(found.excerpt, expected.excerpt) << offset;
    EXPECT_EQ(found.caret, expected.caret) << offset;
  }
}

TEST(Places, MessagesRepeatNoControlCharactersAndNoMegabytes) {
  EXPECT_EQ(shown("a\tb\x01\xFF\xC3\xBC"), "a b ?\xC3\xBC");
  const std::string all(100'000, 'a');
  EXPECT_EQ(shown(all), std::string(501, 'a') + "...");
}

}  // namespace
}  // namespace kinemate
