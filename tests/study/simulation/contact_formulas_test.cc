#include "study/simulation/contact_formulas.h"

#include <gtest/gtest.h>

#include "expr/normal/zero_test.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class ContactFormulasTest : public StudyTest {};

TEST_F(ContactFormulasTest, LevelsAreDerivativesOfEachOther) {
  const Model model = machine(kPendulum);
  const Kinematics kinematics = compute_kinematics(model);
  const Rates rates = compute_rates(kinematics);
  const ContactFormulas contact = make_contact(rates, kinematics.speeds, parse("sin(phi) - t^2"));
  auto equal = [](Expr a, Expr b) { return test_zero(a - b).zero; };
  EXPECT_TRUE(equal(contact.rate, parse("cos(phi)*phi' - 2*t")));
  ASSERT_EQ(contact.row.size(), 1u);
  EXPECT_TRUE(equal(contact.row[0], parse("cos(phi)")));
  EXPECT_TRUE(equal(contact.bias, parse("-sin(phi)*phi'^2 - 2")));
}

}  // namespace
}  // namespace kinemate
