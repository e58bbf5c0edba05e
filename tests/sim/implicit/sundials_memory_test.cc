#include "sim/implicit/sundials_memory.h"

#include <stdexcept>

#include "sim/problems.h"

namespace kinemate {
namespace {

TEST(SundialsMemory, VectorsLieOverOurMemory) {
  const SundialsMemory memory(2);
  std::vector<double> data = {1, 2};
  const SundialsMemory::Vector vector = memory.wrap(data.data());
  entries(vector.get())[1] = 7;
  EXPECT_EQ(data[1], 7);
  EXPECT_EQ(entries(vector.get()).size(), 2u);
}

TEST(SundialsMemory, ExceptionsWaitUntilTheCodeInBetweenIsLeft) {
  SundialsMemory memory(1);
  EXPECT_EQ(memory.guarded([] { return true; }), 0);
  EXPECT_EQ(memory.guarded([] { return false; }), 1);
  memory.rethrow();
  EXPECT_EQ(memory.guarded([]() -> bool { throw std::runtime_error("of the callback"); }), -1);
  EXPECT_THROW(memory.rethrow(), std::runtime_error);
  memory.rethrow();
}

}  // namespace
}  // namespace kinemate
