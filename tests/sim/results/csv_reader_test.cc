#include "sim/results/csv_reader.h"

#include "sim/result_samples.h"
#include "sim/results/csv.h"

namespace kinemate {
namespace {

using Numbers = std::vector<double>;

std::string csv_refusal(const std::string& text) {
  try {
    read_csv_results("a.csv", text);
    return "";
  } catch (const Error& error) {
    EXPECT_TRUE(error.place.has_value());
    return error.place ? fmt::format("{}:{}: {}", error.place->line, error.place->column, error.message) : "";
  }
}

TEST(ResultCsvReader, TablesOfOthers) {
  const ResultTable table =
      read_csv_results("a.csv", "\xEF\xBB\xBFt,\"a \"\"b\"\"\nc\"\r\n\r\n0, +1.5e3\r\n# note\n-1,inf\n2,");
  ASSERT_EQ(table.columns(), 2u);
  EXPECT_EQ(table.header.columns[1].name, "a \"b\"\nc");
  EXPECT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.at(0, 1), 1500);
  EXPECT_EQ(table.at(1, 1), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(table.at(2, 1)));
  EXPECT_FALSE(table.cut_off);
}

TEST(ResultCsvReader, RowsOfOthersMayEndWithoutALineFeedAndOursMayNot) {
  EXPECT_EQ(read_csv_results("a.csv", "t,x\n0,1\n2,34").values, (Numbers{0, 1, 2, 34}));
  const ResultTable ours = read_csv_results("a.csv", "# Kinemate results 1\nt,x\n0,1\n2,34");
  EXPECT_EQ(ours.values, (Numbers{0, 1}));
  EXPECT_TRUE(ours.cut_off);
  const ResultTable cut = read_csv_results("a.csv", "t,x\n0,1\n2,1e");
  EXPECT_EQ(cut.values, (Numbers{0, 1}));
  EXPECT_TRUE(cut.cut_off);
}

TEST(ResultCsvReader, MistakesHaveAPlace) {
  EXPECT_EQ(csv_refusal("t,x\n0,1\n2,y\n"), "3:3: a number was expected here");
  EXPECT_EQ(csv_refusal("t,φ\n0,1 2\n"), "2:5: a comma or the end of the line was expected behind a number");
  EXPECT_EQ(csv_refusal("t,x\n0\n"), "2:2: 2 numbers were expected in a row, but it has 1");
  EXPECT_EQ(csv_refusal("t,x\n0,1,2\n"), "2:4: 2 numbers were expected in a row, but it has more");
  EXPECT_EQ(csv_refusal("t,x\n0,1e999\n"), "2:3: this number is too large or too small for a double");
  EXPECT_EQ(csv_refusal("0,1\n2,3\n"), "1:1: the first line should name the columns, but it has numbers");
  EXPECT_EQ(csv_refusal(""), "1:1: the file ends before the names of its columns");
  EXPECT_EQ(csv_refusal("# Kinemate results 1\n# meta: a,b"), "2:12: the file ends before the names of its columns");
}

TEST(ResultCsvReader, RandomBytesDoNoHarm) {
  std::mt19937 random(1);
  const std::string alphabet = "t,x\n\"#\r 01.e-\\nmeta: column\xFF";
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text;
    for (std::size_t i = random() % 40; i > 0; --i) text += alphabet[random() % alphabet.size()];
    try {
      const ResultTable table = read_csv_results("a.csv", text);
      EXPECT_EQ(table.values.size(), table.rows() * table.columns());
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace kinemate
