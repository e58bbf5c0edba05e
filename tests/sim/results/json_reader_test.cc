#include "sim/results/json_reader.h"

#include "sim/result_samples.h"

namespace kinemate {
namespace {

using Numbers = std::vector<double>;

std::string json_refusal(const std::string& text) {
  try {
    read_json_results("a.json", text);
    return "";
  } catch (const Error& error) {
    EXPECT_TRUE(error.place.has_value());
    return error.place ? fmt::format("{}:{}: {}", error.place->line, error.place->column, error.message) : "";
  }
}

const std::string kHead = R"({"other": [{"rows": [1]}, true], "columns": [{"name": "t", "more": [0]}, {"name": "x"}],)";

TEST(ResultJsonReader, DocumentsLaidOutInAnotherWay) {
  const ResultTable table = read_json_results(
      "a.json", kHead + "\n\"rows\":[[1,null],\n [\"-Infinity\", -2.5e0]] , \"metadata\":{\"a\":\"b\"}}");
  EXPECT_EQ(table.header.columns[1].name, "x");
  EXPECT_EQ(table.header.metadata, (decltype(table.header.metadata){{"a", "b"}}));
  ASSERT_EQ(table.values.size(), 4u);
  EXPECT_TRUE(std::isnan(table.values[1]));
  EXPECT_EQ(table.values[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(table.values[3], -2.5);
  EXPECT_FALSE(table.cut_off);
}

TEST(ResultJsonReader, AFileThatWasCutOff) {
  for (const char* end : {"", ",", ",\n[3", ",\n[3,4", ",\n[3,\"Na", "]", ",\n\n}\n"}) {
    const ResultTable table = read_json_results("a.json", kHead + "\"rows\":[[1,2]" + end);
    EXPECT_EQ(table.values, (Numbers{1, 2})) << end;
    EXPECT_TRUE(table.cut_off) << end;
  }
}

TEST(ResultJsonReader, MistakesHaveAPlace) {
  EXPECT_EQ(json_refusal(kHead + "\n\"rows\":[[1,2],\n[3]]}"), "3:3: 2 numbers were expected in a row, but it has 1");
  EXPECT_EQ(json_refusal(kHead + "\n\"rows\":[[1,\"a\"]]}"),
            "2:14: a number was expected in a row, but there is a text");
  EXPECT_EQ(json_refusal(kHead + "\n\"rows\":[[1,true]]}"),
            "2:15: a number was expected in a row, but there is a truth value");
  EXPECT_EQ(json_refusal(kHead + "\n\"rows\":[true]}"), "2:12: a row was expected, but there is a truth value");
  EXPECT_EQ(json_refusal("{\n\"rows\":[[1]]}"), "2:8: the columns should come before the rows");
  EXPECT_EQ(json_refusal("[1, 2]"), "1:6: this is JSON, but not of results of a run");
  EXPECT_EQ(json_refusal("{\"a\":\n x}"), "2:2: this is not JSON");
  EXPECT_EQ(json_refusal(kHead + "\n\"rows\":[[1,2] [3,4]]  \n      }"), "2:15: this is not JSON");
  EXPECT_EQ(json_refusal(""), "1:1: this is not JSON");
}

}  // namespace
}  // namespace kinemate
