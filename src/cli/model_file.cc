// The model files that verbs take.
#include <fmt/format.h>

#include <iostream>

#include "cli/verbs.h"
#include "model_io/read.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostPrinted = 100;

}  // namespace

Model load_model(const std::string& path, Remarks remarks) {
  Reading reading = read_model_file(path);
  const std::size_t count = reading.mistakes.size();
  for (std::size_t i = 0; i < std::min(count, kMostPrinted); ++i) std::cerr << render(reading.mistakes[i]);
  if (count > kMostPrinted) std::cerr << fmt::format("and {} more\n", count - kMostPrinted);
  if (count > 0) {
    std::cerr << fmt::format("{}: {} mistake{}\n", path, count, count == 1 ? "" : "s");
    throw Exit{kWrongFile};
  }
  if (remarks == Remarks::kPrint) {
    for (const Error& remark : reading.remarks) {
      std::cerr << fmt::format("{}:{}:{}: note: {}\n", remark.place->source, remark.place->line, remark.place->column,
                               remark.message);
      if (!remark.hint.empty()) std::cerr << fmt::format("  hint: {}\n", remark.hint);
    }
  }
  return std::move(reading.model);
}

}  // namespace kinemate
