#include "ledger/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/utf8.h"

namespace kinemate {
namespace {

constexpr std::int64_t kApplication = 0x4B4D4C31;  // "KML1", as `file` shows it
constexpr std::int64_t kVersion = 1;

// A run's numbers are bytes, since SQLite keeps no NaN and no sign of zero.
constexpr char kTables[] = R"(
CREATE TABLE study(identity TEXT NOT NULL, runs INTEGER NOT NULL, shard TEXT NOT NULL);
CREATE TABLE metadata(place INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE columns(place INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, unit TEXT);
CREATE TABLE runs(run INTEGER PRIMARY KEY, good INTEGER NOT NULL, cause TEXT NOT NULL, numbers BLOB NOT NULL);
)";

void write_columns(Database& database, const LedgerHead& head) {
  Statement insert(database, "INSERT INTO columns(kind, name, unit) VALUES(?, ?, ?)");
  Statement insert_unitless(database, "INSERT INTO columns(kind, name) VALUES(?, ?)");
  for (std::size_t i = 0; i < head.inputs.size() + head.values.size(); ++i) {
    const bool input = i < head.inputs.size();
    Statement& statement = head.units.empty() ? insert_unitless : insert;
    statement.bind_text(1, input ? "input" : "value");
    statement.bind_text(2, input ? head.inputs[i] : head.values[i - head.inputs.size()]);
    if (!head.units.empty()) statement.bind_text(3, head.units[i]);
    statement.step();
  }
}

// Long texts, such as whole models, in a message.
std::string in_short(const std::string& text) {
  constexpr std::size_t kMostBytes = 60;
  std::size_t end = text.size();
  if (end > kMostBytes)
    for (end = kMostBytes; end > 0 && is_utf8_continuation(text[end]);) --end;
  return fmt::format("'{}{}'", text.substr(0, end), end < text.size() ? "..." : "");
}

using MetadataEntries = std::vector<std::pair<std::string, std::string>>;

std::optional<std::string> entry_of(const MetadataEntries& entries, const std::string& key) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == key; });
  return found == entries.end() ? std::nullopt : std::optional(found->second);
}

std::string metadata_difference(const LedgerHead& first, const LedgerHead& second, const std::string& there,
                                const std::string& here) {
  const auto words = [](const std::optional<std::string>& value) { return value ? in_short(*value) : "not given"; };
  MetadataEntries entries = second.metadata;
  entries.insert(entries.end(), first.metadata.begin(), first.metadata.end());
  for (const auto& [key, ignored] : entries) {
    const auto old_value = entry_of(first.metadata, key), new_value = entry_of(second.metadata, key);
    if (old_value != new_value)
      return fmt::format("{} is {} {} and {} {}", key, words(old_value), there, words(new_value), here);
  }
  return "";
}

}  // namespace

bool has_head(Database& database, const std::string& name) {
  if (database.pragma("page_count") > 0) return true;
  // SQLite takes a text of a few bytes for an empty file, and would write over it
  std::error_code none;
  const auto size = std::filesystem::file_size(sqlite3_db_filename(database.handle(), "main"), none);
  if (!none && size > 0)
    throw Error(ErrorCode::kLedger, fmt::format("{} is no ledger of runs", name), "choose another file");
  return false;
}

void write_head(Database& database, const LedgerHead& head) {
  database.execute(kTables);
  database.execute(fmt::format("PRAGMA application_id = {}", kApplication).c_str());
  database.execute(fmt::format("PRAGMA user_version = {}", kVersion).c_str());
  Statement study(database, "INSERT INTO study VALUES(?, ?, ?)");
  study.bind_text(1, head.identity);
  study.bind(2, static_cast<std::int64_t>(head.runs));
  study.bind_text(3, head.shard);
  study.step();
  Statement metadata(database, "INSERT INTO metadata(key, value) VALUES(?, ?)");
  for (const auto& [key, value] : head.metadata) {
    metadata.bind_text(1, key);
    metadata.bind_text(2, value);
    metadata.step();
  }
  write_columns(database, head);
}

LedgerHead read_head(Database& database, const std::string& name) {
  if (!has_head(database, name))
    throw Error(ErrorCode::kLedger, fmt::format("{} is empty: it is no ledger of runs", name));
  if (database.pragma("application_id") != kApplication)
    throw Error(ErrorCode::kLedger, fmt::format("{} is a database, but no ledger of runs", name),
                "choose another file");
  if (database.pragma("user_version") > kVersion)
    throw Error(ErrorCode::kLedger, fmt::format("{} was written by a newer version of Kinemate", name),
                "use that version, or another file");
  LedgerHead head;
  Statement study(database, "SELECT identity, runs, shard FROM study");
  while (study.step()) {
    head.identity = study.text(0);
    head.runs = static_cast<std::uint64_t>(study.number(1));
    head.shard = study.text(2);
  }
  Statement metadata(database, "SELECT key, value FROM metadata ORDER BY place");
  while (metadata.step()) head.metadata.emplace_back(metadata.text(0), metadata.text(1));
  Statement columns(database, "SELECT kind, name, unit, unit IS NULL FROM columns ORDER BY place");
  while (columns.step()) {
    (columns.text(0) == "input" ? head.inputs : head.values).push_back(columns.text(1));
    if (columns.number(3) == 0) head.units.push_back(columns.text(2));
  }
  return head;
}

void remove_journal(Database& database) {
  std::error_code none;
  const std::string file = sqlite3_db_filename(database.handle(), "main");
  if (!std::filesystem::exists(file + "-journal", none)) return;
  // by SQLite, which knows of readers that may be about to use it
  Transaction transaction(database);
  database.execute(fmt::format("PRAGMA user_version = {}", kVersion).c_str());
  transaction.commit();
}

std::string study_difference(const LedgerHead& first, const LedgerHead& second, const std::string& there,
                             const std::string& here) {
  if (first.identity != second.identity) {
    const std::string difference = metadata_difference(first, second, there, here);
    if (!difference.empty()) return difference;
  }
  if (first.runs != second.runs)
    return fmt::format("it has {} runs {} and {} {}", first.runs, there, second.runs, here);
  if (first.inputs != second.inputs) return "other quantities are varied";
  if (first.values != second.values) return "other results are asked for";
  if (first.units != second.units) return "quantities have other units";
  return first.identity == second.identity ? "" : "the machine, what is varied or what is asked for is another";
}

}  // namespace kinemate
