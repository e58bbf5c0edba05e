#include "ledger/database.h"

#include "ledger/fixture.h"

namespace kinemate {
namespace {

class DatabaseTest : public LedgerTest {
 protected:
  Database database_{file("d"), "the file", Database::Access::kWrite};
};

TEST_F(DatabaseTest, TextsAndBytesComeBackWhole) {
  database_.execute("CREATE TABLE t(n INTEGER, s TEXT, b BLOB)");
  const std::string odd("a\0'\"ü\xFF", 7);
  Statement insert(database_, "INSERT INTO t VALUES(?, ?, ?)");
  for (const std::string& text : {odd, std::string()}) {
    insert.bind(1, -(std::int64_t{1} << 53));
    insert.bind_text(2, text);
    insert.bind_bytes(3, text);
    EXPECT_FALSE(insert.step());  // and ready again
  }
  Statement select(database_, "SELECT n, s, b, typeof(s), typeof(b) FROM t");
  ASSERT_TRUE(select.step());
  EXPECT_EQ(select.number(0), -(std::int64_t{1} << 53));
  EXPECT_EQ(select.text(1), odd);
  EXPECT_EQ(select.bytes(2), odd);
  ASSERT_TRUE(select.step());
  EXPECT_EQ(select.text(1), "");
  EXPECT_EQ(select.text(3) + select.text(4), "textblob");  // empty, but there
  EXPECT_FALSE(select.step());
  EXPECT_TRUE(select.step());  // from the beginning
}

TEST_F(DatabaseTest, TransactionsAreWholeOrNothing) {
  database_.execute("CREATE TABLE t(n)");
  {
    Transaction transaction(database_);
    database_.execute("INSERT INTO t VALUES(1)");
  }
  const auto count = [&] {
    Statement statement(database_, "SELECT count(*) FROM t");
    statement.step();
    return statement.number(0);
  };
  EXPECT_EQ(count(), 0);
  {
    Transaction transaction(database_);
    database_.execute("INSERT INTO t VALUES(1)");
    transaction.commit();
  }
  EXPECT_EQ(count(), 1);
}

TEST_F(DatabaseTest, FailuresAreToldInWords) {
  const auto message = [&](int code) { return refusal([&] { database_.refuse(code); }); };
  EXPECT_EQ(message(SQLITE_FULL),
            "error: the file cannot be written: No space left on device [K702]\n"
            "  hint: the disk is full: make room, or choose a folder on another disk\n");
  EXPECT_NE(message(SQLITE_READONLY_DBMOVED).find("cannot be written: Permission denied"), std::string::npos);
  EXPECT_NE(message(SQLITE_BUSY).find("another program keeps it locked"), std::string::npos);
  EXPECT_NE(message(SQLITE_CORRUPT).find("is damaged"), std::string::npos);
  EXPECT_NE(message(SQLITE_NOTADB).find("is no ledger"), std::string::npos);
  EXPECT_THROW(database_.refuse(SQLITE_NOMEM), std::bad_alloc);
  EXPECT_NE(refusal([&] { Statement(database_, "SELECT x FROM nowhere"); }).find("no such table"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
