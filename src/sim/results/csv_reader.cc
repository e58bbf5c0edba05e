#include "sim/results/csv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/error.h"
#include "sim/results/csv.h"
#include "sim/results/format.h"

namespace kinemate {
namespace {

std::string unescaped(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      text += field[i];
    } else {
      const char c = field[++i];
      text += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
    }
  }
  return text;
}

// The fields of the record that starts at `at`, which moves behind its line feed.
std::vector<std::string> read_fields(std::string_view text, std::size_t& at) {
  std::vector<std::string> fields(1);
  bool in_quotes = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      const bool doubled = in_quotes && at + 1 < text.size() && text[at + 1] == '"';
      if (doubled)
        fields.back() += text[at++];
      else
        in_quotes = !in_quotes;
    } else if (c == ',' && !in_quotes) {
      fields.emplace_back();
    } else if (c == '\n' && !in_quotes) {
      ++at;
      break;
    } else if (c != '\r' || in_quotes) {
      fields.back() += c;
    }
  }
  return fields;
}

bool is_number(std::string_view field) {
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size();
}

class CsvReader {
 public:
  CsvReader(std::string_view source, std::string_view text) : source_(source), text_(text) {
    ours_ = text.starts_with(fmt::format("# {}", kResultMark));
  }

  ResultTable read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark, of spreadsheets
    skip_comments();
    read_names();
    for (skip_comments(); at_ < text_.size(); skip_comments()) read_row();
    return std::move(table_);
  }

 private:
  [[noreturn]] void refuse(std::size_t offset, std::string message, std::string hint = {}) const {
    Error error(ErrorCode::kForeignFile, std::move(message), std::move(hint));
    error.place = locate(source_, text_, offset);
    throw error;
  }

  void skip_comments() {
    while (at_ < text_.size() && (text_[at_] == '#' || text_[at_] == '\n' || text_[at_] == '\r')) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      read_comment(text_.substr(at_, end - at_));
      at_ = std::min(end + 1, text_.size());
    }
  }

  void read_comment(std::string_view line) {
    const bool meta = line.starts_with(kCsvMeta);
    if (!meta && !line.starts_with(kCsvColumn)) return;
    line.remove_prefix(meta ? kCsvMeta.size() : kCsvColumn.size());
    std::size_t at = 0;
    std::vector<std::string> fields = read_fields(line, at);
    for (std::string& field : fields) field = unescaped(field);
    fields.resize(3);
    if (meta)
      table_.header.metadata.emplace_back(fields[0], fields[1]);
    else
      described_.push_back({fields[0], fields[1], fields[2]});
  }

  void read_names() {
    const std::size_t from = at_;
    const std::vector<std::string> names = read_fields(text_, at_);
    if (from == text_.size() || (ours_ && text_[at_ - 1] != '\n'))
      refuse(from, "the file ends before the names of its columns");
    if (std::all_of(names.begin(), names.end(), is_number))
      refuse(from, "the first line should name the columns, but it has numbers", "put a line of names above it");
    for (const std::string& name : names) table_.header.columns.push_back({name, "", ""});
    if (described_.size() != names.size()) return;
    for (std::size_t i = 0; i < names.size(); ++i) {
      table_.header.columns[i].unit = described_[i].unit;
      table_.header.columns[i].meaning = described_[i].meaning;
    }
  }

  void read_row() {
    const std::size_t line = std::min(text_.find('\n', at_), text_.size());
    // our rows end in a line feed: without it, digits may be missing
    const bool cut = line == text_.size();
    const std::size_t before = table_.values.size();
    table_.cut_off = cut && ours_;
    try {
      if (!table_.cut_off) read_numbers(line);
    } catch (const Error&) {
      if (!cut) throw;
      table_.values.resize(before);
      table_.cut_off = true;
    }
    at_ = std::min(line + 1, text_.size());
  }

  void read_numbers(std::size_t line_end) {
    const std::size_t columns = table_.columns();
    std::size_t at = at_;
    for (std::size_t i = 0; i < columns; ++i) {
      at = read_number(at, line_end);
      const bool last = i + 1 == columns;
      if (!last && (at == line_end || text_[at] != ','))
        refuse(at, fmt::format("{} numbers were expected in a row, but it has {}", columns, i + 1));
      if (last && at != line_end)
        refuse(at, fmt::format("{} numbers were expected in a row, but it has more", columns));
      ++at;
    }
  }

  // Returns where the field ends.
  std::size_t read_number(std::size_t at, std::size_t line_end) {
    const auto skip_blanks = [&] {
      while (at < line_end && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    };
    skip_blanks();
    double value = std::numeric_limits<double>::quiet_NaN();
    if (at < line_end && text_[at] != ',') {
      const std::size_t from = at + (text_[at] == '+' ? 1 : 0);
      const auto [end, error] = std::from_chars(text_.data() + from, text_.data() + line_end, value);
      if (error == std::errc::result_out_of_range) refuse(at, "this number is too large or too small for a double");
      if (error != std::errc()) refuse(at, "a number was expected here");
      at = static_cast<std::size_t>(end - text_.data());
      skip_blanks();
      if (at < line_end && text_[at] != ',') refuse(at, "a comma or the end of the line was expected behind a number");
    }
    table_.values.push_back(value);
    return at;
  }

  std::string_view source_;
  std::string_view text_;
  bool ours_ = false;
  std::size_t at_ = 0;
  std::vector<ResultColumn> described_;  // by the comments
  ResultTable table_;
};

}  // namespace

ResultTable read_csv_results(std::string_view source, std::string_view text) { return CsvReader(source, text).read(); }

}  // namespace kinemate
