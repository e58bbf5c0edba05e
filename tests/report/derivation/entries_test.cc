#include "report/derivation/entries.h"

#include "report/derivation_fixture.h"

namespace kinemate {
namespace {

class DerivationEntriesTest : public DerivationReportTest {};

TEST_F(DerivationEntriesTest, OnlyWhatIsNotZero) {
  const Model model = cart();
  const PrintedDerivation printed = make_printed(model, derived(model, "kane", {Section::kEquations}), kLongestText);
  ASSERT_EQ(printed.groups.size(), 4u);
  EXPECT_EQ(printed.groups[0].entries.size(), 3u);
  ASSERT_EQ(printed.groups[1].entries.size(), 1u);
  EXPECT_EQ(printed.groups[1].entries[0].text, "k(1)");
  EXPECT_EQ(printed.groups[1].entries[0].latex, "k_{1}");
}

// Speeds that are no rates of coordinates come with what the rates are.
TEST_F(DerivationEntriesTest, RatesOfCoordinates) {
  const Model model = machine(
      "bodies: {a: {mass: 1}}\n"
      "joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: a, coordinates: [p0, p1, p2, "
      "p3]}}\n");
  const PrintedDerivation printed = make_printed(model, derived(model, "kane", {Section::kEquations}), kLongestText);
  EXPECT_EQ(printed.groups[0].title, "rates of the coordinates");
  EXPECT_EQ(printed.groups[0].entries.size(), 4u);
}

}  // namespace
}  // namespace kinemate
