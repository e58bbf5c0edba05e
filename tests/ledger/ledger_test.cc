#include "ledger/ledger.h"

#include <sys/resource.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>

#include "base/check.h"
#include "ledger/fixture.h"

namespace kinemate {
namespace {

constexpr double kLedgerInfinity = std::numeric_limits<double>::infinity();
constexpr double kLedgerNan = std::numeric_limits<double>::quiet_NaN();

TEST_F(LedgerTest, KeepsWhatWasStudied) {
  LedgerHead head = crane();
  head.metadata.emplace_back("odd", std::string("a\0b\n\"';--ü", 11));
  head.inputs = {"k", "K", "'; DROP TABLE runs; --"};
  head.units = {"", "", "", "m", ""};
  head.shard = "2/4";
  head.runs = std::uint64_t{1} << 53;
  { Ledger::open_for_writing(file("a"), head); }
  EXPECT_EQ(Ledger::open_for_reading(file("a")).head(), head);
  head.units.clear();
  { Ledger::open_for_writing(file("b"), head); }
  EXPECT_EQ(Ledger::open_for_reading(file("b")).head(), head);
  EXPECT_EQ(files(), (std::vector<std::string>{"a", "b"}));  // one file each, nothing beside it
}

TEST_F(LedgerTest, NumbersKeepTheirBits) {
  const std::vector<double> odd = {0.1,
                                   -0.0,
                                   0.0,
                                   5e-324,
                                   1.7976931348623157e308,
                                   -kLedgerInfinity,
                                   kLedgerInfinity,
                                   kLedgerNan,
                                   -kLedgerNan,
                                   1.0,
                                   9007199254740993.0,
                                   -1e-320};
  LedgerHead head = crane();
  head.runs = odd.size();
  std::vector<LedgerRow> written;
  for (std::size_t i = 0; i < odd.size(); ++i) written.push_back({i, true, "", {odd[i]}, {-odd[i], odd[i]}});
  make("a", head, written);
  const std::vector<LedgerRow> read = rows(Ledger::open_for_reading(file("a")));
  ASSERT_EQ(read.size(), odd.size());
  for (std::size_t i = 0; i < odd.size(); ++i) {
    if (std::isnan(odd[i])) {
      EXPECT_TRUE(std::isnan(read[i].inputs[0]) && std::isnan(read[i].values[0]) && std::isnan(read[i].values[1]));
    } else {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(read[i].inputs[0]), std::bit_cast<std::uint64_t>(odd[i]));
      EXPECT_EQ(std::bit_cast<std::uint64_t>(read[i].values[0]), std::bit_cast<std::uint64_t>(-odd[i]));
    }
  }
}

TEST_F(LedgerTest, RowsComeByRunNumber) {
  {
    Ledger ledger = Ledger::open_for_writing(file("a"), crane());
    ledger.write(std::vector{good(3, 0.3), bad(0, "fell over\nat \"t\" = 1")});
    ledger.write({});
    ledger.write(std::vector{good(1, 0.1)});
    EXPECT_EQ(ledger.finished(), (std::vector<std::uint64_t>{1, 3}));
  }
  const Ledger ledger = Ledger::open_for_reading(file("a"));
  EXPECT_EQ(ledger.finished(), (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(ledger.failed(), (std::vector<std::uint64_t>{0}));
  const std::vector<LedgerRow> read = rows(ledger);
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].cause, "fell over\nat \"t\" = 1");
  EXPECT_FALSE(read[0].good);
  EXPECT_EQ(read[0].inputs, std::vector{10.0});
  ASSERT_EQ(read[0].values.size(), 2u);  // not known
  EXPECT_TRUE(std::isnan(read[0].values[0]) && std::isnan(read[0].values[1]));
  EXPECT_EQ(read[1].run, 1u);
  EXPECT_TRUE(read[1].good);
  EXPECT_EQ(read[1].values, (std::vector{0.1, -0.1}));
  EXPECT_EQ(read[2].run, 3u);
}

TEST_F(LedgerTest, MoreRowsThanAPage) {
  LedgerHead head = crane();
  head.runs = 10'000;
  std::vector<LedgerRow> written;
  for (std::uint64_t run = 0; run < head.runs; run += 3) written.push_back(good(run, static_cast<double>(run)));
  make("a", head, written);
  const std::vector<LedgerRow> read = rows(Ledger::open_for_reading(file("a")));
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].run, 3 * i);
    EXPECT_EQ(read[i].values, written[i].values);
  }
  written.resize(1024);  // exactly a page
  make("b", head, written);
  EXPECT_EQ(rows(Ledger::open_for_reading(file("b"))).size(), 1024u);
}

