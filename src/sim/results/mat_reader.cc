#include "sim/results/mat_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

#include "base/error.h"
#include "sim/results/mat.h"

namespace kinemate {
namespace {

template <class Number>
Number number_at(std::string_view bytes, std::size_t offset) {
  Number number;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

struct MatElement {
  unsigned type = 0;
  std::string_view content;  // as much of it as there is
  bool whole = true;
};

struct MatArray {
  unsigned kind = 0;
  std::uint64_t rows = 0, columns = 0;
  std::string name;
  std::string_view rest;  // behind the name
};

// Splits bytes into elements.
class MatElements {
 public:
  MatElements(std::string_view source, std::string_view bytes) : source_(source), bytes_(bytes) {}

  bool more() const { return bytes_.size() >= 8; }
  std::string_view rest() const { return bytes_; }

  MatElement next() {
    if (!more()) refuse("it ends within a variable");
    const std::uint32_t first = number_at<std::uint32_t>(bytes_, 0);
    if (first >> 16 != 0) {  // the small form: length and type in one word, content in the next
      const MatElement element{first & 0xFFFF, bytes_.substr(4, std::min<std::size_t>(first >> 16, 4))};
      bytes_.remove_prefix(8);
      return element;
    }
    const std::size_t length = number_at<std::uint32_t>(bytes_, 4);
    const MatElement element{first, bytes_.substr(8, length), length <= bytes_.size() - 8};
    // all but compressed ones are filled up to eights
    const std::size_t filled = first == mat::kCompressed ? length : (length + 7) / 8 * 8;
    bytes_.remove_prefix(std::min(8 + filled, bytes_.size()));
    return element;
  }

  [[noreturn]] void refuse(std::string_view why) const {
    throw Error(ErrorCode::kForeignFile, fmt::format("{} cannot be read as results of a run: {}", source_, why),
                "a run writes such a file if its results are named with .mat at the end");
  }

 private:
  std::string_view source_;
  std::string_view bytes_;
};

void append_utf8(std::string& text, char32_t code) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string from_utf16(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at + 2 <= bytes.size(); at += 2) {
    char32_t code = number_at<std::uint16_t>(bytes, at);
    const bool high = code >= 0xD800 && code < 0xDC00, low = code >= 0xDC00 && code < 0xE000;
    const char32_t next = high && at + 4 <= bytes.size() ? number_at<std::uint16_t>(bytes, at + 2) : 0;
    if (high && next >= 0xDC00 && next < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (next - 0xDC00);
      at += 2;
    } else if (high || low) {
      code = 0xFFFD;
    }
    append_utf8(text, code);
  }
  return text;
}

template <class Number>
void append_numbers(std::vector<double>& values, std::string_view bytes) {
  for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number))
    values.push_back(static_cast<double>(number_at<Number>(bytes, at)));
}

class MatReader {
 public:
  MatReader(std::string_view source, std::string_view bytes) : source_(source), bytes_(bytes) {}

  ResultTable read() {
    check_head();
    MatElements variables(source_, bytes_.substr(mat::kHeadLength));
    while (variables.more() && !complete()) take(variables);
    return make_table();
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const { MatElements(source_, "").refuse(why); }

  void check_head() const {
    if (bytes_.starts_with("MATLAB 7.3")) refuse("it is of version 7.3; save it with -v6");
    if (bytes_.size() < mat::kHeadLength || !bytes_.starts_with("MATLAB 5.0"))
      refuse("it does not begin like a MAT-file of level 5");
    if (bytes_.substr(126, 2) != "IM") refuse("its numbers are big-endian; save it with -v6 on a usual computer");
  }

  // What comes behind is no matter, and may be half written.
  bool complete() const {
    const auto has = [&](const char* name) { return arrays_.contains(name); };
    return has("names") && has("units") && has("meanings") && has("meta") && has("data");
  }

  void take(MatElements& variables) {
    const MatElement element = variables.next();
    if (element.type == mat::kCompressed) refuse("it is compressed; save it with -v6");
    if (element.type != mat::kMatrix) refuse("it has something that is no variable");
    const MatArray array = open(element.content);
    arrays_.emplace(array.name, array);
  }

  MatArray open(std::string_view content) const {
    MatElements parts(source_, content);
    const MatElement flags = parts.next(), size = parts.next(), name = parts.next();
    if (flags.content.size() < 4 || size.type != mat::kInt32 || size.content.size() < 8 || name.type != mat::kInt8)
      refuse("a variable has no size or no name");
    MatArray array{.kind = number_at<std::uint32_t>(flags.content, 0) & 0xFF, .name = std::string(name.content)};
    if (size.content.size() != 8) array.kind = 0;  // of more than two dimensions: not ours
    array.rows = number_at<std::uint32_t>(size.content, 0);
    array.columns = number_at<std::uint32_t>(size.content, 4);
    array.rest = parts.rest();
    return array;
  }

  const MatArray& find(const std::string& name, mat::Class kind) const {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) refuse(fmt::format("it has no variable '{}'", name));
    if (found->second.kind != kind)
      refuse(
          fmt::format("'{}' should be {}", name, kind == mat::kCellClass ? "a cell of texts" : "a matrix of doubles"));
    return found->second;
  }

