// Files are read up to a limit and written whole or not at all.
#include "base/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  FileTest() { fs::create_directories(folder_); }
  ~FileTest() override { fs::remove_all(folder_); }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string refusal(const auto& act) {
    try {
      act();
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
      return error.message;
    }
  }

  const fs::path folder_ = fs::temp_directory_path() / ("kinemate_file_test." + std::to_string(getpid()));
};

TEST_F(FileTest, WhatIsWrittenIsRead) {
  const std::string path = folder_ / "a.txt";
  for (const std::string& text :
       {std::string("first\n"), std::string("\0\xFF\r\n", 4), std::string(), std::string(200'000, 'x')}) {
    write_text_file(path, text);
    EXPECT_EQ(read_text_file(path), text);
    EXPECT_EQ(files(), 1u);  // nothing is left beside it
  }
}

TEST_F(FileTest, LargerFilesAreReadALittleBeyondTheLimit) {
  const std::string path = folder_ / "large.txt";
  std::ofstream(path) << "x";
  fs::resize_file(path, 3 * kLargestFile);
  const std::size_t size = read_text_file(path).size();
  EXPECT_GT(size, kLargestFile);
  EXPECT_LT(size, kLargestFile + (1u << 20));
}

TEST_F(FileTest, FilesThatAreNotThere) {
  const std::string missing = folder_ / "no/such/file";
  EXPECT_EQ(refusal([&] { read_text_file(missing); }), missing + " cannot be opened: No such file or directory");
  EXPECT_EQ(refusal([&] { write_text_file(missing, "x"); }), missing + " cannot be written: No such file or directory");
  EXPECT_NE(refusal([&] { read_text_file(folder_); }), "");
  EXPECT_NE(refusal([&] { write_text_file(folder_, "x"); }), "");
  EXPECT_EQ(files(), 0u);
}

TEST_F(FileTest, ALinkStaysALink) {
  const fs::path path = folder_ / "a.txt", link = folder_ / "link.txt";
  write_text_file(path, "first");
  fs::create_symlink("a.txt", link);
  write_text_file(link, "second");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_text_file(path), "second");
}

TEST_F(FileTest, WhatIsNoPlainFileIsWrittenAsItIs) {
  write_text_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace kinemate