TEST_F(LedgerTest, ALaterRowReplacesAnEarlierOne) {
  {
    Ledger ledger = Ledger::open_for_writing(file("a"), crane());
    ledger.write(std::vector{bad(2, "no"), good(4, 1)});
  }
  {
    Ledger ledger = Ledger::open_for_writing(file("a"), crane());  // continued
    EXPECT_EQ(ledger.failed(), (std::vector<std::uint64_t>{2}));
    ledger.write(std::vector{good(2, 7)});
  }
  const Ledger ledger = Ledger::open_for_reading(file("a"));
  EXPECT_TRUE(ledger.failed().empty());
  EXPECT_EQ(rows(ledger)[0].values[0], 7);
  EXPECT_EQ(rows(ledger).size(), 2u);
}

TEST_F(LedgerTest, MistakesOfTheProgramLeaveNoRow) {
  Ledger ledger = Ledger::open_for_writing(file("a"), crane());
  EXPECT_THROW(ledger.write(std::vector{good(0, 1), good(5, 1)}), CheckFailure);  // there are 5 runs
  EXPECT_THROW(ledger.write(std::vector<LedgerRow>{{0, true, "", {}, {1, 2}}}), CheckFailure);
  EXPECT_THROW(ledger.write(std::vector<LedgerRow>{{0, true, "", {1}, {}}}), CheckFailure);
  EXPECT_THROW(ledger.write(std::vector<LedgerRow>{{0, false, "", {1}, {1}}}), CheckFailure);
  EXPECT_TRUE(rows(ledger).empty());
  ledger.write(std::vector{good(1, 1)});  // and it goes on
  EXPECT_EQ(ledger.finished().size(), 1u);
  EXPECT_THROW(Ledger::open_for_reading(file("a")).write({}), CheckFailure);
}

TEST_F(LedgerTest, AnotherStudyIsRefused) {
  make("a", crane(), {good(0, 1)});
  LedgerHead other = crane();
  other.identity = "crane; k = 10 .. 30 : 5";
  other.metadata[1].second = "k = 10 .. 30 : 5";
  EXPECT_EQ(refusal([&] { Ledger::open_for_writing(file("a"), other); }),
            "error: " + file("a") +
                " holds the runs of another study: varied is 'k = 10 .. 20 : 5' there and 'k = 10 .. 30 : 5' here [K506]\n"
                "  hint: choose another file, or delete this one to begin anew\n");
  other.metadata = {{"model", "crane"}};
  EXPECT_NE(refusal([&] {
              Ledger::open_for_writing(file("a"), other);
            }).find("varied is 'k = 10 .. 20 : 5' there and not given here"),
            std::string::npos);
  other.metadata = crane().metadata;
  EXPECT_NE(refusal([&] { Ledger::open_for_writing(file("a"), other); }).find("the machine, what is varied"),
            std::string::npos);
  LedgerHead longer = crane();
  longer.runs = 6;
  EXPECT_NE(refusal([&] { Ledger::open_for_writing(file("a"), longer); }).find("it has 5 runs there and 6 here"),
            std::string::npos);
  LedgerHead shard = crane();
  shard.shard = "1/2";
  EXPECT_NE(refusal([&] {
              Ledger::open_for_writing(file("a"), shard);
            }).find("is for all runs of the study, not for part 1/2"),
            std::string::npos);
  EXPECT_EQ(Ledger::open_for_reading(file("a")).finished().size(), 1u);  // untouched
  EXPECT_EQ(files(), std::vector<std::string>{"a"});
}

