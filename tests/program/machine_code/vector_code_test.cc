#include "program/machine_code/vector_code.h"

#include <gtest/gtest.h>
#include <xbyak/xbyak_util.h>

#include <bit>
#include <cmath>
#include <limits>

#include "program/fixture.h"

namespace kinemate {
namespace {

const std::vector<double> kNumbers = {0.0,   -0.0,  1,      -1,        2,          0.5,
                                      -3.25, 1e308, 5e-324, kInfinity, -kInfinity, kNotANumber};

// Runs one instruction whose operands in registers are numbered 1, 2, 3 or as `instruction` says.
std::array<double, 4> run(Lanes lanes, const Instruction& instruction, const std::array<std::array<double, 4>, 3>& x) {
  VectorCode code(lanes);
  Xbyak::Address memory = code.ptr[code.rdi];
  for (std::size_t k = 0; k < instruction.count; ++k) {
    const Xbyak::Address from = code.ptr[code.rdi + 32 * k];
    if (instruction.operands[k].in_register)
      code.load(instruction.operands[k].number, from);
    else
      memory = from;
  }
  code.write(instruction, memory);
  code.store(code.ptr[code.rdi + 96], instruction.result);
  code.clean_up();
  code.ret();
  code.ready(Xbyak::CodeArray::PROTECT_RE);
  alignas(64) std::array<std::array<double, 4>, 4> data = {x[0], x[1], x[2], {}};
  auto* entry = reinterpret_cast<void (*)(void*)>(reinterpret_cast<std::uintptr_t>(code.getCode()) + code.entry());
  entry(data.data());
  return data[3];
}

// Both kinds of lanes, operands from all numbers; operand by operand other numbers in the lanes.
void expect_computed(Code code, Function function, std::uint8_t count, bool last_in_memory) {
  Instruction instruction{.code = code, .function = function, .count = count, .result = 9, .spare = {4, 12}};
  for (std::uint32_t k = 0; k < count; ++k) instruction.operands[k] = {k == 1 ? 10 : k + 1, true};
  if (last_in_memory) instruction.operands[count - 1u].in_register = false;
  const bool exchanged = code == Code::kCall && (function == Function::kMin || function == Function::kMax);
  const std::size_t n = kNumbers.size();
  for (std::size_t i = 0; i < (count > 2 ? n * n * n : count > 1 ? n * n : n); i += 4) {
    std::array<std::array<double, 4>, 3> x = {};
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const std::size_t at = i + lane;
      x[0][lane] = kNumbers[at % n], x[1][lane] = kNumbers[at / n % n], x[2][lane] = kNumbers[at / n / n % n];
    }
    for (const Lanes lanes : {Lanes::kOne, Lanes::kFour}) {
      const std::array<double, 4> result = run(lanes, instruction, x);
      for (std::size_t lane = 0; lane < (lanes == Lanes::kOne ? 1u : 4u); ++lane) {
        std::array<double, 3> operands = {x[0][lane], x[1][lane], x[2][lane]};
        if (exchanged) std::swap(operands[0], operands[1]);
        const double expected = compute(code, function, std::span<const double>(operands).first(count));
        ASSERT_TRUE(same(result[lane], expected))
            << info(function).name << "(" << operands[0] << ", " << operands[1] << ", " << operands[2]
            << ") = " << expected << ", but " << result[lane];
      }
    }
  }
}

TEST(VectorCode, ComputesCodes) {
  for (const Code code : {Code::kNegate, Code::kSquareRoot}) expect_computed(code, Function::kSin, 1, false);
  for (const Code code : {Code::kAdd, Code::kSubtract, Code::kMultiply, Code::kDivide})
    for (const bool in_memory : {false, true}) expect_computed(code, Function::kSin, 2, in_memory);
}

TEST(VectorCode, ComputesFunctions) {
  for (const Function function : {Function::kAbs, Function::kSign, Function::kFloor, Function::kStep})
    expect_computed(Code::kCall, function, 1, false);
  for (const Function function :
       {Function::kMin, Function::kMax, Function::kLess, Function::kLessEqual, Function::kEqual, Function::kNotEqual})
    for (const bool in_memory : {false, true}) expect_computed(Code::kCall, function, 2, in_memory);
  for (const Function function : {Function::kAnd, Function::kOr}) expect_computed(Code::kCall, function, 2, false);
  for (const Function function : {Function::kIf, Function::kStep}) expect_computed(Code::kCall, function, 3, false);
}

TEST(VectorCode, FusesInEveryForm) {
  if (!Xbyak::util::Cpu().has(Xbyak::util::Cpu::tFMA)) GTEST_SKIP();
  const double a = 1 + 0x1p-30, b = 1 - 0x1p-29, c = -1;  // a*b is not a double
  std::array<std::array<double, 4>, 3> x;
  x[0].fill(a), x[1].fill(b), x[2].fill(c);
  for (const Lanes lanes : {Lanes::kOne, Lanes::kFour})
    for (const bool negate_product : {false, true})
      for (const bool negate_addend : {false, true})
        for (std::uint32_t over = 0; over < 3; ++over)
          for (std::uint32_t in_memory = 0; in_memory <= 3; ++in_memory) {
            if (in_memory == over) continue;
            Instruction instruction{.kind = Instruction::Kind::kFused,
                                    .count = 3,
                                    .negate_product = negate_product,
                                    .negate_addend = negate_addend,
                                    .result = static_cast<std::uint8_t>(6 + over)};
            for (std::uint32_t k = 0; k < 3; ++k) instruction.operands[k] = {6 + k, k != in_memory};
            const double expected = std::fma(negate_product ? -a : a, b, negate_addend ? -c : c);
            for (std::size_t lane = 0; lane < (lanes == Lanes::kOne ? 1u : 4u); ++lane)
              EXPECT_EQ(run(lanes, instruction, x)[lane], expected) << over << in_memory;
          }
}

}  // namespace
}  // namespace kinemate
