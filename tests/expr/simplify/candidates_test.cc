#include "expr/simplify/candidates.h"

#include <algorithm>

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, CandidatesHoldEveryForm) {
  Work work(1e6);
  const Candidates made = make_candidates(parse("a*sin(x)*cos(x) + b*sin(x)*cos(x)"), work);
  EXPECT_FALSE(made.exceeded);
  for (const char* form : {"a*sin(x)*cos(x) + b*sin(x)*cos(x)", "sin(x)*cos(x)*(a + b)", "sin(2*x)*(a + b)/2"}) {
    EXPECT_TRUE(std::any_of(made.forms.begin(), made.forms.end(), [&](Expr e) { return to_text(e) == text_of(form); }))
        << form;
  }
  Work little(50);
  EXPECT_TRUE(make_candidates(parse("(a + b + c)^30*(a - b)^20"), little).exceeded);
}

}  // namespace
}  // namespace kinemate
