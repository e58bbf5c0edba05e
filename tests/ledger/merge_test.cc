#include "ledger/merge.h"

#include <fstream>
#include <limits>

#include "ledger/fixture.h"
#include "ledger/tables.h"

namespace kinemate {
namespace {

class MergeTest : public LedgerTest {
 protected:
  static LedgerHead part(const std::string& shard, std::uint64_t runs = 5) {
    LedgerHead head = crane();
    head.shard = shard;
    head.runs = runs;
    head.metadata.emplace_back("computer", "number " + shard);
    return head;
  }
  MergedRuns merge(const std::vector<std::string>& paths) const { return merge_ledgers(paths, file("out")); }
  std::string csv() const {
    std::string text;
    write_csv(Ledger::open_for_reading(file("out")), [&](std::string_view piece) { text += piece; });
    return text;
  }
};

TEST_F(MergeTest, PartsBecomeOne) {
  const std::string a = make("a", part("1/2"), {good(4, 4), good(0, 0)}), b = make("b", part("2/2"), {good(1, 1)});
  const MergedRuns merged = merge({a, b});
  EXPECT_EQ(merged.runs, 5u);
  EXPECT_EQ(merged.finished, 3u);
  EXPECT_EQ(merged.failed, 0u);
  EXPECT_EQ(merged.missing, 2u);
  EXPECT_EQ(merged.first_missing, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(files(), (std::vector<std::string>{"a", "b", "out"}));
  {
    Ledger out = Ledger::open_for_writing(file("out"), crane());  // it can be continued, as the whole
    EXPECT_EQ(out.head(), crane());                               // without what the parts have not in common
    EXPECT_EQ(out.finished(), (std::vector<std::uint64_t>{0, 1, 4}));
  }
  const std::string first = csv();
  merge({b, a});
  EXPECT_EQ(csv(), first);
  merge({file("out"), a});  // into one of those that are merged
  EXPECT_EQ(csv(), first);
}

TEST_F(MergeTest, EmptyParts) {
  const MergedRuns merged = merge({make("a", part("1/2", 1000), {}), make("b", part("2/2", 1000), {})});
  EXPECT_EQ(merged.missing, 1000u);
  EXPECT_EQ(merged.first_missing, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST_F(MergeTest, ManyRows) {
  constexpr std::uint64_t kRuns = 30'000;
  std::vector<std::string> paths;
  for (std::uint64_t shard = 0; shard < 3; ++shard) {
    std::vector<LedgerRow> some;
    for (std::uint64_t run = shard; run < kRuns; run += 3)
      if (run != 17'000) some.push_back(good(run, static_cast<double>(run)));
    paths.push_back(make(std::to_string(shard), part(std::to_string(shard), kRuns), some));
  }
  const MergedRuns merged = merge(paths);
  EXPECT_EQ(merged.finished, kRuns - 1);
  EXPECT_EQ(merged.first_missing, (std::vector<std::uint64_t>{17'000}));
  std::uint64_t expected = 0;
  Ledger::open_for_reading(file("out")).for_each([&](const LedgerRow& row) {
    if (expected == 17'000) ++expected;
    EXPECT_EQ(row.run, expected);
    EXPECT_EQ(row.values[0], static_cast<double>(expected++));
  });
  EXPECT_EQ(expected, kRuns);
}

TEST_F(MergeTest, TheSameRunTwice) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string a = make("a", part("1"), {good(0, 1), good(1, 2), bad(2, "b"), good(3, nan)});
  const std::string b = make("b", part("2"), {good(0, 1), bad(1, "no"), bad(2, "a"), good(3, -nan)});
  for (const auto& paths : {std::vector{a, b}, {b, a}, {a, b, a}}) {
    const MergedRuns merged = merge(paths);
    EXPECT_EQ(merged.finished, 3u);
    EXPECT_EQ(merged.failed, 1u);
    EXPECT_EQ(merged.missing, 1u);
    const auto all = rows(Ledger::open_for_reading(file("out")));
    ASSERT_EQ(all.size(), 4u);
    EXPECT_TRUE(all[1].good);
    EXPECT_EQ(all[1].values[0], 2);
    EXPECT_EQ(all[2].cause, "a");
  }
}

TEST_F(MergeTest, DifferentResultsOfOneRun) {
  const std::string a = make("a", part("1"), {good(0, 1), good(2, 1)});
  const std::string b = make("b", part("2"), {good(1, 1)});
  const std::string c = make("c", part("3"), {good(2, 1.0000000000000002)});
  std::ofstream(file("out")).flush();
  EXPECT_NE(refusal([&] {
              merge({a, b, c});
            }).find("run 2 has different results in " + a + " and in " + c),
            std::string::npos);
  EXPECT_EQ(files(), (std::vector<std::string>{"a", "b", "c", "out"}));  // nothing half done is left
  EXPECT_EQ(std::filesystem::file_size(file("out")), 0u);
}

TEST_F(MergeTest, DifferentStudies) {
  LedgerHead other = crane();
  other.identity = "other";
  other.metadata[0].second = "loader";
  const std::string a = make("a", crane(), {}), b = make("b", other, {});
  EXPECT_EQ(refusal([&] {
              merge({a, b});
            }),
            "error: " + a + " and " + b + " are of different studies: model is 'crane' in " + a + " and 'loader' in " +
                b + " [K506]\n  hint: merge only the parts of one study\n");
  EXPECT_FALSE(std::filesystem::exists(file("out")));
}

TEST_F(MergeTest, OtherFilesStay) {
  const std::string a = make("a", crane(), {good(0, 1)});
  std::ofstream(file("out")) << std::string(2000, 'x');
  EXPECT_NE(refusal([&] { merge({a}); }).find("is no ledger of runs"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(file("out")), 2000u);
  std::filesystem::remove(file("out"));
  LedgerHead other = crane();
  other.identity = "other";
  make("out", other, {good(0, 5)});
  EXPECT_NE(refusal([&] { merge({a}); }).find("are of different studies"), std::string::npos);
  EXPECT_EQ(rows(Ledger::open_for_reading(file("out")))[0].values[0], 5);
  EXPECT_NE(refusal([&] { merge({file("none")}); }).find("cannot be read"), std::string::npos);
}

TEST_F(MergeTest, WhatIsBeingWrittenStays) {
  const std::string a = make("a", crane(), {good(0, 1)});
  const Ledger out = Ledger::open_for_writing(file("out"), crane());
  EXPECT_NE(refusal([&] { merge({a}); }).find("is being written by another run"), std::string::npos);
  // but what is read may be
  EXPECT_EQ(merge_ledgers(std::vector{a, file("out")}, file("b")).finished, 1u);
}

}  // namespace
}  // namespace kinemate
