#include "ledger/merge.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <tuple>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "ledger/head.h"
#include "ledger/ledger.h"
#include "ledger/writer_lock.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRowsPerWrite = 8192;
constexpr std::size_t kMostNamed = 10;

void require_one_study(const Ledger& first, const Ledger& second) {
  const std::string difference =
      study_difference(first.head(), second.head(), "in " + first.path(), "in " + second.path());
  if (difference.empty()) return;
  throw Error(ErrorCode::kLedger,
              fmt::format("{} and {} are of different studies: {}", first.path(), second.path(), difference),
              "merge only the parts of one study");
}

// Of all: what they have in common, so that their order does not matter.
LedgerHead merged_head(std::span<const Ledger> ledgers) {
  LedgerHead head = ledgers[0].head();
  head.shard.clear();
  for (const Ledger& other : ledgers)
    std::erase_if(head.metadata, [&](const auto& entry) {
      const auto& theirs = other.head().metadata;
      return std::find(theirs.begin(), theirs.end(), entry) == theirs.end();
    });
  return head;
}

std::vector<std::uint64_t> number_bits(const LedgerRow& row) {
  std::vector<std::uint64_t> bits;
  for (const auto* numbers : {&row.inputs, &row.values})
    for (double number : *numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

// The rows of several ledgers, run by run.
class MergedRows {
 public:
  explicit MergedRows(std::span<const Ledger> ledgers) : ledgers_(ledgers) {
    for (const Ledger& ledger : ledgers) {
      cursors_.emplace_back(ledger);
      next_.push_back(cursors_.back().next());
    }
  }

  // False at the end.
  bool next(LedgerRow& row) {
    const std::size_t none = ledgers_.size();
    std::size_t best = none;
    for (std::size_t i = 0; i < none; ++i)
      if (next_[i] && (best == none || next_[i]->run < next_[best]->run)) best = i;
    if (best == none) return false;
    for (std::size_t i = best + 1; i < none; ++i)
      if (next_[i] && next_[i]->run == next_[best]->run) best = better(best, i);
    row = *next_[best];
    for (std::size_t i = 0; i < none; ++i)
      if (next_[i] && next_[i]->run == row.run) next_[i] = cursors_[i].next();
    return true;
  }

 private:
  // Of two failures the one whose words come first: any choice that the order of the ledgers does not change.
  std::size_t better(std::size_t a, std::size_t b) const {
    const LedgerRow &first = *next_[a], &second = *next_[b];
    if (first.good != second.good) return first.good ? a : b;
    const auto first_bits = number_bits(first), second_bits = number_bits(second);
    if (!first.good) return std::tie(second.cause, second_bits) < std::tie(first.cause, first_bits) ? b : a;
    if (first_bits != second_bits)
      throw Error(ErrorCode::kLedger,
                  fmt::format("run {} has different results in {} and in {}", first.run, ledgers_[a].path(),
                              ledgers_[b].path()),
                  "they were computed by different versions or on different computers: keep one of the two");
    return a;
  }

  std::span<const Ledger> ledgers_;
  std::vector<LedgerCursor> cursors_;
  std::vector<const LedgerRow*> next_;  // of each cursor; nullptr at its end
};

void count_missing(MergedRuns& merged, std::uint64_t from, std::uint64_t to) {
  merged.missing += to - from;
  for (std::uint64_t run = from; run < to && merged.first_missing.size() < kMostNamed; ++run)
    merged.first_missing.push_back(run);
}

MergedRuns write_merged(std::span<const Ledger> ledgers, Ledger& out) {
  MergedRuns merged{.runs = out.head().runs};
  std::uint64_t expected = 0;
  std::vector<LedgerRow> rows;
  MergedRows source(ledgers);
  for (LedgerRow row; source.next(row); rows.push_back(row)) {
    if (rows.size() == kRowsPerWrite) {
      out.write(rows);
      rows.clear();
    }
    ++(row.good ? merged.finished : merged.failed);
    count_missing(merged, expected, row.run);
    expected = row.run + 1;
  }
  out.write(rows);
  count_missing(merged, expected, merged.runs);
  return merged;
}

// A file beside another one, removed unless it takes the other's place.
class FileBeside {
 public:
  explicit FileBeside(fs::path target)
      : target_(std::move(target)), path_(fmt::format("{}.{}.tmp", target_.string(), getpid())) {
    remove();
  }
  ~FileBeside() { remove(); }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  const std::string& path() const { return path_; }
  void take_place(const std::string& name) const {
    if (std::rename(path_.c_str(), target_.c_str()) != 0) refuse_file(name, "written", errno);
  }

 private:
  void remove() const {
    for (const char* suffix : {"", "-journal"}) std::remove((path_ + suffix).c_str());
  }

  fs::path target_;
  std::string path_;
};

}  // namespace

MergedRuns merge_ledgers(std::span<const std::string> paths, const std::string& out) {
  CHECK(!paths.empty());
  std::vector<Ledger> ledgers;
  for (const std::string& path : paths) {
    ledgers.push_back(Ledger::open_for_reading(path));
    require_one_study(ledgers.front(), ledgers.back());
  }
  std::error_code none;
  const fs::path target = fs::weakly_canonical(fs::absolute(behind_links(out)), none);
  const WriterLock lock(target, out);
  if (fs::exists(target, none) && !(fs::is_regular_file(target, none) && fs::file_size(target, none) == 0))
    require_one_study(ledgers.front(), Ledger::open_for_reading(out));
  const FileBeside beside(target);
  MergedRuns merged;
  {
    Ledger written = Ledger::open_for_writing(beside.path(), merged_head(ledgers));
    merged = write_merged(ledgers, written);
  }
  beside.take_place(out);
  return merged;
}

}  // namespace kinemate
