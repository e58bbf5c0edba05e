#include "program/machine_code/registers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "program/plain_schedule.h"
#include "program/random_schedule.h"

namespace kinemate {
namespace {

constexpr double kLost = std::numeric_limits<double>::quiet_NaN();

void run_plainly(std::span<const Step> steps, std::vector<double>& memory) {
  for (const Step& step : steps) memory[step.result] = compute(step, [&](Slot slot) { return memory[slot]; });
}

// A processor of doubles that checks what instructions promise. Fused products are rounded, so that they equal what
// they come from.
struct RegisterMachine {
  std::vector<double> memory;
  std::array<double, kRegisters> registers = {};

  double read(const Location& location) const {
    return location.in_register ? registers.at(location.number) : memory.at(location.number);
  }

  void run(const Instruction& instruction) {
    std::array<double, 3> x = {};
    std::size_t in_memory = 0;
    for (std::size_t k = 0; k < instruction.count; ++k) {
      x[k] = read(instruction.operands[k]);
      in_memory += !instruction.operands[k].in_register;
    }
    double& result = registers.at(instruction.result);
    switch (instruction.kind) {
      case Instruction::Kind::kLoad: result = memory.at(instruction.place); return;
      case Instruction::Kind::kStore: memory.at(instruction.place) = result; return;
      case Instruction::Kind::kMove: result = read(instruction.operands[0]); return;
      case Instruction::Kind::kCompute: return run_computation(instruction, x, in_memory);
      case Instruction::Kind::kFused: {
        EXPECT_LE(in_memory, 1u);
        bool over_operand = false;
        for (const Location& location : instruction.operands)
          over_operand = over_operand || (location.in_register && location.number == instruction.result);
        EXPECT_TRUE(over_operand);
        const double product = instruction.negate_product ? -(x[0] * x[1]) : x[0] * x[1];
        result = product + (instruction.negate_addend ? -x[2] : x[2]);
        return;
      }
      case Instruction::Kind::kCall:
        EXPECT_EQ(in_memory, instruction.count);
        registers.fill(kLost);
        memory.at(instruction.place) =
            compute(instruction.code, instruction.function, std::span<const double>(x).first(instruction.count));
        return;
    }
  }

  void run_computation(const Instruction& instruction, std::array<double, 3> x, std::size_t in_memory) {
    EXPECT_TRUE(instruction.operands[0].in_register);
    EXPECT_LE(in_memory, 1u);
    if (instruction.code == Code::kCall) {
      if (instruction.function == Function::kMin || instruction.function == Function::kMax) std::swap(x[0], x[1]);
      const bool connective = instruction.function == Function::kAnd || instruction.function == Function::kOr;
      const std::size_t spare = instruction.count == 3 && instruction.function == Function::kStep ? 2
                                : connective || instruction.function == Function::kSign           ? 1
                                                                                                  : 0;
      const bool apart = spare > 0 || instruction.function == Function::kIf;
      std::vector<std::uint32_t> written = {instruction.result};
      for (std::size_t k = 0; k < spare; ++k) {
        EXPECT_EQ(std::count(written.begin(), written.end(), instruction.spare[k]), 0);
        written.push_back(instruction.spare[k]);
        registers.at(instruction.spare[k]) = kLost;
      }
      for (std::size_t k = 0; apart && k < instruction.count; ++k) {
        EXPECT_TRUE(instruction.operands[k].in_register);
        EXPECT_EQ(std::count(written.begin(), written.end(), instruction.operands[k].number), 0);
      }
    }
    registers.at(instruction.result) =
        compute(instruction.code, instruction.function, std::span<const double>(x).first(instruction.count));
  }
};

bool same(double a, double b) { return (std::isnan(a) && std::isnan(b)) || a == b; }

// Runs the straight blocks of a schedule both ways, `size` steps at a time, and compares the outputs.
void expect_agreement(const Schedule& schedule, std::size_t size, bool fuse) {
  std::vector<double> plain(schedule.slots(), 0.75);
  std::copy(schedule.constants.begin(), schedule.constants.end(), plain.begin() + schedule.constants_at());
  for (Slot i = 0; i < schedule.inputs; ++i) plain[schedule.inputs_at() + i] = 0.3 * i - 1;
  RegisterMachine machine{plain};
  Allocator allocator(schedule.slots());
  for (const Block& block : schedule.blocks) {
    const std::span<const Step> steps = schedule.straights[block.index].steps;
    run_plainly(steps, plain);
    for (std::size_t first = 0; first < steps.size(); first += size) {
      machine.registers.fill(kLost);
      const auto position = block.position + static_cast<std::uint32_t>(first);
      for (const Instruction& instruction :
           allocator.allocate(steps.subspan(first, std::min(size, steps.size() - first)), {position, fuse}))
        machine.run(instruction);
    }
  }
  for (Slot i = schedule.constants_at(); i < schedule.slots(); ++i)
    ASSERT_TRUE(same(machine.memory[i], plain[i])) << i << ": " << machine.memory[i] << " " << plain[i];
}

TEST(Registers, ComputeTheSameAsSteps) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    ScheduleMaker maker(seed, seed % 3 == 0 ? 8 : 60);
    for (int block = 0; block < 3; ++block) maker.straight(100, seed % 4 != 0);
    const Schedule schedule = maker.finish();
    for (const std::size_t size : {7u, 50u, 1000u})
      for (const bool fuse : {false, true}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " size " << size << " fuse " << fuse);
        expect_agreement(schedule, size, fuse);
        if (HasFatalFailure()) return;
      }
  }
}

