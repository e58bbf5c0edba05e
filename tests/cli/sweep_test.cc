#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <thread>

#include "base/file.h"
#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kSweptPendulum = R"(
name: pendulum
parameters: {g: 9.81, l: 1, d: 0.1}
gravity: [0, 0, -g]
bodies: {bob: {mass: 1, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}
loads: {damping: {type: joint, joint: hinge, effort: -d*phi'}}
initial: {phi: 1}
)";

class SweepCommand : public testing::Test {
 protected:
  SweepCommand() {
    std::filesystem::create_directories(folder_);
    write_text_file(path("pendulum.yaml"), kSweptPendulum);
  }
  ~SweepCommand() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string sweep(const std::string& more, const std::string& every = "0.1") const {
    return "sweep " + path("pendulum.yaml") +
           " --vary 'l = 0.5 .. 2 : 100' --vary 'phi = 0.1 .. 3 : 100' --summary 'max(abs(phi))' --summary 'end(phi)' "
           "--to 2 --every " +
           every + " --quiet " + more;
  }
  std::string text(const std::string& name) const { return read_text_file(path(name)); }

  const std::string folder_ = testing::TempDir() + "kinemate_sweep_" + std::to_string(getpid());
};

// Ctrl-C, or a request to end: what is done is kept, nothing is locked, and the same command goes on.
TEST_F(SweepCommand, EndsInOrderWhenItIsAskedTo) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const std::string name = "asked" + std::to_string(signal);
    const pid_t child = fork();
    if (child == 0) {
      const std::string line = std::string("exec ") + KINEMATE_COMMAND + " " +
                               sweep("--threads 1 --ledger " + path(name + ".db") + " > " + path(name + ".txt") + " 2>&1",
                                     "0.0001");
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
    for (int i = 0; i < 600 && !std::filesystem::exists(path(name + ".db.lock")); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status)) << signal;
    EXPECT_EQ(WEXITSTATUS(status), 130) << signal;
    EXPECT_NE(text(name + ".txt").find("interrupted; the same command goes on where it was"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path(name + ".db.lock"))) << signal;
    EXPECT_EQ(run("merge " + path(name + ".db") + " -o " + path(name + ".csv")).code, 3);  // some runs are there
  }
}

// 10,000 runs, by 1 and 2 threads, 2 processes, 4 parts, and after kills.
TEST_F(SweepCommand, TheSameBytesHoweverTheyAreComputed) {
  ASSERT_EQ(run(sweep("--threads 1 -o " + path("one.csv"))).code, 0);
  const std::string expected = text("one.csv");
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n') > 10'000, true);
  ASSERT_EQ(run(sweep("--threads 2 -o " + path("two.csv"))).code, 0);
  EXPECT_EQ(text("two.csv"), expected);

  std::string parts;
  for (int part = 1; part <= 4; ++part) {
    const std::string ledger = path("part" + std::to_string(part) + ".db");
    ASSERT_EQ(run(sweep("--shard " + std::to_string(part) + "/4 --ledger " + ledger)).code, 0);
    parts += " " + ledger;
  }
  ASSERT_EQ(run("merge" + parts + " -o " + path("merged.csv")).code, 0);
  EXPECT_EQ(text("merged.csv"), expected);
  const Outcome missing = run("merge " + path("part1.db") + " " + path("part3.db") + " -o " + path("half.csv"));
  EXPECT_EQ(missing.code, 3);
  EXPECT_NE(missing.out.find("5000 of 10000 runs are in none"), std::string::npos) << missing.out;
}

TEST_F(SweepCommand, GoesOnAfterAKill) {
  int killed = 0;
  for (int round = 0; round < 4; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string line = std::string("exec ") + KINEMATE_COMMAND + " " +
                               sweep("--threads 1 --ledger " + path("killed.db") + " > /dev/null 2>&1", "0.0001");
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(700 + 400 * round));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
  }
  EXPECT_GT(killed, 0);
  const Outcome rest = run(sweep("--ledger " + path("killed.db") + " -o " + path("rest.csv"), "0.0001"));
  ASSERT_EQ(rest.code, 0) << rest.out;
  ASSERT_EQ(run(sweep("-o " + path("whole.csv"), "0.0001")).code, 0);
  EXPECT_EQ(text("rest.csv"), text("whole.csv"));
}

