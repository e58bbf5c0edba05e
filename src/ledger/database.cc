#include "ledger/database.h"

#include <fmt/format.h>

#include <cerrno>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace kinemate {
namespace {

// Others hold their locks for as long as it takes to read or write some rows.
constexpr int kPatienceMilliseconds = 60'000;

}  // namespace

Database::Database(const std::string& file, std::string name, Access access) : name_(std::move(name)), access_(access) {
  const int flags = SQLITE_OPEN_READWRITE | (access == Access::kWrite ? SQLITE_OPEN_CREATE : 0);
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) refuse(code);
  // SQLite opens what may not be written for reading, without a word
  if (access == Access::kWrite && sqlite3_db_readonly(handle, "main") == 1) refuse_file(name_, "written", EACCES);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kPatienceMilliseconds);
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) refuse(code);
}

std::int64_t Database::pragma(const std::string& what) {
  Statement statement(*this, ("PRAGMA " + what).c_str());
  return statement.step() ? statement.number(0) : 0;
}

void Database::refuse(int code) const {
  const char* what = access_ == Access::kWrite ? "written" : "read";
  const int reason = handle_ ? sqlite3_system_errno(handle()) : 0;
  switch (code & 0xFF) {
    case SQLITE_NOMEM: throw std::bad_alloc();
    case SQLITE_FULL: refuse_file(name_, what, ENOSPC);
    case SQLITE_READONLY:
    case SQLITE_PERM: refuse_file(name_, what, EACCES);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: refuse_file(name_, what, reason);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(ErrorCode::kFileInUse, fmt::format("{} cannot be {}: another program keeps it locked", name_, what),
                  "close the programs that look into it");
    case SQLITE_NOTADB:
      throw Error(ErrorCode::kLedger, fmt::format("{} is no ledger of runs", name_), "choose another file");
    default:
      throw Error(ErrorCode::kLedger,
                  fmt::format("{} is damaged: {}", name_, handle_ ? sqlite3_errmsg(handle()) : "no memory"),
                  "restore it from a copy, or delete it and run the study again");
  }
}

Statement::Statement(Database& database, const char* sql) : database_(&database) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v2(database.handle(), sql, -1, &handle, nullptr);
  handle_.reset(handle);
  require(code);
}

void Statement::require(int code) const {
  if (code != SQLITE_OK) database_->refuse(code);
}

void Statement::bind(int parameter, std::int64_t number) {
  require(sqlite3_bind_int64(handle_.get(), parameter, number));
}

void Statement::bind_text(int parameter, std::string_view text) {
  // a text of no length and no address would be no text
  const char* data = text.empty() ? "" : text.data();
  require(sqlite3_bind_text64(handle_.get(), parameter, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind_bytes(int parameter, std::string_view bytes) {
  const char* data = bytes.empty() ? "" : bytes.data();
  require(sqlite3_bind_blob64(handle_.get(), parameter, data, bytes.size(), SQLITE_STATIC));
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(handle_.get());
    return false;
  }
  // asked before anything else is done with the database, which forgets it
  try {
    database_->refuse(code);
  } catch (...) {
    sqlite3_reset(handle_.get());
    throw;
  }
}

std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(handle_.get(), column);
  const int size = sqlite3_column_bytes(handle_.get(), column);
  return data ? std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size)) : std::string_view();
}

Transaction::Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  // SQLite ends some transactions by itself when they fail
  if (sqlite3_get_autocommit(database_.handle()) == 0)
    sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() { database_.execute("COMMIT"); }

}  // namespace kinemate
