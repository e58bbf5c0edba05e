// The codes of errors against the sources that use them and the pages that show them.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "base/error_code.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = KINEMATE_SOURCE;

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// ErrorCode::kName for every use outside of the table itself.
std::set<std::string> used_enumerators() {
  std::set<std::string> used;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    const fs::path& file = entry.path();
    if (file.extension() != ".cc" && file.extension() != ".h") continue;
    if (file.parent_path().filename() == "explanations" || file.stem() == "error_code") continue;
    const std::string text = content(file);
    for (std::size_t at = text.find("ErrorCode::k"); at != std::string::npos; at = text.find("ErrorCode::k", at + 1)) {
      std::size_t end = at + 11;
      while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
      used.insert(text.substr(at + 11, end - at - 11));
    }
  }
  return used;
}

// The enumerators of the header, with their numbers.
std::map<std::string, unsigned> declared() {
  std::map<std::string, unsigned> found;
  const std::string text = content(kRoot / "src/base/error_code.h");
  const std::regex line(R"((k[A-Za-z]+) = (\d+),)");
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at)
    found.emplace((*at)[1], std::stoul((*at)[2]));
  return found;
}

TEST(Codes, EveryOneIsUsed) {
  const std::set<std::string> used = used_enumerators();
  for (const auto& [name, number] : declared()) EXPECT_TRUE(used.contains(name)) << name << " is used nowhere";
}

TEST(Codes, EveryOneIsInTheTable) {
  const auto all = declared();
  EXPECT_EQ(all.size(), error_explanations().size() + 1);  // kNone is not
  for (const auto& [name, number] : all) EXPECT_EQ(find_explanation(number) == nullptr, number == 0) << name;
}

TEST(Codes, ThoseOfTheDocumentationExist) {
  const std::regex code(R"(\bK(\d{3})\b)");
  for (const fs::path& folder : {kRoot / "docs", kRoot / "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".md" && entry.path().filename() != "expected.txt") continue;
      const std::string text = content(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), code), end; at != end; ++at)
        EXPECT_NE(find_explanation(static_cast<unsigned>(std::stoul((*at)[1]))), nullptr)
            << entry.path() << ": " << at->str();
    }
}

TEST(Codes, AllStandInTheirPage) {
  const std::string page = content(kRoot / "docs/errors.md");
  std::size_t before = 0;
  for (const ErrorExplanation& one : error_explanations()) {
    const std::string row = "| " + code_text(one.code) + " | " + std::string(one.title) + " |\n";
    const std::size_t at = page.find(row);
    ASSERT_NE(at, std::string::npos) << "docs/errors.md lacks: " << row;
    EXPECT_GT(at, before) << row;
    before = at;
  }
}

TEST(Codes, PagesThatExplanationsNameExist) {
  const std::regex page(R"(docs/\w+\.md)");
  for (const ErrorExplanation& one : error_explanations()) {
    const std::string text = std::string(one.text) + "\n" + std::string(one.example);
    for (std::sregex_iterator at(text.begin(), text.end(), page), end; at != end; ++at)
      EXPECT_TRUE(fs::exists(kRoot / at->str())) << code_text(one.code) << ": " << at->str();
  }
}

}  // namespace
}  // namespace kinemate