TEST_F(LedgerTest, OtherMetadataOfTheSameStudyDoNotMatter) {
  make("a", crane(), {good(0, 1)});
  LedgerHead later = crane();
  later.metadata.emplace_back("version", "2");
  EXPECT_EQ(Ledger::open_for_writing(file("a"), later).head(), crane());
}

TEST_F(LedgerTest, WhatIsNoLedgerIsRefusedAndStays) {
  std::ofstream(file("text")) << "run,status\n0,good\n" << std::string(5000, 'x');
  const std::string before = std::to_string(std::filesystem::file_size(file("text")));
  for (const auto& open : {std::function<void()>([&] { Ledger::open_for_writing(file("text"), crane()); }),
                           std::function<void()>([&] { Ledger::open_for_reading(file("text")); })})
    EXPECT_EQ(refusal(open), "error: " + file("text") + " is no ledger of runs [K506]\n  hint: choose another file\n");
  EXPECT_EQ(std::to_string(std::filesystem::file_size(file("text"))), before);
  std::ofstream(file("short")) << "x";
  for (const auto& open : {std::function<void()>([&] { Ledger::open_for_writing(file("short"), crane()); }),
                           std::function<void()>([&] { Ledger::open_for_reading(file("short")); })})
    EXPECT_NE(refusal(open).find("short is no ledger of runs"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(file("short")), 1u);
  std::filesystem::create_directory(file("folder"));
  EXPECT_NE(refusal([&] { Ledger::open_for_writing(file("folder"), crane()); }).find("Is a directory"),
            std::string::npos);
  EXPECT_NE(refusal([&] { Ledger::open_for_reading(file("folder")); }).find("Is a directory"), std::string::npos);
}

TEST_F(LedgerTest, AnEmptyFileBecomesALedger) {
  std::ofstream(file("a")).flush();
  EXPECT_NE(refusal([&] { Ledger::open_for_reading(file("a")); }).find("is empty"), std::string::npos);
  make("a", crane(), {good(0, 1)});
  EXPECT_EQ(Ledger::open_for_reading(file("a")).finished().size(), 1u);
}

TEST_F(LedgerTest, ADamagedFileIsTold) {
  LedgerHead head = crane();
  head.runs = 1000;
  std::vector<LedgerRow> many;
  for (std::uint64_t run = 0; run < 1000; ++run) many.push_back(good(run, 1));
  make("a", head, many);
  std::filesystem::resize_file(file("a"), 6 * 4096);
  EXPECT_NE(refusal([&] { rows(Ledger::open_for_reading(file("a"))); }).find(" is damaged: "), std::string::npos);
}

TEST_F(LedgerTest, FilesThatCannotBe) {
  EXPECT_EQ(refusal([&] { Ledger::open_for_reading(file("none")); }),
            "error: " + file("none") + " cannot be read: No such file or directory [K701]\n");
  EXPECT_EQ(refusal([&] { Ledger::open_for_writing(file("no/such"), crane()); }),
            "error: " + file("no/such") + " cannot be written: No such file or directory [K702]\n");
  EXPECT_TRUE(files().empty());
}

TEST_F(LedgerTest, NamesThatMeanSomethingToSqlite) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  for (const char* name : {":memory:", "file:x?mode=memory"}) {
    { Ledger::open_for_writing(name, crane()).write(std::vector{good(0, 1)}); }
    EXPECT_EQ(Ledger::open_for_reading(name).finished().size(), 1u);
    EXPECT_TRUE(std::filesystem::exists(file(name)));
  }
  std::filesystem::current_path(before);
}

