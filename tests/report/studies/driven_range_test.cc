#include "report/studies/driven_range.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/fixture.h"

namespace kinemate {
namespace {

class DrivenRangeReportTest : public ModelTest {
 protected:
  DrivenRangeReportTest() {
    request_.range = {"phi", 0, 2, 1};
    driven_.table.header.columns = {{"phi", "rad", ""}, {"x", "m", "coordinate"}};
    driven_.table.values = {0, 3, 1, -1, 2, 2};
  }
  DriveRequest request_;
  DrivenTable driven_;
};

TEST_F(DrivenRangeReportTest, TextHasExtremesAndWhereTheyAre) {
  EXPECT_EQ(driven_range_text("crank", request_, driven_),
            "crank: phi from 0 to 2 in 3 rows\n\n"
            "     least  at  largest  at  unit\n"
            "  x  -1     1   3        0   m\n");
}

TEST_F(DrivenRangeReportTest, JsonHasAllRows) {
  driven_.stopped = Error(ErrorCode::kOpenLoops, "no further");
  const auto json = nlohmann::json::parse(driven_range_json("crank", request_, driven_));
  EXPECT_EQ(json["columns"]["x"]["values"], (std::vector<double>{3, -1, 2}));
  EXPECT_EQ(json["stopped"], "no further");
}

}  // namespace
}  // namespace kinemate
