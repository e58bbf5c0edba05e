#include "base/check.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Check, ThrowsWithThePlaceInEveryBuild) {
  CHECK(1 + 1 == 2);
  try {
    CHECK(1 + 1 == 3);
    FAIL();
  } catch (const CheckFailure& failure) {
    const std::string text = failure.what();
    EXPECT_NE(text.find("check_test.cc:"), std::string::npos);
    EXPECT_NE(text.find("1 + 1 == 3"), std::string::npos);
  }
}

}  // namespace
}  // namespace kinemate
