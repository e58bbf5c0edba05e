#include "base/error_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kinemate {
namespace {

unsigned number_of(const ErrorExplanation& one) { return static_cast<unsigned>(one.code); }

// Users keep these numbers in notes and scripts: a line here is changed by adding to it only.
constexpr unsigned kNumbers[] = {
    101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 120, 121, 122, 130, 131,
    140, 141, 150, 151, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 301,
    302, 303, 304, 305, 306, 307, 308, 309, 310, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413,
    414, 501, 502, 503, 504, 505, 506, 507, 601, 602, 603, 604, 605, 701, 702, 703, 704, 751, 752, 901};

TEST(ErrorCode, NumbersStay) {
  std::vector<unsigned> numbers;
  for (const ErrorExplanation& one : error_explanations()) numbers.push_back(number_of(one));
  EXPECT_EQ(numbers, std::vector<unsigned>(std::begin(kNumbers), std::end(kNumbers)));
  EXPECT_EQ(static_cast<unsigned>(ErrorCode::kUnknownField), 105u);
  EXPECT_EQ(static_cast<unsigned>(ErrorCode::kSingularMass), 402u);
  EXPECT_EQ(static_cast<unsigned>(ErrorCode::kCannotRead), 701u);
}

TEST(ErrorCode, NumbersAscendWithinTheirGroups) {
  unsigned before = 0;
  for (const ErrorExplanation& one : error_explanations()) {
    EXPECT_GT(number_of(one), before);
    before = number_of(one);
    const unsigned group = before / 100;
    EXPECT_TRUE(group >= 1 && group <= 9 && group != 8) << before;
  }
}

TEST(ErrorCode, EveryOneIsExplained) {
  for (const ErrorExplanation& one : error_explanations()) {
    const std::string code = code_text(one.code);
    EXPECT_TRUE(!one.title.empty() && one.title.size() <= 60) << code;
    EXPECT_EQ(one.title.find_first_of("\n."), std::string_view::npos) << code;
    const auto lines = 1 + std::count(one.text.begin(), one.text.end(), '\n');
    EXPECT_TRUE(one.text.size() >= 90 && lines <= 8) << code;
    EXPECT_TRUE(one.text.ends_with('.')) << code;
    EXPECT_NE(one.example.find("put right:"), std::string_view::npos) << code;
    for (std::string_view text : {one.text, one.example})
      for (std::size_t begin = 0; begin <= text.size(); begin = std::min(text.find('\n', begin), text.size()) + 1)
        EXPECT_LE(std::min(text.find('\n', begin), text.size()) - begin, 110u)
            << code << ": " << text.substr(begin, 60);
  }
}

TEST(ErrorCode, TitlesDiffer) {
  std::vector<std::string_view> titles;
  for (const ErrorExplanation& one : error_explanations()) titles.push_back(one.title);
  std::sort(titles.begin(), titles.end());
  EXPECT_EQ(std::adjacent_find(titles.begin(), titles.end()), titles.end());
}

TEST(ErrorCode, IsFoundByItsNumberAndPrintedWithALetter) {
  ASSERT_NE(find_explanation(105), nullptr);
  EXPECT_EQ(find_explanation(105)->code, ErrorCode::kUnknownField);
  EXPECT_EQ(find_explanation(0), nullptr);
  EXPECT_EQ(find_explanation(199), nullptr);
  EXPECT_EQ(code_text(ErrorCode::kUnknownField), "K105");
  EXPECT_EQ(code_text(ErrorCode::kRemark), "");
}

}  // namespace
}  // namespace kinemate
