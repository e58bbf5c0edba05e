#include "optimum/variables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

using Numbers = std::vector<double>;
const double kInfinite = std::numeric_limits<double>::infinity();

std::string complaint(const Numbers& start, const Numbers& low, const Numbers& high, const Numbers& scale = {},
                      const std::vector<std::string>& names = {}) {
  try {
    check_variables(start, low, high, scale, names);
  } catch (const Error& error) {
    return error.message;
  }
  return "";
}

TEST(Variables, BoundsMayBeLeftOut) {
  const VariableBounds none = check_variables(Numbers{1, 2}, {}, {}, {}, {});
  EXPECT_EQ(none.low, Numbers(2, -kInfinite));
  EXPECT_EQ(none.high, Numbers(2, kInfinite));
  const VariableBounds some = check_variables(Numbers{1, 2}, Numbers{1, -kInfinite}, Numbers{1, 2}, {}, {});
  EXPECT_TRUE(some.fixed(0));
  EXPECT_FALSE(some.fixed(1));
}

TEST(Variables, MistakesAreNamed) {
  EXPECT_EQ(complaint({1, 3}, {0, 0}, {2, 2}), "parameter 2 starts at 3, outside of its bounds 0 ... 2");
  EXPECT_EQ(complaint({-1}, {0}, {2}, {}, {"m1"}), "parameter `m1` starts at -1, outside of its bounds 0 ... 2");
  EXPECT_EQ(complaint({1}, {2}, {0}), "parameter 1 has the bounds 2 and 0, of which the first is not the smaller");
  EXPECT_NE(complaint({1}, {std::nan("")}, {2}), "");
  EXPECT_EQ(complaint({kInfinite}, {}, {}), "parameter 1 starts at inf, which is no number");
  EXPECT_EQ(complaint({1}, {}, {}, {0}), "parameter 1 has the size 0; a size is a number above 0");
  EXPECT_EQ(complaint({1}, {1}, {1}, {2}), "");
  EXPECT_THROW(check_variables(Numbers{1, 2}, Numbers{1}, {}, {}, {}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