  std::vector<std::string> texts(const std::string& name) const {
    const MatArray& cell = find(name, mat::kCellClass);
    MatElements entries(source_, cell.rest);
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < cell.rows * cell.columns; ++i) {
      const MatElement entry = entries.next();
      const MatArray text = entry.type == mat::kMatrix && !entry.content.empty() ? open(entry.content) : MatArray{};
      texts.push_back(text.kind == mat::kCharClass ? text_of(text) : "");
    }
    return texts;
  }

  std::string text_of(const MatArray& array) const {
    MatElements parts(source_, array.rest);
    if (!parts.more()) return "";
    const MatElement text = parts.next();
    return text.type == mat::kUtf16 || text.type == mat::kUint16 ? from_utf16(text.content) : std::string(text.content);
  }

  // Programs that save again store whole numbers in short types.
  std::vector<double> numbers(const MatElement& element) const {
    std::vector<double> values;
    switch (element.type) {
      case mat::kDouble: append_numbers<double>(values, element.content); break;
      case mat::kSingle: append_numbers<float>(values, element.content); break;
      case mat::kInt8: append_numbers<std::int8_t>(values, element.content); break;
      case mat::kUint8: append_numbers<std::uint8_t>(values, element.content); break;
      case mat::kInt16: append_numbers<std::int16_t>(values, element.content); break;
      case mat::kUint16: append_numbers<std::uint16_t>(values, element.content); break;
      case mat::kInt32: append_numbers<std::int32_t>(values, element.content); break;
      case mat::kUint32: append_numbers<std::uint32_t>(values, element.content); break;
      default: refuse("the numbers of 'data' are of an unknown type");
    }
    return values;
  }

  ResultTable make_table() const {
    ResultTable table;
    const MatArray& data = find("data", mat::kDoubleClass);
    const std::vector<std::string> names = texts("names"), units = texts("units"), meanings = texts("meanings");
    const std::vector<std::string> meta = texts("meta");
    if (names.empty() || names.size() != data.rows || units.size() != data.rows || meanings.size() != data.rows)
      refuse("'names', 'units' and 'meanings' should have a text for each row of 'data'");
    for (std::size_t i = 0; i < names.size(); ++i) table.header.columns.push_back({names[i], units[i], meanings[i]});
    for (std::size_t i = 0; i < meta.size() / 2; ++i)
      table.header.metadata.emplace_back(meta[i], meta[meta.size() / 2 + i]);
    MatElements parts(source_, data.rest);
    if (parts.more()) table.values = numbers(parts.next());
    table.cut_off = table.values.size() < data.rows * data.columns;
    table.values.resize(std::min(table.values.size() / names.size(), data.columns) * names.size());
    return table;
  }

  std::string_view source_;
  std::string_view bytes_;
  std::map<std::string, MatArray> arrays_;
};

}  // namespace

ResultTable read_mat_results(std::string_view source, std::string_view bytes) {
  return MatReader(source, bytes).read();
}

}  // namespace kinemate
