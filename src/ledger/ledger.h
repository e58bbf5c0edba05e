// The runs of a study in one SQLite file: what was studied, and a row for each run that is done.
//
// A study of many runs takes hours and is interrupted, so rows are kept as soon as they are written: whatever ends the
// program, the file opens again and holds every row of every finished call of `write`. It has a rollback journal and
// not a write-ahead log, since the latter keeps rows in a second file that one forgets to copy, and does not work on
// the network folders that several computers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kinemate {

/// What was studied. Texts are any UTF-8.
struct LedgerHead {
  std::string identity;  ///< ledgers of equal identity are of one study: the model, what is varied, what is asked for
  std::vector<std::pair<std::string, std::string>>
      metadata;                             ///< for people: model, options, version, ... in this order
  std::vector<std::string> inputs, values;  ///< names of columns: what is varied, what came out
  std::vector<std::string> units;           ///< of the inputs, then of the values; or empty
  std::uint64_t runs = 0;                   ///< of the whole study, at most 2^53
  std::string shard;                        ///< "2/4" where this file is for a part of them; else empty

  bool operator==(const LedgerHead&) const = default;
};

/// One run. Numbers keep their bits, but all NaN are one.
struct LedgerRow {
  std::uint64_t run = 0;
  bool good = true;
  std::string cause;           ///< why it failed
  std::vector<double> inputs;  ///< as many as the head has
  std::vector<double> values;  ///< as many as the head has; none may be given where the run failed: they are NaN then
};

/// For one thread at a time, and for the process that opened it, not for one forked from it.
class Ledger {
 public:
  /// Creates the file, or continues one of the same identity, columns, runs and shard, whose metadata stay as they are.
  /// Nobody else can open it for writing until this object is gone or its process is dead. Throws Error where the file
  /// is no ledger, one of another study, or being written by another run, and of kind kFileSystem where it cannot be
  /// written.
  static Ledger open_for_writing(const std::string& path, const LedgerHead& head);

  /// Sees what is written so far, also while another process writes. Throws Error.
  static Ledger open_for_reading(const std::string& path);

  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger();

  const std::string& path() const;
  const LedgerHead& head() const;

  /// Numbers of the runs that came to an end as they should, and of those that failed; ascending.
  std::vector<std::uint64_t> finished() const;
  std::vector<std::uint64_t> failed() const;

  /// All rows or, where it throws, none; the later one of two rows of one run stays. A call takes milliseconds, however
  /// many rows it has, since it waits for the disk. REQUIRES: opened for writing; run < head().runs.
  void write(std::span<const LedgerRow> rows);

  /// In the order of run numbers.
  void for_each(const std::function<void(const LedgerRow&)>& visit) const;

 private:
  friend class LedgerCursor;
  struct Parts;
  explicit Ledger(std::unique_ptr<Parts> parts);
  std::vector<std::uint64_t> runs_that_are(int good) const;

  std::unique_ptr<Parts> parts_;
};

/// The rows in the order of run numbers, one after another. Rows are read in pages, so that a reader never keeps a
/// writer waiting; those that another process writes in the meantime may be seen or not.
class LedgerCursor {
 public:
  /// REQUIRES: the ledger outlives the cursor.
  explicit LedgerCursor(const Ledger& ledger) : ledger_(&ledger) {}

  /// The next row, valid until the next call; nullptr at the end.
  const LedgerRow* next();

 private:
  void read_page();

  const Ledger* ledger_;
  std::vector<LedgerRow> page_;
  std::size_t at_ = 0;
  std::uint64_t from_ = 0;  // the least run number that was not read
  bool done_ = false;
};

}  // namespace kinemate
