#include "sim/results/reader.h"

#include <cerrno>
#include <fstream>

#include "base/file.h"
#include "sim/results/csv_reader.h"
#include "sim/results/format.h"
#include "sim/results/json_reader.h"
#include "sim/results/mat_reader.h"

namespace kinemate {
namespace {

// Without a limit, unlike files that people write.
std::string read_whole(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_file(path, "opened", errno);
  std::string bytes;
  std::string block(1u << 20, '\0');
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
    bytes.append(block, 0, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) refuse_file(path, "read", errno);
  return bytes;
}

}  // namespace

ResultTable read_results(const std::string& path) {
  const ResultFormat format = result_format(path);
  const std::string bytes = read_whole(path);
  switch (format) {
    case ResultFormat::kCsv: return read_csv_results(path, bytes);
    case ResultFormat::kJson: return read_json_results(path, bytes);
    case ResultFormat::kMat: break;
  }
  return read_mat_results(path, bytes);
}

}  // namespace kinemate
