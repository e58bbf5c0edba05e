// --memory: every verb ends with an error before it takes more.
#include "cli/options/memory.h"

#include "base/error.h"
#include "base/file.h"
#include "cli/help_text.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

TEST(Memory, SizesHaveUnits) {
  EXPECT_EQ(parse_memory_size("2GB"), 2'000'000'000u);
  EXPECT_EQ(parse_memory_size("1.5 g"), 1'500'000'000u);
  EXPECT_EQ(parse_memory_size("64MiB"), 67'108'864u);
  EXPECT_EQ(parse_memory_size("800m"), 800'000'000u);
  EXPECT_EQ(parse_memory_size("none"), 0u);
  for (const char* wrong : {"", "2", "GB", "-1GB", "2GBB", "2XB", "nan GB", "2 giga"})
    EXPECT_THROW(parse_memory_size(wrong), Error) << wrong;
  EXPECT_THROW(parse_memory_size("1MB"), Error);
  EXPECT_EQ(memory_size_text(1'500'000'000), "1.5 GB");
  EXPECT_EQ(memory_size_text(64'000'000), "64 MB");
}

TEST(Memory, EveryVerbHasIt) {
  for (const std::string& verb : read_help("").verbs) {
    const HelpText help = read_help(verb);
    if (!help.verbs.empty()) continue;
    EXPECT_NE(std::find(help.options.begin(), help.options.end(), "--memory"), help.options.end()) << verb;
  }
}

TEST(Memory, WorkEndsWithAnError) {
  const Outcome outcome = run_line(std::string(KINEMATE_COMMAND) + " formula expand --memory 100MB "
                                   "'(a+b+c+d+e1+f+g+h)^20' 2>&1 >/dev/null </dev/null");
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_NE(outcome.out.find("error: out of memory: this would take more than 100 MB [K414]"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("hint: --memory"), std::string::npos) << outcome.out;
  expect_error("formula expand '(a+b)^2' --memory 100", 2, "'100' is no size");
  expect_error("formula expand '(a+b)^2' --memory 1MB", 2, "less than kinemate itself needs");
  expect("formula expand '(a+b)^2' --memory none", 0, "a^2 + 2*a*b + b^2\n");
}

// Times of twenty million rows do not fit; rows that are written need no memory, and what there is of results is whole.
TEST(Memory, ResultsStayReadable) {
  const std::string file = testing::TempDir() + "kinemate_memory_" + std::to_string(getpid()) + ".csv";
  const Outcome outcome = run("simulate " KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml --to 200 --every 1e-5 "
                              "--memory 100MB --quiet -o " + file + " --plot " + file + ".svg");
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_NE(outcome.out.find("[K414]"), std::string::npos) << outcome.out;
  EXPECT_TRUE(!std::filesystem::exists(file) || !read_results(file).cut_off);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace kinemate
