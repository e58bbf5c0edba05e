#include "report/studies/algorithm_times.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

const std::vector<AlgorithmTime> kTimes = {{"articulated", "articulated bodies", 2e-6, 0, 0, ""},
                                           {"implicit", "implicit", 5e-6, 0, 1e-15, "modified at 2 links"},
                                           {"composite", "composite bodies", 0, 0, 0, "left out: too many speeds"},
                                           {"program", "compiled", 1e-7, 360, 2e-15, ""}};

TEST(AlgorithmTimes, Table) {
  const std::string text = algorithm_times_text("arm", kTimes);
  EXPECT_EQ(text.find("arm: accelerations of a state"), 0u);
  EXPECT_NE(text.find("implicit                        5000.0    2.50                 1.0e-15  modified at 2 links\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("composite                 left out: too many speeds\n"), std::string::npos) << text;
  EXPECT_NE(text.find("program                          100.0    0.05         360     2.0e-15\n"), std::string::npos)
      << text;
}

TEST(AlgorithmTimes, Json) {
  const std::string json = algorithm_times_json("arm", kTimes);
  EXPECT_NE(json.find("\"operations\": 360.0"), std::string::npos) << json;
  EXPECT_NE(json.find("\"note\": \"left out: too many speeds\""), std::string::npos);
}

}  // namespace
}  // namespace kinemate
