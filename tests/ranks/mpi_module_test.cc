// Several processes by mpirun, each of which runs talk.cc.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace kinemate {
namespace {

struct Ended {
  int code = -1;
  std::string output;
};

Ended run_command(const std::string& command) {
  Ended ended;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return ended;
  char block[4096];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, pipe)) > 0;) ended.output.append(block, got);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

class SeveralRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(KINEMATE_MPI_MODULE)) GTEST_SKIP() << "built without MPI";
    if (std::system("mpirun --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "mpirun is missing (openmpi-bin)";
  }

  // Processes that hang are ended after two minutes, and the code is not 0 then.
  static Ended mpirun(int ranks, const std::string& what) {
    return run_command("mpirun --allow-run-as-root --oversubscribe --bind-to none --timeout 120 -n " +
                       std::to_string(ranks) + " " + KINEMATE_RANKS_TALK + " " + what);
  }
};

TEST_F(SeveralRanks, MessagesArriveInTheirOrder) {
  for (const int ranks : {1, 2, 3}) {
    const Ended ended = mpirun(ranks, "talk");
    EXPECT_EQ(ended.code, 0) << ended.output;
    std::string expected = "11";
    for (int rank = 1; rank < ranks; ++rank) expected += " 11";
    EXPECT_NE(ended.output.find(expected + " of each\n"), std::string::npos) << ended.output;
  }
}

TEST_F(SeveralRanks, LongMessagesStopNobodyAtABarrier) {
  const Ended ended = mpirun(2, "talk_late");
  EXPECT_EQ(ended.code, 0) << ended.output;
}

TEST_F(SeveralRanks, AllHearTheFirst) {
  const Ended ended = mpirun(3, "tell");
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_NE(ended.output.find("told 3\n"), std::string::npos) << ended.output;
}

TEST_F(SeveralRanks, OneEndsAll) {
  const Ended ended = mpirun(2, "abort");
  EXPECT_EQ(ended.code, 3) << ended.output;
}

TEST_F(SeveralRanks, AnExceptionEndsAll) {
  const Ended ended = mpirun(2, "throw");
  EXPECT_EQ(ended.code, 1) << ended.output;
}

TEST_F(SeveralRanks, ThatDoNotSeeEachOtherAreRefused) {
  const Ended ended = run_command(std::string("SLURM_STEP_NUM_TASKS=2 ") + KINEMATE_RANKS_TALK + " talk");
  EXPECT_EQ(ended.code, 2) << ended.output;
  EXPECT_NE(ended.output.find("each of them is alone"), std::string::npos) << ended.output;
}

}  // namespace
}  // namespace kinemate
