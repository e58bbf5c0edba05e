#include "expr/text/unit_hint.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST(UnitHint, UnitsInSi) {
  EXPECT_EQ(without_unit("5", "s"), "5");
  EXPECT_EQ(without_unit("10", "deg"), "10*pi/180");
  EXPECT_EQ(without_unit("1.5", "cm"), "1.5/100");
  EXPECT_EQ(without_unit("3000", "rpm"), "3000*pi/30");
  EXPECT_EQ(without_unit("5", "furlong"), std::nullopt);
}

TEST(UnitHint, SaysWhatToWrite) {
  EXPECT_EQ(unit_hint("10", "deg"),
            "angles are in radians, without a unit: 10*pi/180; model files take {value: 10, unit: deg}");
  EXPECT_EQ(unit_hint("5", "cm"), "numbers are written without units, in SI: 5/100; a product is 5*cm");
  EXPECT_EQ(unit_hint("5", "q"), "");
}

}  // namespace
}  // namespace kinemate
