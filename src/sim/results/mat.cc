#include "sim/results/mat.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/utf8.h"
#include "sim/results/file.h"
#include "sim/results/format.h"

namespace kinemate {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they stand in memory");

// A variable of MATLAB is shorter than this.
constexpr std::uint64_t kLongest = (std::uint64_t{1} << 31) - 1;
constexpr std::size_t kAlignment = 64;

template <class Number>
std::string bytes_of(std::span<const Number> numbers) {
  return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

std::string word(std::uint64_t value) {
  const std::uint32_t number = static_cast<std::uint32_t>(value);
  return bytes_of(std::span(&number, 1));
}

std::string element(mat::Type type, std::string_view content) {
  if (!content.empty() && content.size() <= 4) {  // the small form, with both in one word
    std::string text = word(content.size() << 16 | type);
    text += content;
    text.resize(8, '\0');
    return text;
  }
  std::string text = word(type) + word(content.size());
  text += content;
  text.append((8 - content.size() % 8) % 8, '\0');
  return text;
}

// What stands before the content of an array.
std::string array_head(mat::Class kind, std::uint64_t rows, std::uint64_t columns, std::string_view name) {
  return element(mat::kUint32, word(kind) + word(0)) + element(mat::kInt32, word(rows) + word(columns)) +
         element(mat::kInt8, name);
}

std::string matrix(const std::string& body) { return element(mat::kMatrix, body); }

std::string text_variable(std::string_view name, std::string_view text) {
  std::vector<char16_t> units;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    const char32_t code = character.code_point;
    if (code >= 0x10000) {
      units.push_back(static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10)));
      units.push_back(static_cast<char16_t>(0xDC00 + (code & 0x3FF)));
    } else {
      units.push_back(static_cast<char16_t>(code));
    }
    at += character.length;
  }
  return matrix(array_head(mat::kCharClass, units.empty() ? 0 : 1, units.size(), name) +
                element(mat::kUtf16, bytes_of(std::span<const char16_t>(units))));
}

// Texts column after column.
std::string cell_variable(std::string_view name, const std::vector<std::string>& texts, std::size_t columns) {
  std::string body = array_head(mat::kCellClass, texts.size() / columns, columns, name);
  for (const std::string& text : texts) body += text_variable("", text);
  return matrix(body);
}

std::string mat_head(const ResultHeader& header) {
  std::string text = fmt::format("MATLAB 5.0 MAT-file, {}", kResultMark);
  text.resize(116, ' ');
  text.append(8, '\0');
  text += std::string("\0\1IM", 4);  // version and order of bytes
  CHECK(text.size() == mat::kHeadLength);
  std::vector<std::string> names, units, meanings, meta;
  for (const ResultColumn& column : header.columns) {
    names.push_back(column.name);
    units.push_back(column.unit);
    meanings.push_back(column.meaning);
  }
  for (const auto& entry : header.metadata) meta.push_back(entry.first);
  for (const auto& entry : header.metadata) meta.push_back(entry.second);
  const std::string variables = cell_variable("names", names, 1) + cell_variable("units", units, 1) +
                                cell_variable("meanings", meanings, 1) + cell_variable("meta", meta, 2);
  // blanks behind the first text put `data` where it should lie
  for (std::string about = kResultMark;; about += ' ') {
    const std::string first = text_variable("about", about);
    if ((text.size() + first.size() + variables.size()) % kAlignment == 0) return text + first + variables;
  }
}

class MatSink : public ResultSink {
 public:
  MatSink(const std::string& path, const ResultHeader& header)
      : path_(path), file_(path), columns_(header.columns.size()) {
    const std::string text = mat_head(header);
    start_ = text.size();
    file_.write_at(0, text + data_head(0, 0));
  }

  void append(std::span<const double> values) override {
    const std::uint64_t length = length_ + values.size_bytes();
    if (length + kAlignment > kLongest)
      throw Error(ErrorCode::kCannotWrite, fmt::format("{} is full: a variable of MATLAB's has at most 2 GB", path_),
                  "write fewer times or columns, or write a .csv file, which has no such limit");
    try {
      file_.write_at(start_, data_head(length_, length));
      file_.write_at(start_ + kDataHead + length_, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
      file_.write_at(start_, data_head(length, length));
    } catch (...) {
      file_.restore(start_, data_head(length_, length_), start_ + kDataHead + length_);
      throw;
    }
    length_ = length;
  }

  void close() override { file_.close(); }

 private:
  static constexpr std::uint64_t kDataHead = 56;

  // For numbers of `length` bytes in all, with room for `claimed`.
  std::string data_head(std::uint64_t length, std::uint64_t claimed) const {
    const std::string body = array_head(mat::kDoubleClass, columns_, length / columns_ / sizeof(double), "data");
    std::string text = word(mat::kMatrix) + word(body.size() + 8 + claimed) + body + word(mat::kDouble) + word(length);
    CHECK(text.size() == kDataHead);
    return text;
  }

  std::string path_;
  ResultFile file_;
  std::size_t columns_;
  std::uint64_t start_ = 0;   // of `data`
  std::uint64_t length_ = 0;  // of its numbers, in bytes
};

}  // namespace

std::unique_ptr<ResultSink> make_mat_sink(const std::string& path, const ResultHeader& header) {
  return std::make_unique<MatSink>(path, header);
}

}  // namespace kinemate
