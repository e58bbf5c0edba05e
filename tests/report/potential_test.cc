#include "report/potential.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class PotentialWordsTest : public ExprTest {
 protected:
  static std::string words(const char* first, const char* second) {
    const std::vector<Expr> forces = {parse(first), parse(second)}, variables = {parse("q1"), parse("q2")};
    return describe_potential(find_potential(forces, variables), "potential", variables);
  }
};

TEST_F(PotentialWordsTest, SayWhyThereIsNone) {
  EXPECT_EQ(words("-k*q1", "-c*q2"), "there is a potential");
  EXPECT_EQ(words("-k*q2", "k*q1"), "there is no potential: dQ(1)/d(q2) - dQ(2)/d(q1) = -2*k");
}

}  // namespace
}  // namespace kinemate
