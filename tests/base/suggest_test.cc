#include "base/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace kinemate {
namespace {

TEST(EditDistance, CountsChanges) {
  struct Row {
    const char *a, *b;
    std::size_t distance;
  };
  for (const Row& row : std::vector<Row>{{"", "", 0},
                                         {"", "abc", 3},
                                         {"sin", "sin", 0},
                                         {"sni", "sin", 1},
                                         {"si", "sin", 1},
                                         {"sine", "sin", 1},
                                         {"cos", "sin", 3},
                                         {"alpha", "alhpa", 1},
                                         {"Sin", "sin", 1}}) {
    EXPECT_EQ(edit_distance(row.a, row.b), row.distance) << row.a << " " << row.b;
    EXPECT_EQ(edit_distance(row.b, row.a), row.distance) << row.b << " " << row.a;
  }
}

TEST(Nearest, FindsMisspeltNamesOnly) {
  const std::vector<std::string_view> names = {"alpha1", "alpha2", "mass", "q"};
  EXPECT_EQ(nearest("alhpa1", names), "alpha1");
  EXPECT_EQ(nearest("Mass", names), "mass");
  EXPECT_EQ(nearest("mas", names), "mass");
  EXPECT_EQ(nearest("stiffness", names), "");
  EXPECT_EQ(nearest("x", names), "");
  EXPECT_EQ(nearest("anything", {}), "");
}

// Names of rates that other languages have.
TEST(Nearest, RatesHavePrimes) {
  const std::vector<std::string_view> names = {"x", "d", "phi", "x'", "phi'", "phi''", "dx1"};
  for (const char* name : {"x_dot", "xdot", "dx", "dx_dt", "dxdt", "d_x", "Dx", "x_d", "x_p"})
    EXPECT_EQ(nearest(name, names), "x'") << name;
  for (const char* name : {"phi_ddot", "phiddot", "ddphi", "d2phi_dt2"}) EXPECT_EQ(nearest(name, names), "phi''") << name;
  EXPECT_EQ(nearest("dphi", names), "phi'");
  EXPECT_EQ(nearest("dx2", names), "dx1");
  EXPECT_EQ(nearest("y_dot", names), "");
}

}  // namespace
}  // namespace kinemate
