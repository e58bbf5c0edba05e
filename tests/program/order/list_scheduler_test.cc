#include "program/order/list_scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace kinemate {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

TEST(ListScheduler, EveryOperationOnceBehindItsOperands) {
  std::mt19937 random(7);
  for (std::size_t n = 1; n < 300; n += 7) {
    std::vector<std::array<std::uint32_t, 3>> operands;
    std::vector<Code> codes;
    for (std::uint32_t i = 0; i < n; ++i) {
      auto any = [&] { return i == 0 || random() % 4 == 0 ? kNone - 1 : static_cast<std::uint32_t>(random() % i); };
      operands.push_back({any(), any(), kNone});
      codes.push_back(random() % 9 == 0 ? Code::kDivide : Code::kAdd);
    }
    std::vector<std::uint32_t> given(n);
    std::iota(given.begin(), given.end(), 0u);
    ListScheduler scheduler(operands, codes);
    for (std::size_t ahead : {1u, 5u, 50u, 1000u}) {
      const std::vector<std::uint32_t> order = scheduler.put_ahead(given, ahead);
      std::vector<bool> made(n, false);
      for (std::size_t at = 0; at < n; ++at) {
        for (std::uint32_t operand : operands[order[at]]) EXPECT_TRUE(operand >= n || made[operand]);
        EXPECT_FALSE(made[order[at]]);
        made[order[at]] = true;
        EXPECT_LT(order[at], at + ahead);  // nothing comes from beyond the window
      }
      if (ahead == 1) {
        EXPECT_EQ(order, given);
      }
    }
  }
}

// Ten sums that nobody waits for, then a quotient with a long chain behind it: the quotient goes ahead.
TEST(ListScheduler, LongWaysGoAhead) {
  std::vector<std::array<std::uint32_t, 3>> operands(10, {kNone, kNone, kNone});
  std::vector<Code> codes(10, Code::kAdd);
  operands.push_back({kNone, kNone, kNone});
  codes.push_back(Code::kDivide);
  for (std::uint32_t i = 11; i < 20; ++i) operands.push_back({i - 1, kNone, kNone}), codes.push_back(Code::kMultiply);
  std::vector<std::uint32_t> given(operands.size());
  std::iota(given.begin(), given.end(), 0u);
  ListScheduler scheduler(operands, codes);
  EXPECT_EQ(scheduler.put_ahead(given, 100)[0], 10u);
  EXPECT_EQ(scheduler.put_ahead(given, 5)[0], 0u);
}

}  // namespace
}  // namespace kinemate
