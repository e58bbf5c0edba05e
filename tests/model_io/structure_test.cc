#include <gtest/gtest.h>

#include "model_io/mistakes.h"
#include "model_io/shape.h"

namespace kinemate {
namespace {

std::string first_mistake(const std::string& text) {
  const Document document("m", text);
  Mistakes mistakes(document);
  check_structure(document, document.root(), model_shape(), mistakes);
  const std::vector<Error> errors = mistakes.to_errors();
  return errors.empty() ? "" : errors[0].message + " | " + errors[0].hint;
}

TEST(Structure, AcceptsWhatFits) {
  EXPECT_EQ(first_mistake("bodies: {a: {mass: 1, center: [0, 0, {value: 3, unit: mm}]}}\nparameters: {p: , q: 1, r: "
                          "{unit: m}}\njoints:\n"),
            "");
  EXPECT_EQ(first_mistake("bodies: {}\nframes: {f: {body: world, rotation: [[x, 1], [[0, 1, 0], 2]]}, g: {body: world, "
                          "rotation: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}"),
            "");
}

TEST(Structure, RefusesWhatDoesNot) {
  EXPECT_EQ(first_mistake("joints: {}"), "a model needs the key bodies (bodies beside the world) | ");
  EXPECT_EQ(first_mistake("bodies: {a: {mass: 1, inertai: {}}}"),
            "a body has no key 'inertai' | did you mean inertia?");
  EXPECT_EQ(first_mistake("bodies: {a: {mass: [1]}}"), "expected a formula, found a list of 1 | ");
  EXPECT_EQ(first_mistake("bodies: {a: 1}"), "expected a body, found '1' | write {mass: ...}");
  EXPECT_EQ(first_mistake("bodies: {}\ngravity: [1, 2]"), "expected a vector of three formulas, found a list of 2 | ");
  EXPECT_NE(first_mistake("bodies: {}\nloads: {l: {type: sprin}}").find("did you mean spring?"), std::string::npos);
  EXPECT_NE(first_mistake("bodies: {a: {mass: max(a, b)}}").find("cut at its comma"), std::string::npos);
}

TEST(Structure, TakesTheAlternativeThatIsLikelyMeant) {
  EXPECT_EQ(first_mistake("bodies: {a: {mass: 1, inertia: [1, 2, 3]}}"),
            "expected a 3x3 matrix, row by row, found a list of 3 single values | a list of lists is written [[...], "
            "[...]]");
  EXPECT_EQ(first_mistake("bodies: {}\nframes: {f: {body: world, rotation: [[x, 1, 2]]}}"),
            "expected a pair of an axis and an angle, found a list of 3 | ");
  EXPECT_EQ(first_mistake("bodies: {}\nframes: {f: {body: world, rotation: [[1, 0, 0], [0, 1], [0, 0, 1]]}}"),
            "expected a vector of three formulas, found a list of 2 | ");
  EXPECT_EQ(first_mistake("bodies: {a: {mass: {valu: 1, unit: kg}}}"),
            "a value with a unit has no key 'valu' | did you mean value?");
}

TEST(Structure, AMisspeltKeyIsNotMissedBesides) {
  const Document document("m", "bodies: {a: {mas: 1}, b: {mass:1}, c: {x: 1}}");
  Mistakes mistakes(document);
  check_structure(document, document.root(), model_shape(), mistakes);
  EXPECT_EQ(mistakes.to_errors().size(), 4u);  // c has a key too many and lacks one
}

TEST(Structure, MarksThePiecesOfWhatACommaCut) {
  const Document document("m", "parameters: {a: 1,5, b: 2}\nbodies: {}\ngravity: [0, max(a, b), 0]");
  Mistakes mistakes(document);
  check_structure(document, document.root(), model_shape(), mistakes);
  ASSERT_EQ(mistakes.to_errors().size(), 2u);
  const YamlNode& parameters = *document.find(document.root(), "parameters");
  EXPECT_TRUE(mistakes.is_wrong(document.node(parameters.entries[0].value)));
  EXPECT_TRUE(mistakes.is_wrong(document.node(parameters.entries[1].key)));
  EXPECT_FALSE(mistakes.is_wrong(document.node(parameters.entries[2].key)));
  const YamlNode& gravity = *document.find(document.root(), "gravity");
  EXPECT_FALSE(mistakes.is_wrong(document.node(gravity.items[0])));
  EXPECT_TRUE(mistakes.is_wrong(document.node(gravity.items[1])));
  EXPECT_TRUE(mistakes.is_wrong(document.node(gravity.items[2])));
  EXPECT_FALSE(mistakes.is_wrong(document.node(gravity.items[3])));
}

}  // namespace
}  // namespace kinemate
