#include "codegen/body.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "codegen/c/language.h"

#include <algorithm>

namespace kinemate {
namespace {

Step step(Code code, std::initializer_list<Slot> operands, Slot result) {
  Step made{.code = code, .count = static_cast<std::uint8_t>(operands.size()), .result = result};
  std::copy(operands.begin(), operands.end(), made.operands.begin());
  return made;
}

// Places from 100 on are inputs.
std::string written_body(const std::vector<Step>& steps, const std::vector<bool>& kept, std::vector<Copy> copies = {},
                         bool indirect = false) {
  const auto outside = [&](std::uint32_t place) {
    return place < 100 ? CodeOutside{{fmt::format("w[{}]", place)}, indirect, ""}
                       : CodeOutside{{fmt::format("q[{}]", place - 100)}, indirect, fmt::format("q{}'", place)};
  };
  return write_body(steps, kept, copies, outside, {c_language(), "z", CodeNames(c_language())}).text;
}

TEST(CBodies, WhatIsUsedOnceIsPartOfAFormula) {
  EXPECT_EQ(
      written_body({step(Code::kMultiply, {100, 101}, 0), step(Code::kAdd, {0, 102}, 0), step(Code::kNegate, {0}, 1)},
                   {false, false, true}),
      "  w[1] = -(q[0] * q[1] + q[2]);\n");
}

TEST(CBodies, WhatIsUsedTwiceIsAVariable) {
  EXPECT_EQ(written_body({step(Code::kAdd, {100, 101}, 0), step(Code::kMultiply, {0, 0}, 1),
                          step(Code::kSine, {100}, 2), step(Code::kMultiply, {2, 2}, 3), step(Code::kAdd, {1, 3}, 4)},
                         {false, false, false, false, true}),
            "  const double z0 = q[0] + q[1];\n"
            "  const double sin_q100_prime = sin(q[0]);\n"
            "  w[4] = z0 * z0 + sin_q100_prime * sin_q100_prime;\n");
}

TEST(CBodies, WhatNobodyNeedsIsLeftOut) {
  EXPECT_EQ(written_body({step(Code::kAdd, {100, 101}, 0), step(Code::kNegate, {0}, 1), step(Code::kNegate, {100}, 2)},
                         {false, false, true}),
            "  w[2] = -q[0];\n");
  EXPECT_EQ(written_body({step(Code::kAdd, {100, 101}, 0)}, {false}), "");
}

TEST(CBodies, WhatIsKeptAndUsedIsAVariableToo) {
  EXPECT_EQ(written_body({step(Code::kAdd, {100, 101}, 0), step(Code::kNegate, {0}, 1)}, {true, true}),
            "  const double z0 = q[0] + q[1];\n  w[0] = z0;\n  w[1] = -z0;\n");
}

// Slot 5 is read in a formula that is written after slot 5 has its new value.
TEST(CBodies, APlaceIsWrittenWhenNobodyReadsItAnyMore) {
  EXPECT_EQ(
      written_body({step(Code::kMultiply, {5, 100}, 6), step(Code::kAdd, {100, 101}, 5), step(Code::kNegate, {6}, 7)},
                   {false, true, true}),
      "  const double z0 = q[0] + q[1];\n  w[7] = -(w[5] * q[0]);\n  w[5] = z0;\n");
}

TEST(CBodies, APlaceThatIsUsedAgainHoldsAnotherValue) {
  EXPECT_EQ(written_body({step(Code::kNegate, {100}, 0), step(Code::kSquareRoot, {101}, 1), step(Code::kAdd, {0, 1}, 0),
                          step(Code::kDivide, {0, 1}, 1)},
                         {false, false, false, true}),
            "  const double z0 = sqrt(q[1]);\n  w[1] = (-q[0] + z0) / z0;\n");
}

TEST(CBodies, CopiesComeLast) {
  EXPECT_EQ(written_body({step(Code::kNegate, {100}, 0), step(Code::kNegate, {101}, 3)}, {false, true},
                         {{0, 1}, {100, 2}, {3, 4}}),
            "  const double z0 = -q[1];\n  w[3] = z0;\n  w[1] = -q[0];\n  w[2] = q[0];\n  w[4] = z0;\n");
}

TEST(CBodies, WhatIsDearToReachIsReadOnce) {
  EXPECT_EQ(
      written_body({step(Code::kMultiply, {100, 100}, 0), step(Code::kAdd, {0, 101}, 1)}, {false, true}, {}, true),
      "  const double z0 = q[0];\n  w[1] = z0 * z0 + q[1];\n");
}

TEST(CBodies, LinesStayShort) {
  std::vector<Step> steps = {step(Code::kAdd, {100, 101}, 0)};
  for (Slot i = 0; i < 500; ++i) {
    steps.push_back(step(Code::kMultiply, {102 + i, 103 + i}, 1));
    steps.push_back(step(Code::kAdd, {0, 1}, 0));
  }
  std::vector<bool> kept(steps.size(), false);
  kept.back() = true;
  const std::string text = written_body(steps, kept);
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(end - at, 100u);
    at = end + 1;
  }
  EXPECT_GT(lines, 50u);
  EXPECT_LT(lines, 170u);
}

}  // namespace
}  // namespace kinemate
