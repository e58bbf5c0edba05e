// Counts and lists as people read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kinemate {

/// Lists of large machines are cut behind so many words.
inline constexpr std::size_t kMostListed = 30;

/// "1 body", "2 bodies".
std::string counted(std::size_t count, std::string_view one, std::string_view many);

/// The first words, and how many more there are.
std::vector<std::string> shortened(std::vector<std::string> words);

/// A title and words behind it, broken at 100 columns under each other; nothing where there are no words.
std::string line(std::string_view title, const std::vector<std::string>& words);

/// A title and a sentence behind it, broken at blanks in the same way.
std::string paragraph(std::string_view title, const std::string& sentence);

/// Cells in columns, two blanks before each.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace kinemate
