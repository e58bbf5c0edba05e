#include "ledger/row_bytes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kinemate {
namespace {

TEST(RowBytes, ThereAndBack) {
  const std::vector<LedgerRow> rows = {{7, true, "", {1, -0.0}, {2, INFINITY, 5e-324}},
                                       {std::uint64_t{1} << 52, false, "a cause, with \"marks\"\nand lines", {3}, {}},
                                       {0, true, "", {}, {}}};
  const std::vector<LedgerRow> back = to_rows(to_bytes(rows));
  ASSERT_EQ(back.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(back[i].run, rows[i].run);
    EXPECT_EQ(back[i].good, rows[i].good);
    EXPECT_EQ(back[i].cause, rows[i].cause);
    EXPECT_EQ(back[i].inputs, rows[i].inputs);
    EXPECT_EQ(back[i].values, rows[i].values);
  }
  EXPECT_TRUE(std::signbit(back[0].inputs[1]));
  EXPECT_TRUE(to_rows({}).empty());
}

}  // namespace
}  // namespace kinemate
