#include "expr/counted_numbers.h"

#include <flint/fmpz.h>
#include <gtest/gtest.h>

#include "base/memory_budget.h"

namespace kinemate {
namespace {

// 2^(2^33) is a number of a gigabyte.
TEST(CountedNumbers, LargeNumbersCount) {
  count_memory_of_numbers();
  fmpz_t number;
  fmpz_init(number);
  fmpz_set_ui(number, 2);
  set_memory_budget(resident_memory() + 100'000'000);
  EXPECT_THROW(fmpz_pow_ui(number, number, 1UL << 33), MemoryBudgetExceeded);
  set_memory_budget(0);
  fmpz_set_ui(number, 3);
  fmpz_pow_ui(number, number, 1000);
  EXPECT_EQ(fmpz_bits(number), 1585u);
  fmpz_clear(number);
}

}  // namespace
}  // namespace kinemate
