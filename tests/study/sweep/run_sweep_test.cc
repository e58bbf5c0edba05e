#include "study/sweep/run_sweep.h"

#include <gtest/gtest.h>

#include "study/sweep/fixture.h"

namespace kinemate {
namespace {

class RunSweepTest : public StudyTest {
 protected:
  const SweptMachine machine_ = swept(machine(kPendulum), sweep_request({"l", "phi"}, {"end(phi)", "max(tip_x)"}, 1));
  const RunTable table_{read_variations(std::vector<std::string>{"l = 0.5 .. 2 : 20", "phi = -3 .. 3 : 15"}), {}};
};

TEST_F(RunSweepTest, ThreadsAndPartsGiveTheSameBits) {
  const std::vector<LedgerRow> rows = all_runs(machine_, table_);
  ASSERT_EQ(rows.size(), 300u);
  SweepOptions options;
  options.threads = 3;
  EXPECT_TRUE(same_bits(all_runs(machine_, table_, options), rows));
  std::vector<LedgerRow> parts;
  for (std::uint64_t part = 0; part < 4; ++part) {
    SweepOptions one;
    one.first = part, one.stride = 4;
    for (const LedgerRow& row : all_runs(machine_, table_, one)) parts.push_back(row);
  }
  std::sort(parts.begin(), parts.end(), [](const LedgerRow& a, const LedgerRow& b) { return a.run < b.run; });
  EXPECT_TRUE(same_bits(parts, rows));
}

TEST_F(RunSweepTest, WhatIsDoneIsSkipped) {
  const std::vector<LedgerRow> rows = all_runs(machine_, table_);
  SweepOptions options;
  for (std::uint64_t run = 0; run < 300; ++run)
    if (run % 7 != 3) options.skip.push_back(run);
  std::uint64_t wanted = 0;
  options.progress = [&](const SweepProgress& progress) { wanted = progress.wanted; };
  const std::vector<LedgerRow> rest = all_runs(machine_, table_, options);
  EXPECT_EQ(wanted, rest.size());
  ASSERT_EQ(rest.size(), 43u);
  for (const LedgerRow& row : rest) EXPECT_EQ(row.values, rows[row.run].values);
}

TEST_F(RunSweepTest, StopsWhenAsked) {
  std::atomic<bool> stop = true;
  SweepOptions options;
  options.interrupt = &stop;
  options.deliver = [](std::span<const LedgerRow>) {};
  const SweepOutcome outcome = run_sweep(machine_, table_, options);
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(outcome.progress.done, 0u);
}

TEST_F(RunSweepTest, WhatADeliveryThrowsPasses) {
  SweepOptions options;
  options.threads = 2;
  options.deliver = [](std::span<const LedgerRow>) { throw std::runtime_error("full"); };
  EXPECT_THROW(run_sweep(machine_, table_, options), std::runtime_error);
  SweepOptions rows;
  rows.deliver = [](std::span<const LedgerRow>) {};
  rows.rows = [](std::uint64_t, std::span<const double>) { throw std::runtime_error("full"); };
  EXPECT_THROW(run_sweep(machine_, table_, rows), std::runtime_error);
}

}  // namespace
}  // namespace kinemate
