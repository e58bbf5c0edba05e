// Places of findings and what is left out beside other mistakes; the wrong files show more of both.
#include "model_io/findings.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class FindingsTest : public ModelTest {
 protected:
  static std::vector<std::string> mistakes_of(const std::string& text) {
    std::vector<std::string> lines;
    for (const Error& e : read_model(text, "m").mistakes)
      lines.push_back(std::to_string(e.place->line) + ":" + std::to_string(e.place->column) + " " + e.message);
    return lines;
  }
};

TEST_F(FindingsTest, PointAtTheNameInsideOfTheFormula) {
  EXPECT_EQ(mistakes_of("bodies: {a: {mass: 1 + 2*t}}"),
            std::vector<std::string>{
                "1:26 t is the time; only parameters may stand here: it does not change while the machine moves"});
}

TEST_F(FindingsTest, NamesThatAWrongJointWouldHaveIntroducedAreNotMissed) {
  // the joint is wrong, so that phi is no coordinate of the model; nobody is told of that
  EXPECT_EQ(mistakes_of("bodies: {a: {mass: 1}}\n"
                        "joints: {j: {type: revolute, from: world, to: a, coordinate: phi}}\n"
                        "loads: {l: {type: torque, body: a, vector: [phi', 0, 0]}}\n"
                        "initial: {phi: 1}\n")
                .size(),
            1u);
}

TEST_F(FindingsTest, OtherPartsAreCheckedAllTheSame) {
  EXPECT_EQ(mistakes_of("bodies: {a: {mas: 1}, b: {mass: -1}}"),
            (std::vector<std::string>{"1:14 a body has no key 'mas'", "1:33 the mass of body b is -1: negative"}));
}

TEST_F(FindingsTest, LostNames) {
  const Document document("m", "joints: {j: {type: wrong, coordinates: [a, b]}, k: {coordinate: c}}");
  Mistakes mistakes(document);
  mistakes.mark(*document.find(*document.find(*document.find(document.root(), "joints"), "j"), "type"));
  const LostNames lost(document, mistakes);
  EXPECT_TRUE(lost.contains("a"));
  EXPECT_TRUE(lost.contains("wx_j"));
  EXPECT_FALSE(lost.contains("c"));
}

}  // namespace
}  // namespace kinemate
