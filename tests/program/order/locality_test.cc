#include "program/order/locality.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "program/random_program.h"

namespace kinemate {
namespace {

std::vector<Value> all_operations(const Program& program) {
  std::vector<Value> order;
  for (Value i = 0; i < program.operations.size(); ++i)
    if (program.operations[i].count > 0) order.push_back(i);
  return order;
}

TEST(Locality, KeepsOperandsBeforeUsers) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = random_program(seed, {.operations = 20 + 3 * seed});
    const std::vector<Value> given = all_operations(program), order = Locality(program).improve(given);
    std::vector<Value> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, given);
    std::vector<bool> made(program.operations.size(), false);
    for (Value value : order) {
      for (Value operand : operands_of(program.operations[value]))
        EXPECT_TRUE(made[operand] || program.operations[operand].count == 0);
      made[value] = true;
    }
    // up to which of two values that are needed at the same time loses its register
    EXPECT_LE(Locality(program).estimate_cycles(order), 1.02 * Locality(program).estimate_cycles(given));
  }
}

// n products first and their sum afterwards need n registers; one after the other, two.
TEST(Locality, SumsAsItGoes) {
  Program like;
  like.inputs = {{"x", "", std::vector<Entry>(40)}};
  Builder b(like);
  std::vector<Value> products;
  for (std::size_t i = 0; i < 40; ++i) products.push_back(b.multiply(b.input(i), b.input((i + 1) % 40)));
  Value sum = products[0];
  for (std::size_t i = 1; i < 40; ++i) sum = b.add(sum, products[i]);
  const Program program = b.finish({{"y", "", {{"y", ""}}}}, {sum});
  const std::vector<Value> given = all_operations(program), improved = Locality(program).improve(given);
  // 79 operations take at least 79/2.6 cycles; 25 of the products would have to be stored
  EXPECT_GT(Locality(program).estimate_cycles(given), Locality(program).estimate_cycles(improved) + 5);
  EXPECT_NE(improved, given);
}

// Two chains of sums, one step of each in turn: one after the other would wait for each sum.
TEST(Locality, LeavesWhatRunsSideBySide) {
  Program like;
  like.inputs = {{"x", "", std::vector<Entry>(6)}};
  Builder b(like);
  std::vector<Value> sums;
  for (std::size_t i = 0; i < 6; ++i) sums.push_back(b.input(i));
  for (std::size_t k = 0; k < 200; ++k)
    for (Value& sum : sums) sum = b.add(b.multiply(sum, sum), b.input(k % 6));
  const Program program = b.finish({{"y", "", std::vector<Entry>(6)}}, sums);
  const std::vector<Value> given = all_operations(program);
  EXPECT_EQ(Locality(program).improve(given), given);
}

}  // namespace
}  // namespace kinemate
