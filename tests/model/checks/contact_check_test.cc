#include "model/checks/contact_check.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class ContactCheckTest : public ModelTest {
 protected:
  static std::vector<std::string> mistakes(const std::string& support) {
    Constraint constraint;
    constraint.name = "egg";
    constraint.type = ConstraintType::kRollingBody;
    constraint.support = parse(support);
    std::vector<std::string> messages;
    Model model;
    model.bodies.resize(2);
    constraint.point.body = 1;
    for (const Finding& finding : find_contact_mistakes(model, constraint, [](Expr e) -> std::optional<double> {
           if (!free_symbols(e).empty()) return std::nullopt;
           return evaluate(e, {});
         }))
      messages.push_back(finding.message);
    return messages;
  }
};

TEST_F(ContactCheckTest, SupportsOfConvexBodies) {
  for (const char* good : {"0.3", "sqrt((2*$1)^2 + (3*$2)^2 + $3^2)", "2*sqrt($1^2 + $3^2) + 0.1", "0.5 + 0.1*$3",
                           "sqrt((2*$1)^2 + (3*$2)^2 + $3^2) + 0.2*$1 - 0.3*$2", "a*$1^2"})
    EXPECT_TRUE(mistakes(good).empty()) << good;
  for (const char* bad : {"$1^2 - $2^2", "-1", "1 + 3*$1^4", "-sqrt($1^2 + $3^2)", "0"})
    EXPECT_EQ(mistakes(bad).size(), 1u) << bad;
}

}  // namespace
}  // namespace kinemate
