#include "sim/results/json_reader.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "sim/results/json.h"

namespace kinemate {
namespace {

// Bytes for the parser; it tells how far the parser is.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* byte, const char** reached) : byte_(byte), reached_(reached) {}
  reference operator*() const { return *byte_; }
  Cursor& operator++() {
    *reached_ = ++byte_;
    return *this;
  }
  bool operator==(const Cursor& other) const { return byte_ == other.byte_; }
  bool operator!=(const Cursor& other) const { return byte_ != other.byte_; }

 private:
  const char* byte_;
  const char** reached_;
};

// Takes the parts of the document as the parser meets them.
class Receiver : public nlohmann::json_sax<nlohmann::json> {
 public:
  Receiver(std::string_view source, std::string_view text) : source_(source), text_(text), reached_(text.data()) {}

  ResultTable read() {
    const char* end = text_.data() + text_.size();
    nlohmann::json::sax_parse(Cursor(text_.data(), &reached_), Cursor(end, &reached_), this);
    if (!rows_seen_ || table_.header.columns.empty()) refuse("this is JSON, but not of results of a run", kHint);
    return std::move(table_);
  }

  bool null() override { return number(std::numeric_limits<double>::quiet_NaN()); }
  bool boolean(bool) override { return other("a truth value"); }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& value) override {
    if (where() == Where::kRow) {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      if (value == "NaN") return number(std::numeric_limits<double>::quiet_NaN());
      if (value == "Infinity" || value == "-Infinity") return number(value == "Infinity" ? kInfinity : -kInfinity);
      return other("a text");
    }
    if (where() == Where::kMetadata) table_.header.metadata.emplace_back(key_, value);
    if (where() != Where::kColumn) return true;
    ResultColumn& column = table_.header.columns.back();
    if (key_ == "name") column.name = value;
    if (key_ == "unit") column.unit = value;
    if (key_ == "meaning") column.meaning = value;
    return true;
  }

  bool key(string_t& value) override {
    key_ = value;
    return true;
  }

  bool start_object(std::size_t) override {
    if (where() == Where::kColumns) table_.header.columns.emplace_back();
    enter(within_.empty()                                     ? Where::kDocument
          : where() == Where::kDocument && key_ == "metadata" ? Where::kMetadata
          : where() == Where::kColumns                        ? Where::kColumn
                                                              : Where::kOther);
    return true;
  }

  bool start_array(std::size_t) override {
    if (where() == Where::kDocument && key_ == "rows") {
      if (table_.header.columns.empty()) refuse("the columns should come before the rows", kHint);
      rows_seen_ = true;
      enter(Where::kRows);
    } else if (where() == Where::kDocument && key_ == "columns") {
      enter(Where::kColumns);
    } else {
      enter(where() == Where::kRows ? Where::kRow : Where::kOther);
    }
    return true;
  }

  bool end_object() override { return leave(); }

  bool end_array() override {
    if (where() == Where::kRow) {
      if (row_.size() != table_.columns())
        refuse(fmt::format("{} numbers were expected in a row, but it has {}", table_.columns(), row_.size()));
      table_.values.insert(table_.values.end(), row_.begin(), row_.end());
      row_.clear();
    }
    return leave();
  }

  // A file that was cut off, or in which the end was being written over, breaks off in its last bytes.
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    const std::size_t left = static_cast<std::size_t>(text_.data() + text_.size() - reached_);
    if (!rows_seen_ || left >= sizeof kJsonEnd) refuse("this is not JSON", kHint);
    table_.cut_off = true;
    return false;
  }

 private:
  enum class Where { kOutside, kDocument, kMetadata, kColumns, kColumn, kRows, kRow, kOther };
  static constexpr char kHint[] = "a run writes such a file if its results are named with .json at the end";

  Where where() const { return within_.empty() ? Where::kOutside : within_.back(); }
  void enter(Where where) { within_.push_back(where); }
  bool leave() {
    within_.pop_back();
    return true;
  }

  bool number(double value) {
    if (where() == Where::kRow) row_.push_back(value);
    if (where() == Where::kRows) other("a number");
    return true;
  }

  bool other(const char* what) {
    if (where() == Where::kRow) refuse(fmt::format("a number was expected in a row, but there is {}", what));
    if (where() == Where::kRows) refuse(fmt::format("a row was expected, but there is {}", what));
    return true;
  }

  [[noreturn]] void refuse(std::string message, std::string hint = {}) const {
    Error error(ErrorCode::kForeignFile, std::move(message), std::move(hint));
    const std::size_t offset = static_cast<std::size_t>(reached_ - text_.data());
    error.place = locate(source_, text_, offset == 0 ? 0 : offset - 1);
    throw error;
  }

  std::string_view source_;
  std::string_view text_;
  const char* reached_;
  std::vector<Where> within_;
  std::string key_;
  bool rows_seen_ = false;
  std::vector<double> row_;
  ResultTable table_;
};

}  // namespace

ResultTable read_json_results(std::string_view source, std::string_view text) { return Receiver(source, text).read(); }

}  // namespace kinemate