TEST_F(SweepCommand, ProcessesOfMpi) {
  if (std::system("command -v mpirun > /dev/null 2>&1") != 0) GTEST_SKIP() << "mpirun is not installed";
  ASSERT_EQ(run(sweep("-o " + path("one.csv"))).code, 0);
  const std::string line =
      "OMPI_MCA_rmaps_base_oversubscribe=1 mpirun --allow-run-as-root --oversubscribe -n 2 " KINEMATE_COMMAND " " +
      sweep("--mpi -o " + path("mpi.csv")) + " > " + path("mpi.log") + " 2>&1";
  ASSERT_EQ(WEXITSTATUS(std::system(line.c_str())), 0) << text("mpi.log");
  EXPECT_EQ(text("mpi.csv"), text("one.csv"));
}

TEST_F(SweepCommand, FailuresAreMarkedAndDoNotStopTheRest) {
  write_text_file(path("root.yaml"), R"(
name: root
parameters: {k: 1}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*sqrt(x)}}
initial: {x: 1}
)");
  const std::string line = "sweep " + path("root.yaml") + " --vary 'k = [0, 0.1, 5, 0.2]' --to 2 --quiet --ledger " +
                           path("root.db") + " -o " + path("root.csv");
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_NE(outcome.out.find("1 of 4 runs failed"), std::string::npos) << outcome.out;
  EXPECT_NE(text("root.csv").find("2,failed,5,nan,"), std::string::npos) << text("root.csv");
  EXPECT_NE(text("root.csv").find("3,good,0.2,"), std::string::npos);
  EXPECT_EQ(run(line).code, 3);  // nothing is left to do
  EXPECT_EQ(run(line + " --retry-failed").code, 3);
}

TEST_F(SweepCommand, AllRowsOfEachRun) {
  const Outcome outcome =
      run("sweep " + path("pendulum.yaml") + " --vary 'l = 1, 2' --to 1 --every 0.25 --trajectories " + path("rows"));
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const std::string rows = text("rows/run_000001.csv");
  EXPECT_NE(rows.find("# meta: run,1"), std::string::npos) << rows;
  EXPECT_NE(rows.find("\n0.75,"), std::string::npos) << rows;
}

TEST_F(SweepCommand, Pictures) {
  for (const std::string suffix : {"svg", "png"})
    ASSERT_EQ(run("sweep " + path("pendulum.yaml") +
                  " --vary 'l = 0.5 .. 2 : 5' --vary 'phi = 0.1 .. 3 : 4' --to 1 "
                  "--quiet --plot " +
                  path("map." + suffix))
                  .code,
              0);
  EXPECT_NE(text("map.svg").find("end(phi)"), std::string::npos);
}

TEST_F(SweepCommand, MistakesAreNamed) {
  const std::string line = "sweep " + path("pendulum.yaml") + " --quiet ";
  expect_error(line, 2, "nothing is varied");
  expect_error(line + "--vary 'll = 1, 2'", 2, "ll");
  expect_error(line + "--vary 'l = 1 .. 2 : 0'", 2, "l = 1 .. 2 : 0");
  expect_error(line + "--vary 'l = []'", 2, "l = []");
  expect_error(line + "--vary 'l = 1 .. 2'", 2, "samples");
  expect_error(line + "--vary 'l = 1 .. 2 : 1000000' --vary 'phi = 1 .. 2 : 1000000'", 2, "1e+12 runs");
  expect_error(line + "--vary 'l = 1, 2' --summary 'maximum(phi)'", 2, "maximum");
  expect_error(line + "--vary 'l = 1, 2' --summary 'phi'", 2, "max(phi)");
  expect_error(line + "--vary 'l = 1, 2' -o runs.xls", 2, "runs.xls");
  expect_error(line + "--vary 'l = 1, 2' --shard 5/4", 2, "5/4");
  expect_error(line + "--table " + path("none.csv"), 4, "none.csv");
  ASSERT_EQ(run(line + "--vary 'l = 1, 2' --ledger " + path("mine.db")).code, 0);
  expect_error(line + "--vary 'l = 1, 3' --ledger " + path("mine.db"), 2, "another study");
  write_text_file(path("other.db"), "not a ledger at all");
  expect_error(line + "--vary 'l = 1, 3' --ledger " + path("other.db"), 2, "other.db");
}

}  // namespace
}  // namespace kinemate
