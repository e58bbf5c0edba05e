// All files or none.
#include "codegen/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  FilesTest() { fs::create_directories(folder_); }
  ~FilesTest() override { fs::remove_all(folder_); }

  // Everything below the folder, with what is in it.
  std::map<std::string, std::string> all() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      std::stringstream text;
      if (entry.is_regular_file()) text << std::ifstream(entry.path()).rdbuf();
      found[entry.path().lexically_relative(folder_)] = text.str();
    }
    return found;
  }

  static Error refusal(const std::string& directory, const std::vector<GeneratedFile>& files) {
    try {
      write_files(directory, files);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
      return error;
    }
    ADD_FAILURE() << "no error";
    return Error(ErrorCode::kRemark, "");
  }

  const fs::path folder_ = fs::temp_directory_path() / ("kinemate_files_test." + std::to_string(getpid()));
};

using Contents = std::map<std::string, std::string>;

TEST_F(FilesTest, AreWrittenToANewFolder) {
  write_files(folder_ / "a/b/", std::vector<GeneratedFile>{{"x.c", "one\n"}, {"y.h", ""}});
  EXPECT_EQ(all(), (Contents{{"a", ""}, {"a/b", ""}, {"a/b/x.c", "one\n"}, {"a/b/y.h", ""}}));
}

TEST_F(FilesTest, ReplaceFilesAndKeepOthers) {
  std::ofstream(folder_ / "x.c") << "old";
  std::ofstream(folder_ / "other") << "kept";
  write_files(folder_, std::vector<GeneratedFile>{{"x.c", "new"}, {"y.h", "more"}});
  EXPECT_EQ(all(), (Contents{{"x.c", "new"}, {"y.h", "more"}, {"other", "kept"}}));
}

TEST_F(FilesTest, ALinkStaysALink) {
  std::ofstream(folder_ / "real") << "old";
  fs::create_symlink("real", folder_ / "x.c");
  write_files(folder_, std::vector<GeneratedFile>{{"x.c", "new"}});
  EXPECT_TRUE(fs::is_symlink(folder_ / "x.c"));
  EXPECT_EQ(all(), (Contents{{"real", "new"}, {"x.c", "new"}}));
}

TEST_F(FilesTest, TwoFilesThatAreOneByALink) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "b.txt") << "old";
  fs::create_symlink("b.txt", folder_ / "a.txt");
  EXPECT_THROW(write_files(folder_, std::vector<GeneratedFile>{{"a.txt", "a"}, {"b.txt", "b"}}), Error);
  std::ifstream file(folder_ / "b.txt");
  std::string text;
  file >> text;
  EXPECT_EQ(text, "old");
}

TEST_F(FilesTest, AFolderWithoutAName) { EXPECT_THROW(write_files("", {}), Error); }

TEST_F(FilesTest, AFolderInTheWayOfAFile) {
  fs::create_directory(folder_ / "y.h");
  std::ofstream(folder_ / "x.c") << "old";
  const Error error = refusal(folder_, {{"x.c", "new"}, {"y.h", "more"}});
  EXPECT_EQ(error.message, (folder_ / "y.h").string() + " cannot be written: it is no file");
  EXPECT_EQ(all(), (Contents{{"x.c", "old"}, {"y.h", ""}}));
}

TEST_F(FilesTest, AFileInTheWayOfAFolder) {
  std::ofstream(folder_ / "file") << "x";
  for (const char* path : {"file", "file/below", "file/below/more"}) {
    const Error error = refusal(folder_ / path, {{"x.c", "new"}});
    EXPECT_NE(error.message.find("Not a directory"), std::string::npos) << error.message;
    EXPECT_EQ(error.hint, "a part of the path is a file: choose another folder");
  }
  EXPECT_EQ(all(), (Contents{{"file", "x"}}));
}

TEST_F(FilesTest, APlaceThatMayNotBeWrittenTo) {
  const Error error = refusal("/proc/kinemate/out", {{"x.c", "new"}});
  EXPECT_EQ(error.message.find("/proc/kinemate/out cannot be made: "), 0u) << error.message;
}

TEST_F(FilesTest, NamesThatAreTooLong) {
  const Error error = refusal(folder_ / "new", {{"x.c", "new"}, {std::string(300, 'y'), "more"}});
  EXPECT_EQ(error.hint, "choose a shorter name");
  EXPECT_EQ(all(), Contents{});
}

// As on a disk that is full: the second file does not fit.
TEST_F(FilesTest, NothingIsLeftWhereAFileDoesNotFit) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  std::ofstream(folder_ / "x.c") << "old";
  const rlimit small{10'000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Error fresh = refusal(folder_ / "deep/new", {{"x.c", "new"}, {"y.h", std::string(20'000, 'y')}});
  const Error old = refusal(folder_, {{"x.c", "new"}, {"y.h", std::string(20'000, 'y')}});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(old.message, (folder_ / "y.h").string() + " cannot be written: File too large");
  EXPECT_NE(fresh.hint, "");
  EXPECT_EQ(all(), (Contents{{"x.c", "old"}}));
}

}  // namespace
}  // namespace kinemate
