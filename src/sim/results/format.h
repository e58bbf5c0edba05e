// Which kind of file results go into.
#pragma once

#include <string>

namespace kinemate {

enum class ResultFormat { kCsv, kJson, kMat };

/// By the suffix, .csv, .json or .mat; throws Error for any other.
ResultFormat result_format(const std::string& path);

/// The first words of each of our files, of whichever kind.
inline constexpr char kResultMark[] = "Kinemate results 1";

}  // namespace kinemate
