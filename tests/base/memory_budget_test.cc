#include "base/memory_budget.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace kinemate {
namespace {

constexpr std::size_t kMegabyte = 1'000'000;

// Counts and touches blocks until the budget is used up, or so many are there.
std::size_t fill(std::size_t blocks, Allocator allocator = Allocator::kOwn) {
  std::vector<char*> taken;
  bool exceeded = false;
  try {
    for (std::size_t i = 0; i < blocks; ++i) {
      count_allocation(kMegabyte, allocator);
      taken.push_back(static_cast<char*>(std::malloc(kMegabyte)));
      std::memset(taken.back(), 1, kMegabyte);
    }
  } catch (const MemoryBudgetExceeded&) {
    exceeded = true;
  }
  const std::size_t count = taken.size();
  for (char* block : taken) std::free(block);
  EXPECT_EQ(exceeded, count < blocks);
  return count;
}

class MemoryBudgetTest : public testing::Test {
 protected:
  void TearDown() override { set_memory_budget(0); }
};

TEST_F(MemoryBudgetTest, WithoutABudgetNothingEnds) {
  set_memory_budget(0);
  EXPECT_EQ(fill(300), 300u);
  EXPECT_FALSE(memory_budget_is_exceeded());
}

TEST_F(MemoryBudgetTest, ResidentMemoryHasALimit) {
  const std::uint64_t before = resident_memory();
  ASSERT_GT(before, 0u);
  set_memory_budget(before + 100 * kMegabyte);
  EXPECT_EQ(fill(50), 50u);
  EXPECT_FALSE(memory_budget_is_exceeded());
  const std::size_t count = fill(1000);
  EXPECT_GT(count, 60u);
  EXPECT_LT(count, 120u);
  EXPECT_TRUE(memory_budget_is_exceeded());
  EXPECT_EQ(memory_budget(), before + 100 * kMegabyte);
}

// A tenth more, so that work can end in order.
TEST_F(MemoryBudgetTest, ALittleMoreIsGrantedAtTheEnd) {
  set_memory_budget(resident_memory() + 200 * kMegabyte);
  const std::size_t first = fill(1000), second = fill(1000);
  EXPECT_GT(second, first + 10);
  EXPECT_LT(second, first + 60);
}

// What is large is refused before it is there, and before it is touched.
TEST_F(MemoryBudgetTest, LargeBlocks) {
  set_memory_budget(resident_memory() + 100 * kMegabyte);
  EXPECT_THROW(count_allocation(1000 * kMegabyte), MemoryBudgetExceeded);
  EXPECT_NO_THROW(count_allocation(50 * kMegabyte));
}

// C code cannot clean up: it gets a quarter more.
TEST_F(MemoryBudgetTest, ForeignCodeEndsLater) {
  const std::uint64_t budget = resident_memory() + 200 * kMegabyte;
  set_memory_budget(budget);
  const std::size_t own = fill(1000);
  set_memory_budget(budget);
  EXPECT_GT(fill(1000, Allocator::kForeign), own + 20);
}

TEST_F(MemoryBudgetTest, ThreadsShareIt) {
  set_memory_budget(resident_memory() + 100 * kMegabyte);
  std::size_t count = 0;
  std::thread other([&] { count = fill(1000); });
  other.join();
  EXPECT_LT(count, 120u);
}

TEST_F(MemoryBudgetTest, TheComputerHasFreeMemory) { EXPECT_GT(free_memory(), 50 * kMegabyte); }

}  // namespace
}  // namespace kinemate
