#include "report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace kinemate {
namespace {

// Words with what parts them, in columns 17 to 100.
std::string broken(std::string_view title, const std::vector<std::string>& words) {
  constexpr std::size_t kMargin = 16, kWidth = 100;
  std::string text = fmt::format("  {:<{}}", title, kMargin - 2);
  std::size_t column = text.size();
  for (const std::string& word : words) {
    if (column + word.size() > kWidth && column > kMargin) {
      while (text.ends_with(' ')) text.pop_back();
      text += "\n" + std::string(kMargin, ' ');
      column = kMargin;
    }
    text += word;
    column += word.size();
  }
  while (text.ends_with(' ')) text.pop_back();
  return text + "\n";
}

}  // namespace

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::vector<std::string> shortened(std::vector<std::string> words) {
  if (words.size() <= kMostListed) return words;
  const std::string rest = fmt::format("and {} more", words.size() - kMostListed);
  words.resize(kMostListed);
  words.push_back(rest);
  return words;
}

std::string line(std::string_view title, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  std::vector<std::string> parted = words;
  for (std::size_t i = 0; i + 1 < parted.size(); ++i) parted[i] += ", ";
  return broken(title, parted);
}

std::string paragraph(std::string_view title, const std::string& sentence) {
  std::vector<std::string> words;
  std::istringstream stream(sentence);
  for (std::string word; stream >> word;) words.push_back(word + " ");
  return broken(title, words);
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), row.size()));
      widths[i] = std::max(widths[i], row[i].size());
    }
  std::string lines;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format(" {:<{}} ", row[i], widths[i]);
    while (line.ends_with(' ')) line.pop_back();
    lines += line + "\n";
  }
  return lines;
}

}  // namespace kinemate
