#include "recursion/engine/avx2.h"

#include <gtest/gtest.h>

#include "recursion/engine_fixture.h"

namespace kinemate {
namespace {

TEST(Avx2Passes, SolveRandomTrees) {
  if (!has_avx2_passes()) GTEST_SKIP() << "no AVX2 here";
  expect_solved(make_avx2_passes());
}

TEST(Avx2Passes, SolveRandomTreesByFours) {
  if (!has_avx2_passes()) GTEST_SKIP() << "no AVX2 here";
  expect_solved(make_avx2_passes_by_fours());
}

}  // namespace
}  // namespace kinemate
