#include "sim/results/format.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"

namespace kinemate {

ResultFormat result_format(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension();
  if (suffix == ".csv") return ResultFormat::kCsv;
  if (suffix == ".json") return ResultFormat::kJson;
  if (suffix == ".mat") return ResultFormat::kMat;
  throw Error(ErrorCode::kSuffix, fmt::format("'{}' names no kind of results", path),
              "end the name in .csv, in .json, or in .mat for MATLAB and Octave");
}

}  // namespace kinemate
