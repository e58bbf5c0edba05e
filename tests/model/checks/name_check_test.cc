#include "model/checks/name_check.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class NameCheckTest : public ModelTest {
 protected:
  static std::string mistakes_of(const Model& model) {
    std::string text;
    for (const Finding& finding : find_name_mistakes(model)) text += finding.message + "\n";
    return text;
  }
};

TEST_F(NameCheckTest, EachNameMeansOneThing) {
  Model model = joint_machine("type: revolute, axis: x, coordinate: q");
  EXPECT_EQ(mistakes_of(model), "");
  model.parameters = {{"q", {}}, {"k", {}}, {"k", {}}};
  model.bodies[2].name = model.bodies[1].name;
  EXPECT_EQ(mistakes_of(model),
            "a is already the name of another body or frame\n"
            "k is already the name of another parameter\n"
            "q is the name of a parameter and of a coordinate\n");
}

TEST_F(NameCheckTest, FormulasMustBeAbleToReferToIt) {
  Model model = joint_machine("type: revolute, axis: x, coordinate: q");
  model.coordinates[0].name = "1q";
  model.parameters = {{"t", {}}, {"sin", {}}, {"sqrt", {}}, {"mod", {}}, {"ceil", {}}};
  model.bodies[1].name = "world";
  model.bodies[2].name = "b:c";
  EXPECT_EQ(mistakes_of(model),
            "a body cannot be called world: that name is taken\n"
            "'b:c' cannot be the name of a body\n"
            "a parameter cannot be called t: that is the time\n"
            "a parameter cannot be called sin: formulas know it as something else\n"
            "a parameter cannot be called sqrt: formulas know it as something else\n"
            "a parameter cannot be called mod: formulas know it as something else\n"
            "a parameter cannot be called ceil: formulas know it as something else\n"
            "'1q' cannot be the name of a coordinate: formulas could not refer to it\n");
}

}  // namespace
}  // namespace kinemate
