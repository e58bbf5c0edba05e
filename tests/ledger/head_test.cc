#include "ledger/head.h"

#include "ledger/fixture.h"

namespace kinemate {
namespace {

class HeadTest : public LedgerTest {
 protected:
  Database database_{file("d"), "d", Database::Access::kWrite};

  std::string reading() {
    return refusal([&] { read_head(database_, "d"); });
  }
};

TEST_F(HeadTest, IsReadAsItIsWritten) {
  write_head(database_, crane());
  EXPECT_EQ(read_head(database_, "d"), crane());
  EXPECT_EQ(read_head(database_, "d").units.size(), 3u);
}

TEST_F(HeadTest, OtherDatabasesAreRefused) {
  EXPECT_NE(reading().find("d is empty"), std::string::npos);
  database_.execute("CREATE TABLE t(n)");
  EXPECT_NE(reading().find("d is a database, but no ledger of runs"), std::string::npos);
}

TEST_F(HeadTest, NewerVersionsAreRefused) {
  write_head(database_, crane());
  database_.execute("PRAGMA user_version = 2");
  EXPECT_NE(reading().find("newer version"), std::string::npos);
}

TEST_F(HeadTest, DifferencesInWords) {
  const auto difference = [](const auto& change) {
    LedgerHead other = crane();
    change(other);
    return study_difference(crane(), other, "in a", "in b");
  };
  EXPECT_EQ(difference([](LedgerHead&) {}), "");
  EXPECT_EQ(difference([](LedgerHead& h) { h.shard = "1/2"; }), "");
  EXPECT_EQ(difference([](LedgerHead& h) { h.metadata.clear(); }), "");  // the identity is what counts
  EXPECT_EQ(difference([](LedgerHead& h) { h.identity = "", h.metadata.clear(); }),
            "model is 'crane' in a and not given in b");
  EXPECT_EQ(difference([](LedgerHead& h) { h.identity = "", h.metadata[0].second = std::string(59, 'x') + "üü"; }),
            "model is 'crane' in a and '" + std::string(59, 'x') + "...' in b");
  EXPECT_EQ(difference([](LedgerHead& h) { h.values[0] = "y"; }), "other results are asked for");
  EXPECT_EQ(difference([](LedgerHead& h) { h.inputs[0] = "y"; }), "other quantities are varied");
  EXPECT_EQ(difference([](LedgerHead& h) { h.units[0] = "y"; }), "quantities have other units");
}

}  // namespace
}  // namespace kinemate
