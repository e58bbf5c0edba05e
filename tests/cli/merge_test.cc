#include <gtest/gtest.h>

#include "base/file.h"
#include "cli/command.h"

namespace kinemate {
namespace {

TEST(MergeCommand, LedgersOfDifferentStudiesStayApart) {
  const std::string model = KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml",
                    a = testing::TempDir() + "kinemate_merge_a.db", b = testing::TempDir() + "kinemate_merge_b.db";
  for (const std::string& file : {a, b}) std::filesystem::remove(file);
  ASSERT_EQ(run("sweep " + model + " --vary 'm = 0.2, 0.4' --to 0.5 --quiet --shard 1/2 --ledger " + a).code, 0);
  ASSERT_EQ(run("sweep " + model + " --vary 'm = 0.2, 0.5' --to 0.5 --quiet --shard 2/2 --ledger " + b).code, 0);
  expect_error("merge " + a + " " + b, 2, b);
  expect_error("merge " + a + " none.db", 4, "none.db");
  expect_error("merge " + a, 3, "1 of 2 runs are in none of the files: 1");
  for (const std::string& file : {a, b}) std::filesystem::remove(file);
}

}  // namespace
}  // namespace kinemate
