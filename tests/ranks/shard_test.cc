#include "ranks/shard.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "ranks/variables.h"

namespace kinemate {
namespace {

TEST(ParseShard, ReadsWhatShardTextWrites) {
  EXPECT_EQ(parse_shard("2/4"), (Shard{2, 4}));
  EXPECT_EQ(parse_shard("1/1"), (Shard{}));
  EXPECT_EQ(parse_shard("4/4"), (Shard{4, 4}));
  for (const char* text : {"1/1", "3/7", "1000/1000"}) EXPECT_EQ(shard_text(parse_shard(text)), text);
}

TEST(ParseShard, SaysWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"0/4", "count from 1"},       {"5/4", "only 4 shares"},      {"0/0", "no shares"},
      {"x", "two whole numbers"},    {"", "two whole numbers"},     {"2", "two whole numbers"},
      {"/4", "two whole numbers"},   {"2/", "two whole numbers"},   {"2/4/6", "two whole numbers"},
      {"-1/4", "two whole numbers"}, {"2 /4", "two whole numbers"}, {"1/99999999999999999999", "too large"}};
  for (const auto& [text, reason] : cases) {
    try {
      parse_shard(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_NE(error.message.find("'" + text + "'"), std::string::npos) << error.message;
      EXPECT_NE(error.message.find(reason), std::string::npos) << error.message;
    }
  }
}

std::optional<Shard> of_array(const char* task, const char* least, const char* largest, const char* step,
                              const char* count) {
  return shard_of_slurm_array(variables({{"SLURM_ARRAY_TASK_ID", task},
                                         {"SLURM_ARRAY_TASK_MIN", least},
                                         {"SLURM_ARRAY_TASK_MAX", largest},
                                         {"SLURM_ARRAY_TASK_STEP", step},
                                         {"SLURM_ARRAY_TASK_COUNT", count}}));
}

TEST(SlurmArray, IsCountedByPosition) {
  EXPECT_EQ(of_array("1", "1", "8", "1", "8"), (Shard{1, 8}));  // --array=1-8
  EXPECT_EQ(of_array("8", "1", "8", "1", "8"), (Shard{8, 8}));
  EXPECT_EQ(of_array("0", "0", "7", "1", "8"), (Shard{1, 8}));  // --array=0-7
  EXPECT_EQ(of_array("7", "0", "7", "1", "8"), (Shard{8, 8}));
  EXPECT_EQ(of_array("10", "2", "14", "4", "4"), (Shard{3, 4}));  // --array=2-15:4
  EXPECT_EQ(of_array("10", "2", "15", "4", "4"), (Shard{3, 4}));  // the same, with the end as it was written
  EXPECT_EQ(of_array("5", "5", "5", "1", "1"), (Shard{1, 1}));    // --array=5
  EXPECT_EQ(of_array("20", "0", "30", "10", ""), (Shard{3, 4}));  // versions that do not tell the number
  EXPECT_EQ(of_array("3", "1", "4", "", ""), (Shard{3, 4}));
}

TEST(SlurmArray, MayNotBeThere) {
  EXPECT_EQ(shard_of_slurm_array(variables({})), std::nullopt);
  EXPECT_EQ(shard_of_slurm_array(variables({{"SLURM_JOB_ID", "17"}})), std::nullopt);
}

TEST(SlurmArray, WithGapsIsRefused) {
  EXPECT_THROW(of_array("1", "1", "7", "1", "3"), Error);  // --array=1,2,7
  EXPECT_THROW(of_array("4", "1", "7", "2", "4"), Error);  // a task between the steps
  EXPECT_THROW(of_array("9", "1", "8", "1", "8"), Error);
  EXPECT_THROW(of_array("0", "1", "8", "1", "8"), Error);
  EXPECT_THROW(of_array("1", "1", "8", "0", "8"), Error);
  EXPECT_THROW(of_array("1", "8", "1", "1", "8"), Error);
}

TEST(SlurmArray, OfUnknownSizeAsksForTheShare) {
  try {
    shard_of_slurm_array(variables({{"SLURM_ARRAY_TASK_ID", "3"}}));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(error.hint.find("--shard 3/8"), std::string::npos) << error.hint;
  }
}

}  // namespace
}  // namespace kinemate
