#include "ledger/tables.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace kinemate {
namespace {

constexpr char kRunsMark[] = "Kinemate runs 1";
constexpr std::size_t kPieceBytes = 1 << 16;

// The shortest decimal that reads back as the same number. -0 is the integer 0 to many readers.
std::string shortest_decimal(double value) {
  if (value == 0 && std::signbit(value)) return "-0.0";
  char digits[32];
  return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// A word of CSV, by RFC 4180; # would begin a comment.
std::string csv_word(std::string_view word) {
  const bool plain =
      word.find_first_of(",\"\r\n#") == std::string_view::npos && !word.starts_with(' ') && !word.ends_with(' ');
  if (plain) return std::string(word);
  std::string text = "\"";
  for (char c : word) text += c == '"' ? std::string(2, c) : std::string(1, c);
  return text + '"';
}

// A word inside a comment, which has to stay on its line.
std::string comment_word(std::string_view word) {
  std::string text;
  for (char c : word) {
    if (c == '\\' || c == '\n' || c == '\r')
      text += std::string("\\") + (c == '\n' ? 'n' : c == '\r' ? 'r' : c);
    else
      text += c;
  }
  return csv_word(text);
}

std::string json_word(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_decimal(double value) {
  if (std::isfinite(value)) return shortest_decimal(value);
  return std::isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

struct TableColumn {
  std::string name, unit, kind;
};

std::vector<TableColumn> table_columns(const LedgerHead& head) {
  std::vector<TableColumn> columns;
  for (const std::string& name : head.inputs) columns.push_back({name, "", "input"});
  for (const std::string& name : head.values) columns.push_back({name, "", "value"});
  for (std::size_t i = 0; i < head.units.size(); ++i) columns[i].unit = head.units[i];
  return columns;
}

std::string csv_opening(const LedgerHead& head) {
  std::string text = fmt::format("# {}\n", kRunsMark), names = "run,status,";
  for (const auto& [key, value] : head.metadata)
    text += fmt::format("# meta: {},{}\n", comment_word(key), comment_word(value));
  text += fmt::format("# runs: {}\n", head.runs);
  for (const auto& [name, unit, kind] : table_columns(head)) {
    text += fmt::format("# column: {},{},{}\n", comment_word(name), comment_word(unit), kind);
    names += csv_word(name) + ",";
  }
  return text + names + "cause\n";
}

std::string csv_line(const LedgerRow& row) {
  std::string text = fmt::format("{},{},", row.run, row.good ? "good" : "failed");
  for (const auto* numbers : {&row.inputs, &row.values})
    for (double number : *numbers) text += (std::isnan(number) ? "nan" : shortest_decimal(number)) + ",";
  return text + csv_word(row.cause) + "\n";
}

std::string json_opening(const LedgerHead& head) {
  std::string metadata, columns;
  for (const auto& [key, value] : head.metadata)
    metadata += fmt::format("{}\n{}: {}", metadata.empty() ? "" : ",", json_word(key), json_word(value));
  for (const auto& [name, unit, kind] : table_columns(head))
    columns += fmt::format("{}\n{{\"name\": {}, \"unit\": {}, \"kind\": \"{}\"}}", columns.empty() ? "" : ",",
                           json_word(name), json_word(unit), kind);
  return fmt::format(
      "{{\n\"format\": \"{}\",\n\"metadata\": {{{}\n}},\n\"runs\": {},\n\"columns\": [{}\n],\n\"rows\": [", kRunsMark,
      metadata, head.runs, columns);
}

std::string json_line(const LedgerRow& row) {
  std::string numbers;
  for (const auto* part : {&row.inputs, &row.values})
    for (double number : *part) numbers += (numbers.empty() ? "" : ", ") + json_decimal(number);
  return fmt::format("\n{{\"run\": {}, \"status\": \"{}\", \"numbers\": [{}], \"cause\": {}}}", row.run,
                     row.good ? "good" : "failed", numbers, json_word(row.cause));
}

}  // namespace

void write_csv(const Ledger& ledger, const TextSink& sink) {
  std::string piece = csv_opening(ledger.head());
  ledger.for_each([&](const LedgerRow& row) {
    piece += csv_line(row);
    if (piece.size() < kPieceBytes) return;
    sink(piece);
    piece.clear();
  });
  sink(piece);
}

void write_json(const Ledger& ledger, const TextSink& sink) {
  std::string piece = json_opening(ledger.head());
  const char* comma = "";
  ledger.for_each([&](const LedgerRow& row) {
    piece += comma + json_line(row);
    comma = ",";
    if (piece.size() < kPieceBytes) return;
    sink(piece);
    piece.clear();
  });
  sink(piece + "\n]\n}\n");
}

}  // namespace kinemate
