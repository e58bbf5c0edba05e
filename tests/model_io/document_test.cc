#include "model_io/document.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

std::string error_of(const std::string& text) {
  try {
    const Document document("file", text);
    return "";
  } catch (const Error& error) {
    return std::to_string(error.place->line) + ":" + std::to_string(error.place->column) + " " + error.message;
  }
}

TEST(Document, KnowsKindsTextsAndQuotes) {
  const Document document("file", "a: [1, 'two', \"3\", ~]\nb: {c: }\n");
  const YamlNode& root = document.root();
  ASSERT_EQ(root.kind, YamlNode::Kind::kMap);
  const YamlNode& list = *document.find(root, "a");
  ASSERT_EQ(list.items.size(), 4u);
  EXPECT_EQ(document.node(list.items[1]).text, "two");
  EXPECT_TRUE(document.node(list.items[1]).quoted);
  EXPECT_FALSE(document.node(list.items[0]).quoted);
  EXPECT_TRUE(document.node(list.items[3]).is_null());
  EXPECT_TRUE(document.find(*document.find(root, "b"), "c")->is_null());
  EXPECT_EQ(document.find(root, "z"), nullptr);
}

TEST(Document, OffsetsAreBytesAlsoBehindUmlauts) {
  const std::string text = "größe: {ä: über}\n";
  const Document document("file", text);
  const YamlNode& inner = *document.find(document.root(), "größe");
  EXPECT_EQ(document.find(inner, "ä")->offset, text.find("über"));
}

TEST(Document, PlacesInsideOfScalars) {
  const std::string text = "a: \"x\\\"y z\"\nb: 'it''s z'\nc: one\n  two z\nd: |\n  first\n  z\n";
  const Document document("file", text);
  auto place = [&](const char* key, const char* word) {
    const YamlNode& node = *document.find(document.root(), key);
    return document.offset_in(node, node.text.find(word));
  };
  EXPECT_EQ(text[place("a", "z")], 'z');
  EXPECT_EQ(place("a", "z"), text.find("z\""));
  EXPECT_EQ(place("b", "z"), text.find("z'"));
  EXPECT_EQ(place("c", "z"), text.find("z\nd"));
  EXPECT_EQ(place("d", "z"), text.rfind("z"));
}

TEST(Document, AliasesShareTheirNode) {
  const Document document("file", "a: &x [1, 2]\nb: *x\n");
  EXPECT_EQ(document.find(document.root(), "a"), document.find(document.root(), "b"));
}

TEST(Document, RefusesWhatIsNoYaml) {
  EXPECT_EQ(error_of("a: [1, 2\n").substr(0, 4), "1:9 ");
  EXPECT_EQ(error_of("a: *nothing\n"), "1:4 there is no anchor &nothing for *nothing");
  EXPECT_EQ(error_of("a: &x [*x]\n"), "1:8 *x stands inside of what it stands for");
  EXPECT_EQ(error_of("a: 1\n---\nb: 2\n"), "2:1 a second document begins here");
  EXPECT_EQ(error_of("a:\n\tb: 1\n").substr(0, 4), "2:1 ");
  EXPECT_EQ(error_of(""), "");
}

TEST(Document, ByteOrderMarkAndCarriageReturns) {
  const Document document("file",
                          "\xEF\xBB\xBF"
                          "a: 1\r\nb: 2\r\n");
  EXPECT_EQ(document.find(document.root(), "b")->text, "2");
}

TEST(Document, OffsetsAreBehindAnchorsAndTags) {
  const std::string text = "a: &x !!str value\nb: &y [1]\n";
  const Document document("file", text);
  EXPECT_EQ(document.find(document.root(), "a")->offset, text.find("value"));
  EXPECT_EQ(document.find(document.root(), "b")->offset, text.find('['));
}

TEST(Document, KnowsScalarsThatACommaEnds) {
  const Document document("file", "a: [f(x , y), 'q', z]\nb: f(x, y)\n");
  const YamlNode& list = *document.find(document.root(), "a");
  EXPECT_TRUE(document.is_cut_at_comma(document.node(list.items[0])));
  EXPECT_TRUE(document.is_cut_at_comma(document.node(list.items[1])));
  EXPECT_FALSE(document.is_cut_at_comma(document.node(list.items[2])));  // in quotes
  EXPECT_FALSE(document.is_cut_at_comma(document.node(list.items[3])));
  EXPECT_FALSE(document.is_cut_at_comma(*document.find(document.root(), "b")));
}

TEST(Document, PlacesAtTheEndOfScalars) {
  const std::string text = "a: 'x +'\nb: |\n  y +\nc: z +\n";
  const Document document("file", text);
  auto end = [&](const char* key) {
    const YamlNode& node = *document.find(document.root(), key);
    return document.offset_in(node, node.text.size());
  };
  EXPECT_EQ(end("a"), text.find("'\n"));
  EXPECT_EQ(end("b"), text.find("\nc"));
  EXPECT_EQ(end("c"), text.size() - 1);
}

}  // namespace
}  // namespace kinemate
