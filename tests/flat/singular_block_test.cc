#include "flat/singular_block.h"

#include "flat/fixture.h"
#include "flat/sparse_order.h"

namespace kinemate {
namespace {

class SingularBlockTest : public FlatTest {
 protected:
  static std::string refused(const FlatSystem& system) {
    SampledValues samples({});
    const LinearBlock block = whole_block(system, samples);
    Elimination elimination(block, samples);
    eliminate_sparsely(elimination, samples);
    try {
      refuse_singular(system, block, elimination, samples);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kInput);
      return text_of(error);
    }
    return "";
  }
  static std::string refused(const std::string& text) { return refused(flat(text)); }
};

TEST_F(SingularBlockTest, NothingToSay) {
  EXPECT_EQ(refused("unknowns: [x, y]\nequations: [x + y = 1, x - y = 2]\n"), "");
}

// Which of the dependent ones is left over is the order's choice: here the last one of each.
TEST_F(SingularBlockTest, DependentOrContradicting) {
  const auto text = [](const char* right) {
    return fmt::format(
        "parameters: {{a: }}\nunknowns: [x, y, z]\nequations:\n  - one: x + y = 1\n  - two: x + y + 2*a*z = a\n  - "
        "three: 3*x + 3*y + 2*a*z = {}\n",
        right);
  };
  EXPECT_EQ(refused(text("a + 2")),
            "6:12 singular: three follows from one (line 4), two (line 5) | so these are not determined: x, y\n");
  EXPECT_EQ(refused(text("a + 3")),
            "6:12 singular: three contradicts one (line 4), two (line 5) | so these are not determined: x, y\n");
}

// Only those that depend on each other are named.
TEST_F(SingularBlockTest, OthersAreNotNamed) {
  EXPECT_EQ(refused(R"(parameters: {a: , b: }
unknowns: [x, y, z]
equations:
  - x + a*z = b
  - y + z = 1
  - 2*y + 2*z = 2
)"),
            "6:5 singular: equation 3 follows from equation 2 (line 5) | so these are not determined: x, y, z\n");
}

// Equations of sums that are zero altogether, as in a network without a ground.
TEST_F(SingularBlockTest, TwoFreedomsAreTooManyToName) {
  EXPECT_EQ(refused("unknowns: [x, y, z]\nequations: [x + y + z = 1, 2*x + 2*y + 2*z = 2, 3*x + 3*y + 3*z = 4]\n"),
            "2:28 singular: equation 2 follows from other equations | some unknowns are not determined\n");
}

// Numbers that were rounded on the way depend on each other as far as they tell.
TEST_F(SingularBlockTest, RoundedNumbers) {
  for (const long more : {0L, 1L}) {
    FlatSystem system = dense_system(9, Coefficients::kNumbers);
    FlatEquation& last = system.equations.back();
    last.left = Expr(0);
    last.right = Expr(more);
    for (std::size_t e = 0; e + 1 < system.equations.size(); ++e) {
      last.left += system.equations[e].left;
      last.right += system.equations[e].right;
    }
    const std::string found = refused(system);
    EXPECT_NE(found.find(more == 0 ? "equation 9 follows from equation 1" : "equation 9 contradicts equation 1"),
              std::string::npos)
        << found;
  }
}

TEST_F(SingularBlockTest, OneUnknownAlone) {
  EXPECT_EQ(refused("parameters: {q: }\nunknowns: [x]\nequations: [x*(1 - sin(q)^2 - cos(q)^2) = q]\n"),
            "3:13 singular: equation 1 contradicts other equations | so this is not determined: x\n");
}

}  // namespace
}  // namespace kinemate
