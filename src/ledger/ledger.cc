#include "ledger/ledger.h"

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "ledger/database.h"
#include "ledger/head.h"
#include "ledger/writer_lock.h"

namespace kinemate {
namespace {

static_assert(std::endian::native == std::endian::little);  // as numbers stand in the files

constexpr std::int64_t kRowsPerPage = 1024;
constexpr std::uint64_t kMostRuns = std::uint64_t{1} << 53;

// Absolute, since SQLite takes some names for something else than a file, and one name for all the links to it, so that
// they share a lock.
std::string ledger_file(const std::string& path, const char* what) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) refuse_file(path, what, EISDIR);
  return std::filesystem::weakly_canonical(std::filesystem::absolute(behind_links(path)), none);
}

void append_numbers(std::string& bytes, std::span<const double> numbers) {
  for (double number : numbers) {
    if (std::isnan(number)) number = std::numeric_limits<double>::quiet_NaN();
    char eight[sizeof number];
    std::memcpy(eight, &number, sizeof number);
    bytes.append(eight, sizeof eight);
  }
}

}  // namespace

struct Ledger::Parts {
  Parts(std::string name, Database::Access access)
      : path(std::move(name)), database(ledger_file(path, "read"), path, access) {}
  Parts(std::string name, const std::string& file)
      : path(std::move(name)), lock(std::in_place, file, path), database(file, path, Database::Access::kWrite) {}

  std::string path;
  LedgerHead head;
  std::optional<WriterLock> lock;  // before the database, so that it goes last
  Database database;
  std::optional<Statement> insert;
};

Ledger::Ledger(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

const std::string& Ledger::path() const { return parts_->path; }
const LedgerHead& Ledger::head() const { return parts_->head; }

Ledger Ledger::open_for_writing(const std::string& path, const LedgerHead& head) {
  CHECK(head.units.empty() || head.units.size() == head.inputs.size() + head.values.size());
  CHECK(head.runs <= kMostRuns);
  auto parts = std::make_unique<Parts>(path, ledger_file(path, "written"));
  if (!has_head(parts->database, path)) {
    Transaction transaction(parts->database);
    write_head(parts->database, head);
    transaction.commit();
  }
  parts->head = read_head(parts->database, path);
  const std::string difference = study_difference(parts->head, head, "there", "here");
  if (!difference.empty())
    throw Error(ErrorCode::kLedger, fmt::format("{} holds the runs of another study: {}", path, difference),
                "choose another file, or delete this one to begin anew");
  if (parts->head.shard != head.shard) {
    const auto part = [](const std::string& shard) { return shard.empty() ? "all runs" : "part " + shard; };
    throw Error(ErrorCode::kLedger,
                fmt::format("{} is for {} of the study, not for {}", path, part(parts->head.shard), part(head.shard)),
                "give every part a file of its own, and merge them");
  }
  remove_journal(parts->database);
  parts->insert.emplace(parts->database, "INSERT OR REPLACE INTO runs(run, good, cause, numbers) VALUES(?, ?, ?, ?)");
  return Ledger(std::move(parts));
}

Ledger Ledger::open_for_reading(const std::string& path) {
  auto parts = std::make_unique<Parts>(path, Database::Access::kRead);
  parts->head = read_head(parts->database, path);
  return Ledger(std::move(parts));
}

std::vector<std::uint64_t> Ledger::finished() const { return runs_that_are(1); }
std::vector<std::uint64_t> Ledger::failed() const { return runs_that_are(0); }

std::vector<std::uint64_t> Ledger::runs_that_are(int good) const {
  Statement select(parts_->database, "SELECT run FROM runs WHERE good = ? ORDER BY run");
  select.bind(1, good);
  std::vector<std::uint64_t> runs;
  while (select.step()) runs.push_back(static_cast<std::uint64_t>(select.number(0)));
  return runs;
}

void Ledger::write(std::span<const LedgerRow> rows) {
  CHECK(parts_->insert.has_value());
  const LedgerHead& head = parts_->head;
  Transaction transaction(parts_->database);
  Statement& insert = *parts_->insert;
  std::string numbers;
  for (const LedgerRow& row : rows) {
    CHECK(row.run < head.runs);
    CHECK(row.inputs.size() == head.inputs.size());
    CHECK(row.values.size() == head.values.size() || (!row.good && row.values.empty()));
    numbers.clear();
    append_numbers(numbers, row.inputs);
    append_numbers(numbers, row.values);
    insert.bind(1, static_cast<std::int64_t>(row.run));
    insert.bind(2, row.good);
    insert.bind_text(3, row.cause);
    insert.bind_bytes(4, numbers);
    insert.step();
  }
  transaction.commit();
}

void Ledger::for_each(const std::function<void(const LedgerRow&)>& visit) const {
  LedgerCursor cursor(*this);
  while (const LedgerRow* row = cursor.next()) visit(*row);
}

const LedgerRow* LedgerCursor::next() {
  if (at_ == page_.size() && !done_) read_page();
  return at_ == page_.size() ? nullptr : &page_[at_++];
}

void LedgerCursor::read_page() {
  const LedgerHead& head = ledger_->head();
  const std::size_t inputs = head.inputs.size(), values = head.values.size();
  Statement select(ledger_->parts_->database,
                   "SELECT run, good, cause, numbers FROM runs WHERE run >= ? ORDER BY run LIMIT ?");
  select.bind(1, static_cast<std::int64_t>(from_));
  select.bind(2, kRowsPerPage);
  page_.clear();
  at_ = 0;
  while (select.step()) {
    LedgerRow row{static_cast<std::uint64_t>(select.number(0)), select.number(1) != 0, select.text(2), {}, {}};
    const std::string_view bytes = select.bytes(3);
    std::vector<double> numbers(inputs + values, std::numeric_limits<double>::quiet_NaN());
    if (bytes.size() != sizeof(double) * inputs && bytes.size() != sizeof(double) * numbers.size())
      ledger_->parts_->database.refuse(SQLITE_CORRUPT);
    if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(inputs);
    row.inputs.assign(numbers.begin(), middle);
    row.values.assign(middle, numbers.end());
    from_ = row.run + 1;
    page_.push_back(std::move(row));
  }
  done_ = page_.size() < static_cast<std::size_t>(kRowsPerPage);
}

}  // namespace kinemate
