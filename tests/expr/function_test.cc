#include "expr/function.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kinemate {
namespace {

TEST(Function, TableFollowsTheEnumeration) {
  EXPECT_EQ(info(Function::kSin).name, "sin");
  EXPECT_EQ(info(Function::kCbrt).name, "cbrt");
  EXPECT_EQ(info(Function::kStep).name, "step");
  EXPECT_EQ(info(Function::kFloor).name, "floor");
  EXPECT_EQ(info(Function::kMod).name, "mod");
  EXPECT_EQ(info(Function::kNoEvent).name, "noEvent");
  EXPECT_EQ(info(Function::kComb).name, "comb");
  EXPECT_EQ(info(Function::kLess).name, "<");
  EXPECT_EQ(info(Function::kOr).name, "or");
}

TEST(Function, IsFoundByName) {
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    const auto function = static_cast<Function>(i);
    if (info(function).infix) {
      EXPECT_FALSE(find_function(info(function).name));
    } else {
      EXPECT_EQ(find_function(info(function).name), function);
    }
  }
  EXPECT_FALSE(find_function("Sin"));
  EXPECT_FALSE(find_function(""));
}

TEST(Function, NamesAreSorted) {
  const auto names = function_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_TRUE(std::find(names.begin(), names.end(), "sqrt") != names.end());
  EXPECT_TRUE(std::find(names.begin(), names.end(), "<") == names.end());
}

}  // namespace
}  // namespace kinemate
