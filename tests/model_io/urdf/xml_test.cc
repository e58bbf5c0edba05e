// Places of elements and attributes, and texts that are no XML.
#include "model_io/urdf/xml.h"

#include <gtest/gtest.h>

#include "base/file.h"

namespace kinemate {
namespace {

std::string refusal(const std::string& text) {
  try {
    const XmlDocument document("m", text);
    return "";
  } catch (const Error& error) {
    return error.place
               ? std::to_string(error.place->line) + ":" + std::to_string(error.place->column) + " " + error.message
               : "without a place";
  }
}

TEST(Xml, ElementsAndAttributesKnowTheirPlaces) {
  const std::string text =
      "<?xml version='1.0'?>\n<!-- <robot> -->\n<robot\n  name = \"a &amp; b\"\n  kind='x'><link/></robot>";
  const XmlDocument document("m", text);
  EXPECT_EQ(document.offset(document.root()), text.find("robot\n"));
  EXPECT_EQ(document.offset(document.root().first_child()), text.find("link"));
  const std::vector<XmlAttribute> attributes = document.attributes(document.root());
  ASSERT_EQ(attributes.size(), 2u);
  EXPECT_EQ(attributes[0].name, "name");
  EXPECT_EQ(attributes[0].value, "a & b");
  EXPECT_FALSE(attributes[0].verbatim);
  EXPECT_EQ(attributes[0].name_offset, text.find("name ="));
  EXPECT_EQ(attributes[0].value_offset, text.find("a &amp;"));
  EXPECT_EQ(attributes[1].value, "x");
  EXPECT_TRUE(attributes[1].verbatim);
  EXPECT_EQ(attributes[1].name_offset, text.find("kind"));
  EXPECT_EQ(attributes[1].value_offset, text.find("x'>"));
  EXPECT_EQ(document.line(attributes[1].name_offset), 5u);
  EXPECT_EQ(document.line(0), 1u);
}

TEST(Xml, AttributesThatStandTwiceAreBothThere) {
  const XmlDocument document("m", "<a x='1' x=\"2\"/>");
  const std::vector<XmlAttribute> attributes = document.attributes(document.root());
  ASSERT_EQ(attributes.size(), 2u);
  EXPECT_EQ(attributes[0].value, "1");
  EXPECT_EQ(attributes[1].value, "2");
  EXPECT_EQ(attributes[1].value_offset, 12u);
}

TEST(Xml, TextBeginsWhereItIsNotBlank) {
  const XmlDocument document("m", "<a>\n  word</a>");
  EXPECT_EQ(document.offset(document.root().first_child()), 6u);
}

TEST(Xml, AByteOrderMarkIsSkipped) {
  const XmlDocument document("m", "\xEF\xBB\xBF<a x='1'/>");
  EXPECT_EQ(document.offset(document.root()), 1u);
  EXPECT_EQ(document.attributes(document.root())[0].value_offset, 6u);
}

TEST(Xml, WhatIsNoXmlIsRefusedWithItsPlace) {
  const std::pair<std::string, std::string> table[] = {
      {"", "1:1 the file is empty"},
      {" \n", "1:1 the file is empty"},
      {"hello", "1:1 text stands outside of the root element"},
      {"<a/>\n text", "2:2 text stands outside of the root element"},
      {"<a/>\n<b/>", "2:2 a second root element, <b>, begins here"},
      {"<!-- only -->", "1:1 the file has no element"},
      {"<a>\n<b>\n</a>", "3:1 </a> stands where </b> is expected"},
      {"<ab></a>", "1:5 </a> stands where </ab> is expected"},
      {"<a></ab>", "1:4 </ab> stands where </a> is expected"},
      {"</a>", "1:1 </a> closes what was not opened"},
      {"<a>\n<b x='>'>", "2:2 <b> is not closed"},
      {"<a>\n<!-- <b> --><c><![CDATA[</c>]]>", "2:14 <c> is not closed"},
      {"<a>\n<b", "2:1 the file ends inside of this element"},
      {"<a>\n<b x='1", "2:1 the file ends inside of this element"},
      {"<a>\n<", "2:1 the file ends inside of this element"},
      {"<a></a", "1:4 the file ends inside of this element"},
      {"<a><!-- x", "1:4 the comment that begins here has no end"},
      {"<a><![CDATA[x</a>", "1:4 the CDATA section that begins here has no end"},
      {"<?xml", "1:1 the declaration that begins here has no end"},
      {"<!DOCTYPE a [", "1:1 the DOCTYPE that begins here has no end"},
      {"<a>< b/></a>", "1:4 the name of an element stands right behind <"},
      {"<a x=1/>", "1:6 the attributes of <a> cannot be read from here on"},
      {"<a x='1'y='2'/>", "1:9 the attributes of <a> cannot be read from here on"},
      {"<a>\n<b x=\"1/>\n<c y=\"2\"/></a>", "2:1 a quote in this element is not closed"},
      {"<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a/>", "1:11 entities are not supported"},
      {std::string("<a/>\n\0", 6), "2:1 a byte of value 0 stands here: this is no text"},
      {std::string("<\0a\0", 4), "1:1 this file is not UTF-8: it seems to be UTF-16 or UTF-32"},
      {"\xFF\xFE<", "1:1 this file is not UTF-8: it seems to be UTF-16 or UTF-32"},
      {std::string(kLargestFile + 1, ' '), "1:1 the file has more than 67108864 bytes"}};
  for (const auto& [text, expected] : table) EXPECT_EQ(refusal(text), expected) << text.substr(0, 100);
}

TEST(Xml, WhatIsXmlIsNot) {
  for (const char* text :
       {"<a/>", "<!DOCTYPE a><a/>", "<?xml version='1.0'?>\n<a b=''>x &lt; y</a>\n<!-- end -->", "<a>\xFF</a>"})
    EXPECT_EQ(refusal(text), "") << text;
}

TEST(Xml, AMillionElementsInsideEachOther) {
  std::string open, close;
  for (int i = 0; i < 1'000'000; ++i) open += "<a>", close += "</a>";
  EXPECT_EQ(refusal(open + close), "");
  EXPECT_EQ(refusal(open), "1:2999999 <a> is not closed");
}

TEST(Xml, EntitiesOfOthersAreRefused) {
  try {
    XmlDocument("m", "<a b='x&nbsp;y'/>");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "the entity &nbsp; is not known: entities are not supported");
    EXPECT_EQ(error.place->column, 8);
  }
  const XmlDocument right("m", "<!-- a &b; c --><a b='&lt;&#65;&#x42;&amp; R&D'><![CDATA[&d;]]></a>");
  EXPECT_STREQ(right.root().attribute("b").value(), "<AB& R&D");
}

}  // namespace
}  // namespace kinemate
