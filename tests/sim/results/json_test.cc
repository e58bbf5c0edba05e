#include "sim/results/json.h"

#include <nlohmann/json.hpp>

#include "sim/result_samples.h"

namespace kinemate {
namespace {

using ResultJsonTest = ResultTest;

TEST_F(ResultJsonTest, IsAJsonDocumentAfterEveryChunk) {
  ResultWriter writer(path("a.json"), difficult_header());
  for (std::size_t rows = 0; rows < 5; ++rows) {
    const nlohmann::json document = nlohmann::json::parse(bytes_in(path("a.json")));
    EXPECT_EQ(document["format"], "Kinemate results 1");
    EXPECT_EQ(document["metadata"]["options"], difficult_header().metadata[1].second);
    EXPECT_EQ(document["columns"][3]["meaning"], difficult_header().columns[3].meaning);
    ASSERT_EQ(document["rows"].size(), rows);
    if (rows > 0) {
      EXPECT_EQ(document["rows"].back()[0], 0.1 * static_cast<double>(rows - 1));
      EXPECT_EQ(document["rows"].back()[1], "NaN");
      EXPECT_EQ(document["rows"].back()[4], "-Infinity");
    }
    writer.append(std::vector<double>{0.1 * static_cast<double>(rows), NAN, 1, 2, -INFINITY});
    writer.flush();
  }
}

TEST_F(ResultJsonTest, BytesThatAreNoUtf8AreReplaced) {
  ResultWriter(path("a.json"), {.columns = {{"t\xFF"}}}).close();
  EXPECT_EQ(nlohmann::json::parse(bytes_in(path("a.json")))["columns"][0]["name"], "t\uFFFD");
}

}  // namespace
}  // namespace kinemate
