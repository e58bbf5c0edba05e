// A process that is alone; several of them are in mpi_module_test.cc.
#include "ranks/ranks.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

class RanksAlone : public testing::Test {
 protected:
  RanksAlone() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK", "SLURM_STEP_NUM_TASKS"}) unsetenv(name);
  }
  ~RanksAlone() override { unsetenv("OMPI_COMM_WORLD_SIZE"); }
};

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string text_of(const RankMessage& message) {
  std::string text;
  for (const std::byte byte : message.bytes) text += static_cast<char>(byte);
  return text;
}

TEST_F(RanksAlone, AreOneAndSaySo) {
  const Ranks ranks = Ranks::start();
  EXPECT_EQ(ranks.rank(), 0u);
  EXPECT_EQ(ranks.size(), 1u);
  EXPECT_NE(ranks.note().find("not started by mpirun"), std::string::npos);
}

TEST_F(RanksAlone, SendToThemselves) {
  Ranks ranks = Ranks::start();
  EXPECT_FALSE(ranks.poll());
  for (const char* text : {"one", "", "three"}) ranks.send_to_first(bytes_of(text));
  Ranks moved = std::move(ranks);
  EXPECT_EQ(text_of(moved.wait()), "one");
  EXPECT_EQ(text_of(moved.poll().value()), "");
  EXPECT_EQ(text_of(moved.wait()), "three");
  EXPECT_FALSE(moved.poll());
}

TEST_F(RanksAlone, WaitForNobody) {
  Ranks ranks = Ranks::start();
  std::vector<std::byte> bytes(3, std::byte{7});
  ranks.broadcast(bytes);
  ranks.barrier();
  EXPECT_EQ(bytes, std::vector<std::byte>(3, std::byte{7}));
  EXPECT_THROW(ranks.wait(), CheckFailure);
}

TEST_F(RanksAlone, EndWithTheCode) {
  Ranks ranks = Ranks::start();
  EXPECT_EXIT(ranks.abort(3), testing::ExitedWithCode(3), "");
}

// There is no module beside this program.
TEST_F(RanksAlone, NeedAModuleWhereTheyWereLaunched) {
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  EXPECT_THROW(Ranks::start(), Error);
}

}  // namespace
}  // namespace kinemate