Step step(Code code, Slot a, Slot b, Slot result, std::uint32_t last_use) {
  return {.code = code, .count = 2, .operands = {a, b}, .result = result, .last_use = last_use};
}

std::size_t count(std::span<const Instruction> instructions, Instruction::Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(instructions.begin(), instructions.end(), [&](const Instruction& x) { return x.kind == kind; }));
}

// Sixteen values stay in registers; of more, only those in excess are stored.
TEST(Registers, StoreNoMoreThanNeeded) {
  for (const std::uint32_t values : {10u, 16u, 20u}) {
    std::vector<Step> steps;
    for (std::uint32_t i = 0; i < values; ++i)  // inputs 100 and 101
      steps.push_back(step(Code::kMultiply, 100, 101, i, values + i));
    for (std::uint32_t i = 0; i < values; ++i)
      steps.push_back(step(Code::kAdd, i == 0 ? 100 : 50, i, 50, i + 1 == values ? kForever : values + i + 1));
    Allocator allocator(200);
    const auto instructions = allocator.allocate(steps);
    // one for the result, and while the sum and an operand in a register need one more each
    const std::size_t excess = values > 14 ? values - 14 : 0;
    EXPECT_LE(count(instructions, Instruction::Kind::kStore), 1 + excess);
    EXPECT_LE(count(instructions, Instruction::Kind::kLoad), 2 + excess);
  }
}

TEST(Registers, ValuesThatLiveOnAreStoredOnce) {
  const std::vector<Step> steps = {step(Code::kAdd, 10, 11, 0, 1), step(Code::kMultiply, 0, 0, 1, 2),
                                   step(Code::kSubtract, 1, 10, 2, 9), step(Code::kDivide, 11, 10, 3, kForever)};
  Allocator allocator(12);
  const auto instructions = allocator.allocate(steps);
  std::vector<std::uint32_t> stored;
  for (const Instruction& x : instructions)
    if (x.kind == Instruction::Kind::kStore) stored.push_back(x.place);
  EXPECT_EQ(stored, (std::vector<std::uint32_t>{2, 3}));
}

TEST(Registers, FuseProductsThatNothingElseUses) {
  auto fused = [](std::vector<Step> steps) {
    Allocator allocator(12);
    return count(allocator.allocate(steps, {.fuse = true}), Instruction::Kind::kFused);
  };
  // 10*11 ± 9
  EXPECT_EQ(fused({step(Code::kMultiply, 10, 11, 0, 1), step(Code::kAdd, 0, 9, 1, kForever)}), 1u);
  EXPECT_EQ(fused({step(Code::kMultiply, 10, 11, 0, 1), step(Code::kSubtract, 9, 0, 1, kForever)}), 1u);
  // the product is an output, is used twice, is added to itself
  EXPECT_EQ(fused({step(Code::kMultiply, 10, 11, 0, kForever), step(Code::kAdd, 0, 9, 1, kForever)}), 0u);
  EXPECT_EQ(fused({step(Code::kMultiply, 10, 11, 0, 2), step(Code::kAdd, 0, 9, 1, 2),
                   step(Code::kMultiply, 0, 1, 2, kForever)}),
            0u);
  EXPECT_EQ(fused({step(Code::kMultiply, 10, 11, 0, 1), step(Code::kAdd, 0, 0, 1, kForever)}), 0u);
  // a factor is overwritten before the sum
  EXPECT_EQ(fused({step(Code::kMultiply, 1, 11, 0, 2), step(Code::kDivide, 10, 9, 1, 2),
                   step(Code::kAdd, 0, 1, 2, kForever)}),
            0u);
  // by the product itself: it is gone
  EXPECT_EQ(fused({step(Code::kMultiply, 1, 11, 1, 1), step(Code::kAdd, 1, 9, 2, kForever)}), 1u);
}

// -(a*b + c), -(a*b - c), -(c - a*b) in one instruction
TEST(Registers, FuseNegations) {
  for (const auto& [code, product, other] :
       {std::tuple{Code::kAdd, 0u, 9u}, {Code::kSubtract, 0u, 9u}, {Code::kSubtract, 9u, 0u}}) {
    const std::vector<Step> steps = {
        step(Code::kMultiply, 10, 11, 0, 1),
        step(code, product, other, 1, 2),
        {.code = Code::kNegate, .count = 1, .operands = {1}, .result = 2, .last_use = kForever}};
    std::vector<double> plain(12);
    plain[9] = 7, plain[10] = 3, plain[11] = 5;
    RegisterMachine machine{plain};
    run_plainly(steps, plain);
    Allocator allocator(12);
    const auto instructions = allocator.allocate(steps, {.fuse = true});
    for (const Instruction& instruction : instructions) machine.run(instruction);
    EXPECT_EQ(machine.memory[2], plain[2]);
    EXPECT_EQ(count(instructions, Instruction::Kind::kFused), 1u);
    EXPECT_EQ(count(instructions, Instruction::Kind::kCompute), 0u);
  }
}

TEST(Registers, CallsAreWhatIsNotAFewInstructions) {
  EXPECT_TRUE(needs_call({.code = Code::kPower, .count = 2}));
  EXPECT_TRUE(needs_call({.code = Code::kCall, .function = Function::kExp, .count = 1}));
  EXPECT_FALSE(needs_call({.code = Code::kCall, .function = Function::kIf, .count = 3}));
  EXPECT_FALSE(needs_call({.code = Code::kSquareRoot, .count = 1}));
}

}  // namespace
}  // namespace kinemate