TEST_F(LedgerTest, AFolderThatMayNotBeWritten) {
  make("a", crane(), {good(0, 1)});
  std::filesystem::permissions(folder_, static_cast<std::filesystem::perms>(0555));
  const auto as_nobody = [&](const std::function<std::string()>& call) {
    return in_another_process([&] { return geteuid() == 0 && setuid(65534) != 0 ? "" : call(); });
  };
  EXPECT_EQ(
      as_nobody([&]() -> std::string {
        Ledger::open_for_writing(file("b"), crane());
        return "written";
      }),
      "error: " + file("b") + " cannot be written: Permission denied [K702]\n  hint: choose a folder that you may write to\n");
  // what is there can be read
  EXPECT_EQ(as_nobody([&] { return std::to_string(Ledger::open_for_reading(file("a")).finished().size()); }), "1");
}

TEST_F(LedgerTest, AFileThatMayNotBeWritten) {
  make("a", crane(), {good(0, 1)});
  std::filesystem::permissions(folder_, static_cast<std::filesystem::perms>(0777));
  std::filesystem::permissions(file("a"), static_cast<std::filesystem::perms>(0444));
  const std::string text = in_another_process([&]() -> std::string {
    if (geteuid() == 0 && setuid(65534) != 0) return "";
    Ledger::open_for_writing(file("a"), crane());
    return "written";
  });
  EXPECT_NE(text.find("cannot be written: Permission denied"), std::string::npos) << text;
}

// A file that may not grow stands for a full disk.
TEST_F(LedgerTest, AFullDiskLosesNoRow) {
  LedgerHead head = crane();
  head.runs = 100'000;
  const std::string text = in_another_process([&]() -> std::string {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{200'000, 200'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Ledger ledger = Ledger::open_for_writing(file("a"), head);
    ledger.write(std::vector{good(0, 1), good(1, 2)});
    std::vector<LedgerRow> many;
    for (std::uint64_t run = 0; run < head.runs; ++run) many.push_back(good(run, 3));
    const std::string refused = refusal([&] { ledger.write(many); });
    ledger.write(std::vector{good(2, 4)});  // a smaller one still has room
    return refused;
  });
  EXPECT_EQ(text, "error: " + file("a") +
                      " cannot be written: File too large [K702]\n"
                      "  hint: the file would be larger than this system lets it be: see ulimit -f\n");
  const std::vector<LedgerRow> read = rows(Ledger::open_for_reading(file("a")));
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[1].values[0], 2);
  EXPECT_EQ(files(), std::vector<std::string>{"a"});
}

TEST_F(LedgerTest, OneWriterAtATime) {
  std::filesystem::create_symlink("a", file("link"));
  {
    const Ledger ledger = Ledger::open_for_writing(file("a"), crane());
    for (const std::string& name : {file("a"), file("link"), file("../" + folder_.filename().string() + "/a")}) {
      const std::string expected =
          "error: " + name + " is being written by another run [K506]\n  hint: wait for its end, or choose another file\n";
      EXPECT_EQ(refusal([&] { Ledger::open_for_writing(name, crane()); }), expected);
      EXPECT_EQ(in_another_process([&] { return refusal([&] { Ledger::open_for_writing(name, crane()); }); }),
                expected);
    }
  }
  EXPECT_NO_THROW(Ledger::open_for_writing(file("link"), crane()));
}

