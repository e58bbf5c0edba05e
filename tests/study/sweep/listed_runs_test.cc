#include "study/sweep/listed_runs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace kinemate {
namespace {

class ListedRunsTest : public testing::Test {
 protected:
  ~ListedRunsTest() override { std::filesystem::remove(path_); }

  ListedRuns listed(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
    return read_run_table(path_);
  }
  std::string listed_refusal(const std::string& text) const {
    try {
      listed(text);
    } catch (const Error& error) {
      const std::string rendered = render(error);
      return rendered.starts_with(path_.string()) ? rendered.substr(path_.string().size()) : rendered;
    }
    return "nothing was refused";
  }

  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("kinemate_listed_runs." + std::to_string(getpid()) + ".csv");
};

TEST_F(ListedRunsTest, NamesAndNumbers) {
  for (const char* text : {"k,phi'\n1,2\n-3e-2,4\n", "# a table\n\nk , \"phi'\"\r\n1, 2\r\n# between\r\n-0.03,+4",
                           "\xEF\xBB\xBFk,phi'\n1,2\n-.03,4"}) {
    const ListedRuns runs = listed(text);
    EXPECT_EQ(runs.names, (std::vector<std::string>{"k", "phi'"})) << text;
    EXPECT_EQ(runs.values, (std::vector<double>{1, 2, -0.03, 4})) << text;
    EXPECT_EQ(runs.size(), 2u);
  }
}

TEST_F(ListedRunsTest, MistakesHaveTheirLine) {
  struct Case {
    const char *text, *message;
  };
  for (const Case& one : std::vector<Case>{{"", ":1:1: error: the file ends before the names of its columns"},
                                           {"k,m\n", ":1:1: error: there is no row of numbers below the names"},
                                           {"1,2\n3,4\n", ":1:1: error: the first line should name the columns"},
                                           {"k,,m\n1,2,3\n", ":1:1: error: column 2 has no name"},
                                           {"# c\nk,m, k\n1,2,3\n", ":2:1: error: two columns are named k"},
                                           {"k,m\n1,2\n3\n", ":3:2: error: 2 numbers were expected in a row"},
                                           {"k,m\n1,2\n3", ":3:2: error: 2 numbers were expected in a row"},
                                           {"k,m\n1,2,3\n", ":2:4: error: "},
                                           {"k,m\n1,x\n", ":2:3: error: a number was expected here"},
                                           {"k,m\n# c\n\n1,2\n3,\n", ":5:3: error: m has no value in this run"},
                                           {"k,m\n1,2\nnan,4\n", ":3:1: error: k has no value in this run"},
                                           {"k,m\n1,inf", ":2:3: error: m has no value in this run"}}) {
    const std::string found = listed_refusal(one.text);
    EXPECT_EQ(found.substr(0, std::string(one.message).size()), one.message) << one.text << "\n" << found;
  }
  EXPECT_THROW(read_run_table("/no/such/table.csv"), Error);
}

}  // namespace
}  // namespace kinemate
