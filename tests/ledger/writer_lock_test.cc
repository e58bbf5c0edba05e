#include "ledger/writer_lock.h"

#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "ledger/fixture.h"

namespace kinemate {
namespace {

class WriterLockTest : public LedgerTest {
 protected:
  std::string try_to_lock() const {
    return refusal([&] { WriterLock(file("a"), "a"); });
  }
};

TEST_F(WriterLockTest, LastsAsLongAsItsObject) {
  std::optional<WriterLock> lock(std::in_place, file("a"), "a");
  EXPECT_NE(try_to_lock().find("a is being written by another run"), std::string::npos);
  EXPECT_NE(in_another_process([&] { return try_to_lock(); }).find("by another run"), std::string::npos);
  EXPECT_EQ(files(), std::vector<std::string>{"a.lock"});  // the refused ones left it
  lock.reset();
  EXPECT_EQ(try_to_lock(), "nothing was refused");
  EXPECT_TRUE(files().empty());
}

TEST_F(WriterLockTest, EndsWithItsProcess) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const WriterLock lock(file("a"), "a");
    if (::write(ends[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char ready = 0;
  ASSERT_EQ(read(ends[0], &ready, 1), 1);
  EXPECT_NE(try_to_lock().find("by another run"), std::string::npos);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"a.lock"});  // left behind, and locks nothing
  EXPECT_EQ(try_to_lock(), "nothing was refused");
}

// Many that take the lock, remove its file and give it back: never two at a time.
TEST_F(WriterLockTest, HoldsWhileItsFileComesAndGoes) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    int had = 0;
    while (had < 200) {
      try {
        const WriterLock lock(file("a"), "a");
        if (mkdir(file("inside").c_str(), 0700) != 0) _exit(1);  // somebody else is inside
        if (rmdir(file("inside").c_str()) != 0) _exit(1);
        ++had;
      } catch (const Error&) {
      }
    }
    _exit(0);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

}  // namespace
}  // namespace kinemate
