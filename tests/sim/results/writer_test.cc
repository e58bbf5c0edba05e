// What was written stays readable, however the program ends.
#include "sim/results/writer.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>

#include "base/check.h"
#include "sim/result_samples.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;
using ResultWriterTest = ResultTest;

constexpr std::chrono::hours kNever(1);

// Row i, of which each number tells i.
std::vector<double> row_of(std::size_t i, std::size_t columns) {
  std::vector<double> row;
  for (std::size_t c = 0; c < columns; ++c) row.push_back(1.0 / static_cast<double>(i + 1) + static_cast<double>(c));
  return row;
}

ResultHeader columns_named(std::size_t count) {
  ResultHeader header;
  for (std::size_t c = 0; c < count; ++c) header.columns.push_back({"c" + std::to_string(c), "m", ""});
  return header;
}

void expect_first_rows(const ResultTable& table, std::size_t columns) {
  ASSERT_EQ(table.header, columns_named(columns));
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::vector<double> expected = row_of(i, columns);
    for (std::size_t c = 0; c < columns; ++c) ASSERT_EQ(table.at(i, c), expected[c]) << i;
  }
}

TEST_F(ResultWriterTest, ChunksDoNotShow) {
  for (const std::string& suffix : kResultSuffixes) {
    std::string first;
    for (const std::size_t rows : {1u, 3u, 256u}) {
      ResultWriter writer(path("a" + suffix), difficult_header(), {.rows = rows, .time = kNever});
      write_rows(writer, difficult_numbers(5 * 300), 5);
      writer.close();
      const std::string bytes = bytes_in(path("a" + suffix));
      if (first.empty()) first = bytes;
      EXPECT_EQ(bytes, first) << rows << suffix;
    }
  }
}

TEST_F(ResultWriterTest, AChunkIsWrittenWhenItIsFull) {
  for (const std::string& suffix : kResultSuffixes) {
    ResultWriter writer(path("a" + suffix), columns_named(2), {.rows = 4, .time = kNever});
    for (std::size_t i = 0; i < 10; ++i) {
      EXPECT_EQ(read_results(path("a" + suffix)).rows(), i / 4 * 4) << suffix;
      writer.append(row_of(i, 2));
    }
    writer.flush();
    EXPECT_EQ(read_results(path("a" + suffix)).rows(), 10u) << suffix;
  }
}

TEST_F(ResultWriterTest, AChunkIsWrittenWhenItIsOld) {
  ResultWriter writer(path("a.csv"), columns_named(1), {.time = std::chrono::seconds(0)});
  writer.append(row_of(0, 1));
  EXPECT_EQ(read_results(path("a.csv")).rows(), 1u);
}

TEST_F(ResultWriterTest, TheLastRowsAreWrittenAtTheEnd) {
  { ResultWriter(path("a.csv"), columns_named(1)).append(row_of(0, 1)); }
  EXPECT_EQ(read_results(path("a.csv")).rows(), 1u);
}

[[noreturn]] void write_until_killed(const std::string& file) {
  try {
    ResultWriter writer(file, columns_named(40), {.rows = 16});
    for (std::size_t i = 0;; ++i) writer.append(row_of(i, 40));
  } catch (...) {
    _exit(1);
  }
}

TEST_F(ResultWriterTest, AKilledProgramLeavesWhatItWrote) {
  std::mt19937 random(11);
  for (const std::string& suffix : kResultSuffixes) {
    std::size_t most = 0;
    for (int trial = 0; trial < 20; ++trial) {
      const std::string file = path("killed" + suffix);
      fs::remove(file);
      const pid_t child = fork();
      ASSERT_GE(child, 0);
      if (child == 0) write_until_killed(file);
      // at some moment after the header was written, told by the size, which is the same on slow computers
      const std::uintmax_t size = 1000 + random() % 1'000'000;
      std::error_code none;
      while (!fs::exists(file) || fs::file_size(file, none) < size) {
        ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0) << "it ended by itself";
        sched_yield();
      }
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      const ResultTable table = read_results(file);
      expect_first_rows(table, 40);
      most = std::max(most, table.rows());
    }
    EXPECT_GT(most, 100u) << suffix;
  }
}

