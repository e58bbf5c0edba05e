#include "codegen/simulink/jacobian.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

using Numbers = std::vector<std::size_t>;

// A = [0 1; k 0], B = [0; b], C = [c 0; k 0], D = [0; b], each row by row among the results.
TEST(SimulinkJacobian, OfAPendulum) {
  const SparseJacobian jacobian = find_sparse_jacobian(pendulum_programs());
  EXPECT_EQ(jacobian.missing, "");
  EXPECT_EQ(jacobian.starts, (Numbers{0, 3, 4, 6}));
  EXPECT_EQ(jacobian.rows, (Numbers{1, 2, 3, 0, 1, 3}));
  EXPECT_EQ(jacobian.sources, (Numbers{2, 6, 8, 1, 5, 11}));
}

TEST(SimulinkJacobian, StatesAsOutputs) {
  const SparseJacobian jacobian = find_sparse_jacobian(pendulum_programs({.inputs = false, .outputs = false}));
  EXPECT_EQ(jacobian.starts, (Numbers{0, 2, 4}));
  EXPECT_EQ(jacobian.rows, (Numbers{1, 2, 0, 3}));
  EXPECT_EQ(jacobian.sources, (Numbers{2, 4, 1, 4}));
}

TEST(SimulinkJacobian, MayBeMissing) {
  std::vector<Program> programs = pendulum_programs({.unspecified = true});
  EXPECT_EQ(find_sparse_jacobian(programs).missing, "the derivatives of its unspecified functions are not known");
  programs = pendulum_programs();
  EXPECT_EQ(find_sparse_jacobian(std::span(programs).first(2)).missing, "its derivatives were not derived");
  programs[2] = pendulum_jacobian({.outputs = false});
  EXPECT_EQ(find_sparse_jacobian(programs).missing, "the derivatives of its outputs were not derived");
}

}  // namespace
}  // namespace kinemate
