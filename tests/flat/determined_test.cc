#include "flat/determined.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class DeterminedTest : public FlatTest {
 protected:
  static std::string wrong(const std::string& text) {
    const FlatSystem system = flat(text);
    const Incidence incidence = find_incidence(system);
    return mistakes_of({{}, find_undetermined(system, incidence, find_matching(incidence))});
  }
};

TEST_F(DeterminedTest, NothingToSay) { EXPECT_EQ(wrong("unknowns: [x, y]\nequations: [x + y = 1, x*y = 2]\n"), ""); }

TEST_F(DeterminedTest, TooFewEquations) {
  // y and z compete for the second equation; x has its own, which is not part of it
  EXPECT_EQ(wrong(R"(
unknowns:
  x: fine
  y:
  z: of the load
equations:
  - x = 1
  - sum: y + z + x = 2
)"),
            "5:3 under-determined: 1 equation for the 2 unknowns y, z: sum (line 8) | an equation is missing, or one "
            "of these is known and belongs to the parameters\n");
  EXPECT_EQ(wrong("unknowns: [x, alone]\nequations: [x = 1]\n"),
            "1:15 the unknown alone stands in no equation | write the equation that determines it, or leave it out\n");
}

TEST_F(DeterminedTest, TooManyEquations) {
  EXPECT_EQ(wrong(R"(
unknowns: [x, y, z]
equations:
  - first: x + y = 1
  - x = y
  - x = 3
  - z = x
)"),
            "6:5 over-determined: 3 equations for the 2 unknowns x, y: first (line 4), equation 2 (line 5), equation 3 "
            "(line 6) | one of these equations is too many, or a parameter in them is meant to be unknown\n");
  EXPECT_EQ(wrong("parameters: {a: 1}\nunknowns: [x]\nequations:\n  - x = a\n  - empty: a = 2\n"),
            "5:12 empty holds no unknown | what it says must follow from the parameters: leave it out\n");
}

TEST_F(DeterminedTest, TooManyHereAndTooFewThere) {
  EXPECT_EQ(wrong("unknowns: [x, y, z]\nequations:\n  - x = 1\n  - x = 2\n  - y = z\n"),
            "4:5 over-determined: 2 equations for the 1 unknown x: equation 1 (line 3), equation 2 (line 4) | one of "
            "these equations is too many, or a parameter in them is meant to be unknown\n"
            "1:18 under-determined: 1 equation for the 2 unknowns y, z: equation 3 (line 5) | an equation is missing, "
            "or one of these is known and belongs to the parameters\n");
}

TEST_F(DeterminedTest, NoMoreThanTwenty) {
  FlatSystem system;
  for (int i = 0; i < 30; ++i) system.unknowns.push_back({make_symbol(fmt::format("x{}", i)), "", {}});
  const Incidence incidence = find_incidence(system);
  EXPECT_EQ(find_undetermined(system, incidence, find_matching(incidence)).size(), 20u);
}

}  // namespace
}  // namespace kinemate
