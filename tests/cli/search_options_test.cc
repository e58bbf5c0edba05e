#include "cli/options/search_options.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "expr/pool.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class SearchOptionsTest : public testing::Test {
 protected:
  Pool pool_;
  PoolScope scope_{pool_};
  Model model_ = read_machine_file(KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml").model;
};

TEST_F(SearchOptionsTest, BoundsAndStarts) {
  const std::vector<FitParameter> found =
      search_parameters(model_, {{"M = 1 .. 5", "m = 1 .. 3", "phi1, d"}, {"d = 1/2"}}, {});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].start, 2);  // of the file
  EXPECT_EQ(found[1].start, 2);  // that of the file is outside: the middle
  EXPECT_EQ(found[2].start, 0.2);
  EXPECT_EQ(found[3].start, 0.5);
  EXPECT_TRUE(std::isinf(found[3].high));
}

TEST_F(SearchOptionsTest, Refusals) {
  EXPECT_THROW(search_parameters(model_, {{"M = 1 .. 5 : 3"}, {}}, {}), Error);
  EXPECT_THROW(search_parameters(model_, {{"M", "M"}, {}}, {}), Error);
  EXPECT_THROW(search_parameters(model_, {{"q"}, {}}, {}), Error);
  EXPECT_THROW(search_parameters(model_, {{"M = 1 .. 5"}, {"M = 7"}}, {}), Error);
  EXPECT_THROW(search_parameters(model_, {{"M = 1 .. 5"}, {"m = 1"}}, {}), Error);
}

}  // namespace
}  // namespace kinemate
