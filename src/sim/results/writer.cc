#include "sim/results/writer.h"

#include <set>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "sim/results/csv.h"
#include "sim/results/format.h"
#include "sim/results/json.h"
#include "sim/results/mat.h"

namespace kinemate {
namespace {

std::unique_ptr<ResultSink> make_sink(const std::string& path, const ResultHeader& header) {
  switch (result_format(path)) {
    case ResultFormat::kCsv: return make_csv_sink(path, header);
    case ResultFormat::kJson: return make_json_sink(path, header);
    case ResultFormat::kMat: break;
  }
  return make_mat_sink(path, header);
}

void check_header(const ResultHeader& header) {
  CHECK(!header.columns.empty());
  std::set<std::string> keys;
  for (const auto& [key, value] : header.metadata) CHECK(keys.insert(key).second);
}

}  // namespace

ResultWriter::ResultWriter(const std::string& path, const ResultHeader& header, const ResultWriterOptions& options)
    : columns_(header.columns.size()), options_(options), last_flush_(std::chrono::steady_clock::now()) {
  check_header(header);
  CHECK(options.rows > 0);
  sink_ = make_sink(path, header);
  waiting_.reserve(options.rows * columns_);
}

ResultWriter::~ResultWriter() {
  try {
    close();
  } catch (const Error&) {
  }
}

void ResultWriter::append(std::span<const double> row) {
  CHECK(sink_ != nullptr);
  CHECK(row.size() == columns_);
  waiting_.insert(waiting_.end(), row.begin(), row.end());
  if (waiting_.size() >= options_.rows * columns_ || std::chrono::steady_clock::now() - last_flush_ >= options_.time)
    flush();
}

void ResultWriter::flush() {
  CHECK(sink_ != nullptr);
  last_flush_ = std::chrono::steady_clock::now();
  if (waiting_.empty()) return;
  try {
    sink_->append(waiting_);
  } catch (...) {
    sink_.reset();  // rows after a gap would look like rows without one
    throw;
  }
  waiting_.clear();
}

void ResultWriter::close() {
  if (sink_ == nullptr) return;
  flush();
  const std::unique_ptr<ResultSink> sink = std::move(sink_);
  sink->close();
}

}  // namespace kinemate
