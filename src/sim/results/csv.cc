#include "sim/results/csv.h"

#include <fmt/format.h>

#include <cstdint>

#include "sim/results/file.h"
#include "sim/results/format.h"
#include "sim/results/number.h"

namespace kinemate {
namespace {

std::string csv_field(std::string_view field) {
  const bool plain =
      field.find_first_of(",\"\r\n#") == std::string_view::npos && !field.starts_with(' ') && !field.ends_with(' ');
  if (plain) return std::string(field);
  std::string text = "\"";
  for (char c : field) text += c == '"' ? std::string(2, c) : std::string(1, c);
  return text + '"';
}

std::string escaped(std::string_view field) {
  std::string text;
  for (char c : field) {
    if (c == '\\' || c == '\n' || c == '\r')
      text += std::string("\\") + (c == '\n' ? 'n' : c == '\r' ? 'r' : c);
    else
      text += c;
  }
  return text;
}

std::string csv_head(const ResultHeader& header) {
  std::string text = fmt::format("# {}\n", kResultMark), names;
  const auto field = [](std::string_view value) { return csv_field(escaped(value)); };
  for (const auto& [key, value] : header.metadata) text += fmt::format("{}{},{}\n", kCsvMeta, field(key), field(value));
  for (const ResultColumn& column : header.columns) {
    text += fmt::format("{}{},{},{}\n", kCsvColumn, field(column.name), field(column.unit), field(column.meaning));
    names += (names.empty() ? "" : ",") + (column.name.empty() ? "\"\"" : csv_field(column.name));
  }
  return text + names + "\n";
}

class CsvSink : public ResultSink {
 public:
  CsvSink(const std::string& path, const ResultHeader& header) : file_(path), columns_(header.columns.size()) {
    const std::string text = csv_head(header);
    file_.write_at(0, text);
    end_ = text.size();
  }

  void append(std::span<const double> values) override {
    chunk_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
      append_decimal(chunk_, values[i]);
      chunk_ += (i + 1) % columns_ == 0 ? '\n' : ',';
    }
    try {
      file_.write_at(end_, chunk_);
    } catch (...) {
      file_.restore(end_, "", end_);
      throw;
    }
    end_ += chunk_.size();
  }

  void close() override { file_.close(); }

 private:
  ResultFile file_;
  std::size_t columns_;
  std::uint64_t end_ = 0;
  std::string chunk_;
};

}  // namespace

std::unique_ptr<ResultSink> make_csv_sink(const std::string& path, const ResultHeader& header) {
  return std::make_unique<CsvSink>(path, header);
}

}  // namespace kinemate
