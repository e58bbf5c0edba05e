#include "sim/results/table.h"

#include "sim/result_samples.h"

namespace kinemate {
namespace {

const ResultTable kTable = {.header = {.columns = {{"t"}, {"alpha1"}}}, .values = {0, 10, 1, 11, 2, 12}};

TEST(ResultTable, RowsAndColumns) {
  EXPECT_EQ(kTable.rows(), 3u);
  EXPECT_EQ(kTable.at(2, 1), 12);
  EXPECT_EQ(result_column_values(kTable, 1), (std::vector<double>{10, 11, 12}));
  EXPECT_EQ(ResultTable{}.rows(), 0u);
}

TEST(ResultTable, ColumnsAreFoundByName) {
  EXPECT_EQ(find_result_column(kTable.header, "alpha1"), 1u);
  try {
    find_result_column(kTable.header, "alpha2");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint, "did you mean 'alpha1'?");
  }
  try {
    find_result_column(kTable.header, "speed");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint, "the columns are t, alpha1");
  }
}

}  // namespace
}  // namespace kinemate
