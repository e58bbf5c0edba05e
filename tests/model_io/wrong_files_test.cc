// Wrong model files and every mistake that is told of them, to the letter: NAME.yaml and NAME.expected in wrong/.
//
// What is expected of a new file is written by the command itself, and read by a person before it is kept:
//   cd tests/model_io/wrong && kinemate check NAME.yaml 2>&1 | head -n -1 > NAME.expected
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "expr/pool.h"
#include "model_io/document.h"
#include "model_io/machine_file.h"
#include "model_io/read.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string mistakes_of(const std::string& text, const std::string& source = "m") {
  Pool pool;
  const PoolScope scope(pool);
  std::string rendered;
  for (const Error& mistake : read_model(text, source).mistakes) rendered += render(mistake);
  return rendered;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(WrongFiles, TellEveryMistake) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(KINEMATE_SOURCE) / "tests/model_io/wrong")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    const fs::path expected = fs::path(entry.path()).replace_extension(".expected");
    ASSERT_TRUE(fs::exists(expected)) << expected;
    EXPECT_EQ(mistakes_of(text_of(entry.path()), entry.path().filename()), text_of(expected)) << entry.path();
  }
  EXPECT_GE(count, 100);
}

// A good file cut off anywhere, or with any one byte changed, is read or refused with places, and never more than that.
TEST(WrongFiles, CutAndDamagedFilesAreRefusedInOrder) {
  const std::string good = text_of(fs::path(KINEMATE_SOURCE) / "examples/cardan_double_pendulum/model.yaml");
  auto check = [](const std::string& text) {
    Pool pool;
    const PoolScope scope(pool);
    const Reading reading = read_model(text, "m");
    std::pair<int, int> before(0, 0);
    for (const Error& mistake : reading.mistakes) {
      ASSERT_TRUE(mistake.place.has_value()) << mistake.message << "\n" << text;
      EXPECT_FALSE(mistake.message.empty());
      const std::pair<int, int> here(mistake.place->line, mistake.place->column);
      EXPECT_LE(before, here) << text;
      before = here;
    }
  };
  for (std::size_t length = 0; length < good.size(); length += 7) check(good.substr(0, length));
  const std::string bytes = "\t'\"{}[],:#&*!|>%@-? \n(\xC3";
  for (std::size_t at = 0; at < good.size(); at += 3) {
    std::string damaged = good;
    damaged[at] = bytes[at % bytes.size()];
    check(damaged);
  }
}

TEST(WrongFiles, DeepNestingIsRefused) {
  for (const int depth : {100, 100'000, 10'000'000}) {
    const std::string lists = mistakes_of("bodies: " + std::string(static_cast<std::size_t>(depth), '['));
    EXPECT_EQ(first_line(lists), "m:1:72: error: lists and mappings are nested more than 64 deep [K103]") << depth;
    std::string maps = "bodies: ";
    for (int i = 0; i < std::min(depth, 100'000); ++i) maps += "{a: ";
    EXPECT_EQ(first_line(mistakes_of(maps)), "m:1:261: error: lists and mappings are nested more than 64 deep [K103]");
  }
}

TEST(WrongFiles, NestedAliasesAreRefused) {
  std::string laughs = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (char c = 'b'; c <= 'z'; ++c) {
    laughs += fmt::format("{0}: &{0} [", c);
    for (int i = 0; i < 9; ++i) laughs += fmt::format("{}*{}", i == 0 ? "" : ", ", static_cast<char>(c - 1));
    laughs += "]\n";
  }
  EXPECT_EQ(first_line(mistakes_of(laughs)), "m:8:8: error: the file has more than 8000000 entries [K101]");
}

TEST(WrongFiles, LargeFilesAreReadOrRefused) {
  EXPECT_EQ(first_line(mistakes_of(std::string(kLargestFile + 1, '#'))),
            "m:1:1: error: the file has more than 67108864 bytes [K101]");
  EXPECT_EQ(first_line(mistakes_of(std::string(kLargestFile, '#'))), "m:1:1: error: the file is empty [K102]");
}

TEST(WrongFiles, ManyMistakesTakeNoTimeOutOfProportion) {
  std::string lines = "bodies:\n", line = "bodies: {";
  for (int i = 0; i < 40'000; ++i) {
    lines += fmt::format("  b{}: {{mass: -1}}\n", i);
    line += fmt::format("b{}: {{mas: 1}}, ", i);
  }
  line += "}\n";
  EXPECT_EQ(first_line(mistakes_of(lines)), "m:2:14: error: the mass of body b0 is -1: negative [K206]");
  EXPECT_EQ(first_line(mistakes_of(line)), "m:1:15: error: a body has no key 'mas' [K105]");
  std::string twice = "bodies:\n";
  for (int i = 0; i < 40'000; ++i) twice += fmt::format("  b{}: {{mass: 1}}\n", i);
  for (int i = 40'000; i-- > 0;) twice += fmt::format("  b{}: {{mass: 1}}\n", i);
  EXPECT_EQ(
      mistakes_of(twice).substr(0, 117),
      "m:40002:3: error: b39999 stands twice here [K114]\n  |   b39999: {mass: 1}\n  |   ^\n  hint: the first is in "
      "line 40001\n");
}

TEST(WrongFiles, FilesThatAreNotThereAreOfTheFileSystem) {
  for (const char* path : {"/no/such/file.yaml", "/"}) {
    try {
      read_machine_file(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
      EXPECT_NE(error.message.find(path), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace kinemate
