// SQLite as far as ledgers need it, with its failures as errors that speak of the file.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kinemate {

class Database {
 public:
  enum class Access { kRead, kWrite };

  /// The file of an absolute path; `name` is what errors call it. Nothing is read yet. kWrite creates the file where
  /// there is none, kRead puts an interrupted transaction of a dead process right where it may. Throws Error.
  Database(const std::string& file, std::string name, Access access);

  /// Statements without results, or whose results do not matter.
  void execute(const char* sql);

  /// A number that SQLite knows of the file: "application_id", "page_count".
  std::int64_t pragma(const std::string& what);

  /// The Error for a code of SQLite.
  [[noreturn]] void refuse(int code) const;

  sqlite3* handle() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::string name_;
  Access access_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A statement of a database that outlives it. Parameters count from 1, columns from 0.
class Statement {
 public:
  Statement(Database& database, const char* sql);

  void bind(int parameter, std::int64_t number);
  void bind_text(int parameter, std::string_view text);
  /// REQUIRES: the bytes stay until the statement has run.
  void bind_bytes(int parameter, std::string_view bytes);

  /// To the next row of the result; false behind the last one, where the statement is ready to run again.
  bool step();

  std::int64_t number(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  std::string text(int column) const { return std::string(bytes(column)); }
  /// Valid until the next step.
  std::string_view bytes(int column) const;

 private:
  void require(int code) const;

  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// All changes from its beginning to `commit`, or none.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
};

}  // namespace kinemate
