#include "model_io/yaml_text.h"

#include <gtest/gtest.h>

#include "model_io/document.h"

namespace kinemate {
namespace {

TEST(YamlText, PlainWhereThatIsSafe) {
  EXPECT_EQ(yaml_scalar("2*q1' + x"), "2*q1' + x");
  EXPECT_EQ(yaml_scalar("-x"), "-x");
  for (const char* text : {"", "null", "True", "a: b", "#a", "- a", "*x", "{a}", "a ", "'a", "off", "a, b"})
    EXPECT_EQ(yaml_scalar(text).front(), '"') << text;
}

TEST(YamlText, ReadsBack) {
  const std::string long_name(1500, 'x');
  for (const std::string& text : {std::string("a\"b\\c"), std::string("line\nbreak\t"),
                                  std::string("\xCF\x89 \xC2\xA0"), std::string("~"), std::string("no"), long_name}) {
    const Document document("d", yaml_entry("", text, yaml_scalar(text)));
    ASSERT_EQ(document.root().entries.size(), 1u) << text;
    EXPECT_EQ(document.node(document.root().entries[0].key).text, text);
    EXPECT_EQ(document.node(document.root().entries[0].value).text, text);
  }
  EXPECT_EQ(yaml_entry("  ", "a", ""), "  a:\n");
  EXPECT_EQ(yaml_entry("  ", "a", "1"), "  a: 1\n");
}

}  // namespace
}  // namespace kinemate
