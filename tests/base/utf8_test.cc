#include "base/utf8.h"

#include <gtest/gtest.h>

#include <vector>

namespace kinemate {
namespace {

TEST(Utf8, DecodesAndRefuses) {
  struct Row {
    std::string text;
    bool valid;
    char32_t code;
    std::size_t length;
  };
  const std::vector<Row> rows = {{"a", true, U'a', 1},
                                 {"ä", true, U'ä', 2},
                                 {"€", true, U'€', 3},
                                 {"\xF0\x9F\x98\x80", true, 0x1F600, 4},
                                 {"\xff", false, 0xFFFD, 1},
                                 {"\xC3", false, 0xFFFD, 1},
                                 {"\xC0\xAF", false, 0xFFFD, 1},  // overlong
                                 {"\xE0\x80\x80", false, 0xFFFD, 1},
                                 {"\xED\xA0\x80", false, 0xFFFD, 1},  // surrogate
                                 {"\xF4\x90\x80\x80", false, 0xFFFD, 1}};
  for (const Row& row : rows) {
    const Utf8 decoded = decode_utf8(row.text, 0);
    EXPECT_EQ(decoded.valid, row.valid) << row.text;
    EXPECT_EQ(decoded.code_point, row.code);
    EXPECT_EQ(decoded.length, row.length);
  }
}

TEST(Utf8, ShowsWhatCanBeShown) {
  EXPECT_EQ(printable("ä"), "ä");
  EXPECT_EQ(printable("\x01"), " ");
  EXPECT_EQ(printable("\xff"), "?");
}

}  // namespace
}  // namespace kinemate