TEST_F(LedgerTest, ReadersSeeWhatIsWrittenWhileItIsWritten) {
  LedgerHead head = crane();
  head.runs = 1 << 20;
  Ledger ledger = Ledger::open_for_writing(file("a"), head);
  const Ledger reader = Ledger::open_for_reading(file("a"));
  EXPECT_TRUE(reader.finished().empty());
  std::vector<LedgerRow> many;
  for (std::uint64_t run = 0; run < 3000; ++run) many.push_back(good(run, 1));
  ledger.write(many);
  EXPECT_EQ(reader.finished().size(), 3000u);
  EXPECT_EQ(in_another_process([&] { return std::to_string(Ledger::open_for_reading(file("a")).finished().size()); }),
            "3000");
  // a reader under way keeps nobody waiting: it would be told that the file is busy, after a minute
  std::uint64_t seen = 0;
  reader.for_each([&](const LedgerRow& row) {
    if (row.run % 1000 == 0) ledger.write(std::vector{good(100'000 + row.run, 1)});
    ++seen;
  });
  EXPECT_GE(seen, 3000u);
}

// Writers are killed wherever they just are; what they told to be written is there, and complete.
TEST_F(LedgerTest, KilledWritersLoseNothing) {
  LedgerHead head = crane();
  head.runs = 1'000'000;
  std::uint64_t told = 0;
  for (int kill_after = 1; kill_after <= 24; ++kill_after) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      Ledger ledger = Ledger::open_for_writing(file("a"), head);
      std::uint64_t run = ledger.finished().size();
      for (std::vector<LedgerRow> some;; some.clear()) {
        for (int i = 0; i < 1 + kill_after % 5 * 200; ++i, ++run) some.push_back(good(run, static_cast<double>(run)));
        ledger.write(some);
        if (::write(ends[1], &run, sizeof run) != sizeof run) _exit(1);
      }
    }
    close(ends[1]);
    for (int i = 0; i < kill_after % 7; ++i) ASSERT_EQ(read(ends[0], &told, sizeof told), ssize_t{sizeof told});
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(ends[0], &told, sizeof told) > 0) continue;  // what was told before it died
    close(ends[0]);
    const Ledger ledger = Ledger::open_for_writing(file("a"), head);  // the lock is gone
    const std::vector<LedgerRow> all = rows(ledger);
    ASSERT_GE(all.size(), told);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all[i].run, i);
      ASSERT_EQ(all[i].values, (std::vector{static_cast<double>(i), -static_cast<double>(i)}));
    }
  }
  EXPECT_GT(told, 1000u);
  EXPECT_EQ(files(), std::vector<std::string>{"a"});
}

// A writer that is killed before its journal says anything leaves it behind, with nothing to take back.
TEST_F(LedgerTest, JournalsOfTheDeadGo) {
  make("a", crane(), {good(0, 1)});
  for (const std::size_t size : {std::size_t{0}, std::size_t{512}, std::size_t{5000}}) {
    std::ofstream(file("a-journal"), std::ios::binary) << std::string(size, '\0');
    EXPECT_EQ(Ledger::open_for_reading(file("a")).finished().size(), 1u);
    { Ledger::open_for_writing(file("a"), crane()); }  // nothing is written
    EXPECT_EQ(files(), std::vector<std::string>{"a"}) << size;
    EXPECT_EQ(rows(Ledger::open_for_reading(file("a"))).size(), 1u);
  }
}

// A transaction that was cut off in the middle of the file: the journal brings back what was there.
TEST_F(LedgerTest, AHalfWrittenTransactionIsTakenBack) {
  LedgerHead head = crane();
  head.runs = 100'000;
  const std::string text = in_another_process([&]() -> std::string {
    Ledger ledger = Ledger::open_for_writing(file("a"), head);
    std::vector<LedgerRow> many;
    for (std::uint64_t run = 0; run < 5000; ++run) many.push_back(good(run, 1));
    ledger.write(many);
    // the file and its journal as they stand while a large transaction is written to the file
    for (LedgerRow& row : many) row.values = {2, 2};
    std::vector<LedgerRow> more = many;
    for (std::uint64_t run = 5000; run < 90'000; ++run) more.push_back(good(run, 2));
    signal(SIGXFSZ, SIG_DFL);  // and the process dies at it
    const pid_t child = fork();
    if (child == 0) {
      Ledger second = std::move(ledger);
      const rlimit limit{600'000, 600'000};
      setrlimit(RLIMIT_FSIZE, &limit);
      setrlimit(RLIMIT_CORE, &limit);
      second.write(more);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const bool journal = std::filesystem::exists(file("a-journal"));
    return std::string(WIFSIGNALED(status) ? "killed, " : "ended, ") + (journal ? "journal" : "no journal");
  });
  EXPECT_EQ(text, "killed, journal");
  const std::vector<LedgerRow> read = rows(Ledger::open_for_reading(file("a")));
  ASSERT_EQ(read.size(), 5000u);
  for (const LedgerRow& row : read) ASSERT_EQ(row.values[0], 1);
}

}  // namespace
}  // namespace kinemate
