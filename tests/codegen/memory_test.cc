#include "codegen/memory.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

namespace kinemate {
namespace {

// Slots: 4 temporaries, 2 constants (4, 5), inputs t (6) and q (7, 8), outputs a (9, 10) and b (11).
class Memory : public testing::Test {
 protected:
  Memory() {
    const Entry entry{"x", ""};
    program_.inputs = {{"t", "", {entry}}, {"none", "", {}}, {"q", "", {entry, entry}}};
    program_.outputs = {{"a", "", {entry, entry}}, {"b", "", {entry}}};
    interface_ = make_interface(program_, "m", c_language());
    schedule_.temporaries = 4, schedule_.constants = {0.5, 1.5}, schedule_.inputs = 3, schedule_.outputs = 3;
  }
  void add_loop(std::vector<Slot> table, std::uint32_t ports) {
    Loop loop{.count = static_cast<std::uint32_t>(table.size()) / ports, .ports = ports, .table = std::move(table)};
    schedule_.blocks.push_back({Block::Kind::kLoop, schedule_.loops.size(), 0});
    schedule_.loops.push_back(loop);
  }
  CodeMemory make(std::vector<bool> stored = {false, false, false, false}) const {
    return lay_out(schedule_, interface_, stored);
  }

  static constexpr std::uint32_t kT = kParameters, kQ = kParameters + 1, kA = kParameters + 2, kB = kParameters + 3;
  Program program_;
  CodeInterface interface_ = make_interface({}, "", c_language());
  Schedule schedule_;
};

TEST_F(Memory, SlotsStandInTheirArrays) {
  const CodeMemory memory = make({false, true, false, true});
  EXPECT_EQ(memory.workspace, 2u);
  EXPECT_EQ(memory.places[1], (CodePlace{kWorkspace, 0}));
  EXPECT_EQ(memory.places[3], (CodePlace{kWorkspace, 1}));
  const CodePlace rest[] = {{kConstants, 0}, {kConstants, 1}, {kT, 0}, {kQ, 0}, {kQ, 1}, {kA, 0}, {kA, 1}, {kB, 0}};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(memory.places[4 + i], rest[i]);
  EXPECT_TRUE(memory.before.empty() && memory.after.empty());
}

TEST_F(Memory, PortsOfOneArrayReachIt) {
  add_loop({2, 7, 4, 9, 3, 8, 5, 10}, 4);
  const CodeMemory memory = make();
  EXPECT_EQ(memory.workspace, 2u);
  const std::vector<CodeColumn>& columns = memory.columns[0];
  const CodeColumn expected[] = {{kWorkspace, {0, 1}}, {kQ, {0, 1}}, {kConstants, {0, 1}}, {kA, {0, 1}}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(columns[i].region, expected[i].region);
    EXPECT_EQ(columns[i].indices, expected[i].indices);
  }
  EXPECT_TRUE(memory.before.empty() && memory.after.empty());
}

TEST_F(Memory, PortsOfSeveralArraysReachTheWorkspace) {
  add_loop({2, 7, 5, 10}, 1);  // a temporary, an input, a constant, an output
  add_loop({9, 10}, 1);        // the output's array alone
  const CodeMemory memory = make();
  EXPECT_EQ(memory.workspace, 5u);  // the temporary, two mirrors, both entries of the output
  EXPECT_EQ(memory.columns[0][0].region, kWorkspace);
  EXPECT_EQ(memory.columns[0][0].indices, (std::vector<std::uint32_t>{0, 2, 1, 4}));
  EXPECT_EQ(memory.columns[1][0].region, kWorkspace);
  EXPECT_EQ(memory.columns[1][0].indices, (std::vector<std::uint32_t>{3, 4}));
  ASSERT_EQ(memory.before.size(), 2u);
  EXPECT_EQ(memory.before[0].from, (CodePlace{kConstants, 1}));
  EXPECT_EQ(memory.before[0].to, (CodePlace{kWorkspace, 1}));
  EXPECT_EQ(memory.before[1].from, (CodePlace{kQ, 0}));
  EXPECT_EQ(memory.before[1].to, (CodePlace{kWorkspace, 2}));
  ASSERT_EQ(memory.after.size(), 2u);
  EXPECT_EQ(memory.after[1].from, (CodePlace{kWorkspace, 4}));
  EXPECT_EQ(memory.after[1].to, (CodePlace{kA, 1}));
  EXPECT_EQ(memory.places[10], (CodePlace{kWorkspace, 4}));
  EXPECT_EQ(memory.places[7], (CodePlace{kQ, 0}));
  EXPECT_EQ(memory.places[11], (CodePlace{kB, 0}));
}

}  // namespace
}  // namespace kinemate
