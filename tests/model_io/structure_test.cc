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
  EXPECT_EQ(first_mistake("bodies: {a: 1}"), "expected a body, found '1' | ");
  EXPECT_EQ(first_mistake("bodies: {}\ngravity: [1, 2]"), "expected a vector of three formulas, found a list of 2 | ");
  EXPECT_NE(first_mistake("bodies: {}\nloads: {l: {type: sprin}}").find("did you mean spring?"), std::string::npos);
  EXPECT_NE(first_mistake("bodies: {a: {mass: max(a, b)}}").find("cut at its comma"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
