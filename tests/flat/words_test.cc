#include "flat/words.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class FlatWords : public FlatTest {};

TEST_F(FlatWords, EquationsWithTheirLines) {
  FlatEquation equation{"mesh", {}, {}, {}};
  EXPECT_EQ(describe(equation), "mesh");
  equation.place = Place{"f.yaml", 12, 3, "", 0};
  EXPECT_EQ(describe(equation), "mesh (line 12)");
}

TEST_F(FlatWords, LongListsAreCut) {
  EXPECT_EQ(list_names({}), "");
  EXPECT_EQ(list_names({"a"}), "a");
  EXPECT_EQ(list_names({"a", "b", "c", "d", "e", "f", "g", "h"}), "a, b, c, d, e, f, g, h");
  EXPECT_EQ(list_names({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}), "a, b, c, d, e, f, g, h and 2 more");
}

}  // namespace
}  // namespace kinemate
