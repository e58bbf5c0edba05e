#include "program/locality.h"

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
    EXPECT_LE(Locality(program).count_spills(order), Locality(program).count_spills(given));
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
  const std::vector<Value> given = all_operations(program);
  EXPECT_GT(Locality(program).count_spills(given), 20u);
  EXPECT_EQ(Locality(program).count_spills(Locality(program).improve(given)), 0u);
}

}  // namespace
}  // namespace kinemate
