#include "sim/results/json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "sim/results/file.h"
#include "sim/results/format.h"
#include "sim/results/number.h"

namespace kinemate {
namespace {

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_head(const ResultHeader& header) {
  std::string metadata, columns;
  for (const auto& [key, value] : header.metadata)
    metadata += fmt::format("{}\n{}: {}", metadata.empty() ? "" : ",", json_text(key), json_text(value));
  for (const ResultColumn& column : header.columns)
    columns += fmt::format("{}\n{{\"name\": {}, \"unit\": {}, \"meaning\": {}}}", columns.empty() ? "" : ",",
                           json_text(column.name), json_text(column.unit), json_text(column.meaning));
  return fmt::format("{{\n\"format\": \"{}\",\n\"metadata\": {{{}\n}},\n\"columns\": [{}\n],\n\"rows\": [", kResultMark,
                     metadata, columns);
}

void append_json_number(std::string& text, double value) {
  if (std::isfinite(value))
    append_decimal(text, value);
  else
    text += std::isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

class JsonSink : public ResultSink {
 public:
  JsonSink(const std::string& path, const ResultHeader& header) : file_(path), columns_(header.columns.size()) {
    const std::string text = json_head(header);
    file_.write_at(0, text + kJsonEnd);
    end_ = text.size();
  }

  void append(std::span<const double> values) override {
    chunk_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % columns_ == 0)
        chunk_ += empty_ ? "\n[" : ",\n[";
      else
        chunk_ += ", ";
      empty_ = false;
      append_json_number(chunk_, values[i]);
      if ((i + 1) % columns_ == 0) chunk_ += ']';
    }
    const std::size_t length = chunk_.size();
    chunk_ += kJsonEnd;
    try {
      file_.write_at(end_, chunk_);
    } catch (...) {
      file_.restore(end_, kJsonEnd, end_ + sizeof kJsonEnd - 1);
      throw;
    }
    end_ += length;
  }

  void close() override { file_.close(); }

 private:
  ResultFile file_;
  std::size_t columns_;
  std::uint64_t end_ = 0;  // of the last row
  bool empty_ = true;
  std::string chunk_;
};

}  // namespace

std::unique_ptr<ResultSink> make_json_sink(const std::string& path, const ResultHeader& header) {
  return std::make_unique<JsonSink>(path, header);
}

}  // namespace kinemate
