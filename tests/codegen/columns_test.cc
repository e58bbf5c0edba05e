#include "codegen/columns.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

namespace kinemate {
namespace {

class Columns : public testing::Test {
 protected:
  Columns() {
    program_.inputs = {{"t", "", {{"t", ""}}}, {"q", "", {{"a", ""}, {"b", ""}, {"c", ""}}}};
    interface_ = make_interface(program_, "m", c_language());
  }
  CodeColumns write(std::vector<CodeColumn> columns) {
    return write_columns(columns, columns[0].indices.size(), make_scope(interface_, constants_));
  }

  Program program_;
  CodeInterface interface_ = make_interface({}, "", c_language());
  const std::vector<double> constants_ = {0.5, -2, 3};
};

TEST_F(Columns, ProgressionsNeedNoTable) {
  const std::pair<std::vector<std::uint32_t>, const char*> cases[] = {
      {{0, 1, 2}, "w[i]"},          {{5, 6, 7}, "w[5 + i]"}, {{0, 3, 6}, "w[3 * i]"},
      {{5, 8, 11}, "w[5 + 3 * i]"}, {{9, 8, 7}, "w[9 - i]"}, {{9, 6, 3}, "w[9 - 3 * i]"},
      {{4, 4, 4}, "w[4]"},          {{4}, "w[4]"},           {{9, 4}, "w[9 - 5 * i]"},
  };
  for (const auto& [indices, expected] : cases) {
    const CodeColumns made = write({{kWorkspace, indices}});
    EXPECT_EQ(made.accesses[0].text.text, expected);
    EXPECT_EQ(made.tables, "");
  }
}

TEST_F(Columns, OthersShareATable) {
  const CodeColumns one = write({{kWorkspace, {1, 5, 2}}, {kParameters + 1, {0, 1, 2}}});
  EXPECT_EQ(one.tables, "  static const unsigned at[3] = {\n    1, 5, 2\n  };\n");
  EXPECT_EQ(one.accesses[0].text.text, "w[at[i]]");
  EXPECT_EQ(one.accesses[1].text.text, "q[i]");
  const CodeColumns two = write({{kWorkspace, {1, 5, 2}}, {kParameters, {0, 0, 0}}, {kParameters + 1, {2, 2, 1}}});
  EXPECT_EQ(two.tables, "  static const unsigned at[3][2] = {\n    {1, 2}, {5, 2}, {2, 1}\n  };\n");
  EXPECT_EQ(two.accesses[0].text.text, "w[at[i][0]]");
  EXPECT_EQ(two.accesses[1].text.text, "t");
  EXPECT_EQ(two.accesses[2].text.text, "q[at[i][1]]");
}

TEST_F(Columns, ConstantsAreNumbers) {
  const CodeColumns made = write({{kConstants, {1, 1}}, {kConstants, {0, 2}}, {kConstants, {2, 1}}});
  EXPECT_EQ(made.accesses[0].text.text, "-2.0");
  EXPECT_EQ(made.accesses[1].text.text, "numbers[i]");
  EXPECT_EQ(made.accesses[2].text.text, "numbers_2[i]");
  EXPECT_EQ(made.tables,
            "  static const double numbers[2] = {\n    0.5, 3.0\n  };\n"
            "  static const double numbers_2[2] = {\n    3.0, -2.0\n  };\n");
}

TEST_F(Columns, LongTablesAreWrapped) {
  CodeColumn column{kWorkspace, {}};
  for (std::uint32_t i = 0; i < 200; ++i) column.indices.push_back(i * i);
  const std::string tables = write({column}).tables;
  for (std::size_t at = 0; at < tables.size();) {
    const std::size_t end = tables.find('\n', at);
    EXPECT_LE(end - at, 100u);
    at = end + 1;
  }
}

}  // namespace
}  // namespace kinemate
