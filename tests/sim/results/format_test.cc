#include "sim/results/format.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace kinemate {
namespace {

TEST(ResultFormat, BySuffix) {
  EXPECT_EQ(result_format("a.csv"), ResultFormat::kCsv);
  EXPECT_EQ(result_format("there.mat/b.json"), ResultFormat::kJson);
  EXPECT_EQ(result_format("a.b.mat"), ResultFormat::kMat);
  for (const char* path : {"a", "a.txt", "csv", ".csv", "a.csv/b"}) {
    try {
      result_format(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kInput);
      for (const char* suffix : {".csv", ".json", ".mat"}) EXPECT_NE(error.hint.find(suffix), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace kinemate
