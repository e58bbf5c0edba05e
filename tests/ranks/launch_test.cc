#include "ranks/launch.h"

#include <gtest/gtest.h>

#include "ranks/variables.h"

namespace kinemate {
namespace {

void expect_launch(const EnvironmentLookup& lookup, const char* by, std::optional<unsigned long long> processes) {
  const std::optional<Launch> launch = find_launch(lookup);
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->by, by);
  EXPECT_EQ(launch->processes, processes);
}

TEST(FindLaunch, KnowsLaunchers) {
  expect_launch(variables({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "0"}}), "mpirun", 4);
  expect_launch(variables({{"PMI_RANK", "0"}, {"PMI_SIZE", "3"}}), "mpirun", 3);
  expect_launch(variables({{"PMI_RANK", "0"}, {"SLURM_STEP_NUM_TASKS", "5"}}), "srun", 5);
  expect_launch(variables({{"PMIX_RANK", "1"}, {"SLURM_STEP_NUM_TASKS", "6"}}), "srun", 6);
  expect_launch(variables({{"PMIX_RANK", "1"}}), "mpirun", std::nullopt);
  expect_launch(variables({{"SLURM_STEP_NUM_TASKS", "2"}}), "srun", 2);
}

TEST(FindLaunch, TrustsMpirunWithinSlurm) {
  expect_launch(variables({{"OMPI_COMM_WORLD_SIZE", "16"}, {"SLURM_STEP_NUM_TASKS", "2"}}), "mpirun", 16);
}

TEST(FindLaunch, FindsNoneWhereAProcessIsAlone) {
  EXPECT_FALSE(find_launch(variables({})));
  EXPECT_FALSE(find_launch(variables({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}})));  // the script of a job
  EXPECT_FALSE(find_launch(variables({{"SLURM_STEP_NUM_TASKS", "1"}})));                 // srun --pty bash
}

}  // namespace
}  // namespace kinemate