// A signal ends the program in the middle of the numbers of a chunk.
TEST_F(ResultWriterTest, AProgramThatEndsWithinAChunkLeavesTheChunksBefore) {
  for (const std::string& suffix : kResultSuffixes) {
    const std::string file = path("a" + suffix);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const rlimit no_core{}, small{.rlim_cur = 100'000, .rlim_max = 100'000};
      setrlimit(RLIMIT_CORE, &no_core);
      setrlimit(RLIMIT_FSIZE, &small);
      std::signal(SIGXFSZ, SIG_DFL);
      write_until_killed(file);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << suffix;
    const std::string bytes = bytes_in(file);
    ASSERT_EQ(bytes.size(), 100'000u) << suffix;
    const ResultTable table = read_results(file);
    expect_first_rows(table, 40);
    EXPECT_GT(table.rows(), 16u);
    if (suffix != ".mat") continue;
    // all that is there belongs to the last variable, so that other readers find nothing behind it
    const std::size_t data = bytes.find("data") - 44;
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + data + 4, 4);
    EXPECT_GE(data + 8 + length, bytes.size());
  }
}

TEST_F(ResultWriterTest, AFullDiskIsSaid) {
  for (const std::string& suffix : kResultSuffixes) {
    fs::create_symlink("/dev/full", path("full" + suffix));
    const Error error = refusal([&] { ResultWriter(path("full" + suffix), columns_named(2)); });
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
    EXPECT_NE(error.message.find("No space left"), std::string::npos) << error.message;
    EXPECT_NE(error.hint.find("disk is full"), std::string::npos) << error.hint;
  }
}

// The disk gets full in the middle of a chunk; the limit on the size of files stands for it.
TEST_F(ResultWriterTest, AFullDiskLeavesAllEarlierChunks) {
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  for (const std::string& suffix : kResultSuffixes) {
    const std::string file = path("a" + suffix);
    ResultWriter writer(file, columns_named(3), {.rows = 100, .time = kNever});
    rlimit small = usual;
    small.rlim_cur = 20'000;
    setrlimit(RLIMIT_FSIZE, &small);
    std::size_t appended = 0;
    const Error error = refusal([&] {
      for (;; ++appended) writer.append(row_of(appended, 3));
    });
    setrlimit(RLIMIT_FSIZE, &usual);
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
    EXPECT_NE(error.message.find(file), std::string::npos);
    EXPECT_THROW(writer.append(row_of(0, 3)), CheckFailure);  // not after a gap
    writer.close();
    const ResultTable table = read_results(file);
    expect_first_rows(table, 3);
    EXPECT_EQ(table.rows(), appended / 100 * 100) << suffix;
    EXPECT_GT(table.rows(), 0u);
    EXPECT_FALSE(table.cut_off) << suffix;
    // as if there had been no more rows
    ResultWriter shorter(path("b" + suffix), columns_named(3));
    write_rows(shorter, table.values, 3);
    shorter.close();
    EXPECT_EQ(bytes_in(file), bytes_in(path("b" + suffix))) << suffix;
  }
  std::signal(SIGXFSZ, handler);
}

TEST_F(ResultWriterTest, PathsThatCannotBeWritten) {
  EXPECT_EQ(refusal([&] { ResultWriter(path("a.txt"), columns_named(1)); }).kind, Error::Kind::kInput);
  EXPECT_EQ(refusal([&] { ResultWriter(path("no/such/a.csv"), columns_named(1)); }).kind, Error::Kind::kFileSystem);
}

TEST_F(ResultWriterTest, HeadersAndRowsThatMakeNoSense) {
  EXPECT_THROW(ResultWriter(path("a.csv"), {}), CheckFailure);
  EXPECT_THROW(ResultWriter(path("a.csv"), {.columns = {{"t"}}, .metadata = {{"a", ""}, {"a", ""}}}), CheckFailure);
  ResultWriter writer(path("a.csv"), columns_named(2));
  EXPECT_THROW(writer.append(row_of(0, 3)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
