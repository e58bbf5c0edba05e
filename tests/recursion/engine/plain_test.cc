#include "recursion/engine/plain.h"

#include <gtest/gtest.h>

#include "recursion/engine_fixture.h"

namespace kinemate {
namespace {

TEST(PlainPasses, SolveRandomTrees) { expect_solved(make_plain_passes()); }

}  // namespace
}  // namespace kinemate
