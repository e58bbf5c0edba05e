#include "ledger/tables.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "ledger/fixture.h"

namespace kinemate {
namespace {

class TablesTest : public LedgerTest {
 protected:
  static constexpr double kMuch = std::numeric_limits<double>::infinity();

  static std::string csv(const Ledger& ledger) {
    std::string text;
    write_csv(ledger, [&](std::string_view piece) { text += piece; });
    return text;
  }
  static std::string json(const Ledger& ledger) {
    std::string text;
    write_json(ledger, [&](std::string_view piece) { text += piece; });
    return text;
  }
};

TEST_F(TablesTest, CommaSeparatedValues) {
  LedgerHead head = crane();
  head.metadata[0].second = "a crane, \"big\"\nand \\ red";
  make("a", head,
       {good(0, 0.1), bad(1, "too stiff, at \"t\" = 1"), {3, true, "", {1e22}, {-0.0, -kMuch}}, bad(4, "two\nlines")});
  EXPECT_EQ(csv(Ledger::open_for_reading(file("a"))), R"csv(# Kinemate runs 1
# meta: model,"a crane, ""big""\nand \\ red"
# meta: varied,k = 10 .. 20 : 5
# runs: 5
# column: k,N/m,input
# column: x_max,m,value
# column: "phi'(1, ""ü"")",rad/s,value
run,status,k,x_max,"phi'(1, ""ü"")",cause
0,good,10,0.1,-0.1,
1,failed,11,nan,nan,"too stiff, at ""t"" = 1"
3,good,1e+22,-0.0,-inf,
4,failed,14,nan,nan,"two
lines"
)csv");
}

TEST_F(TablesTest, Json) {
  make("a", crane(), {good(0, 0.1), bad(1, "too \"stiff\"\n\xFF"), {3, true, "", {1e22}, {-kMuch, kMuch}}});
  const std::string text = json(Ledger::open_for_reading(file("a")));
  const auto document = nlohmann::json::parse(text);
  EXPECT_EQ(document["format"], "Kinemate runs 1");
  EXPECT_EQ(document["metadata"]["varied"], "k = 10 .. 20 : 5");
  EXPECT_EQ(document["runs"], 5);
  EXPECT_EQ(document["columns"].dump(),
            R"json([{"kind":"input","name":"k","unit":"N/m"},{"kind":"value","name":"x_max","unit":"m"},)json"
            R"json({"kind":"value","name":"phi'(1, \"ü\")","unit":"rad/s"}])json");
  ASSERT_EQ(document["rows"].size(), 3u);
  EXPECT_EQ(document["rows"][0].dump(), R"({"cause":"","numbers":[10,0.1,-0.1],"run":0,"status":"good"})");
  EXPECT_EQ(document["rows"][1]["status"], "failed");
  EXPECT_EQ(document["rows"][1]["cause"], "too \"stiff\"\n\uFFFD");
  EXPECT_EQ(document["rows"][1]["numbers"].dump(), R"([11,"NaN","NaN"])");
  EXPECT_EQ(document["rows"][2]["numbers"].dump(), R"([1e+22,"-Infinity","Infinity"])");
}

TEST_F(TablesTest, ThingsThatAreNotThere) {
  LedgerHead head = crane();
  head.metadata.clear();
  head.units.clear();
  make("a", head, {});
  const Ledger ledger = Ledger::open_for_reading(file("a"));
  EXPECT_EQ(csv(ledger).substr(0, 54), "# Kinemate runs 1\n# runs: 5\n# column: k,,input\n# colum");
  EXPECT_TRUE(nlohmann::json::parse(json(ledger))["rows"].empty());
}

// The order of writing, the file, the shard and what was there before leave no trace.
TEST_F(TablesTest, DependOnTheContentAlone) {
  LedgerHead head = crane();
  head.runs = 5000;
  std::vector<LedgerRow> all;
  for (std::uint64_t run = 0; run < head.runs; ++run)
    all.push_back(run % 7 == 0 ? bad(run, "no") : good(run, 1.0 / (1.0 + static_cast<double>(run))));
  make("a", head, all);
  head.shard = "1/2";
  {
    Ledger ledger = Ledger::open_for_writing(file("b"), head);
    ledger.write(std::vector{bad(1, "at first")});
    for (std::size_t i = all.size(); i-- > 0;)
      if (i % 50 == 0) ledger.write(std::span(all).subspan(i, 50));
  }
  const Ledger first = Ledger::open_for_reading(file("a")), second = Ledger::open_for_reading(file("b"));
  EXPECT_EQ(csv(first), csv(second));
  EXPECT_EQ(json(first), json(second));
  EXPECT_GT(csv(first).size(), 100'000u);  // in several pieces
}

}  // namespace
}  // namespace kinemate
