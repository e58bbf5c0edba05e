#include "llvm/code.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#include "base/check.h"

namespace kinemate {
namespace {

// How often each kind of instruction stands in the code of a chunk; calls of intrinsics by their names.
std::map<std::string, int> count_instructions(ChunkCode code, const Chunk& chunk) {
  llvm::LLVMContext context;
  llvm::Module module("test", context);
  code.name = "chunk", code.chunk = &chunk;
  write_chunk(module, code);
  std::string complaint;
  llvm::raw_string_ostream stream(complaint);
  EXPECT_FALSE(llvm::verifyModule(module, &stream)) << stream.str();
  std::map<std::string, int> counts;
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("chunk"))) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
    ++counts[called == nullptr ? instruction.getOpcodeName() : called->getName().str()];
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      counts["free"] += load->hasMetadata(llvm::LLVMContext::MD_invariant_load) ? 1 : 0;
  }
  return counts;
}

Step make(Code code, Slot a, Slot b, Slot result, std::uint32_t last_use) {
  const bool one = code == Code::kNegate || code == Code::kSquareRoot;
  return {code, Function::kSin, static_cast<std::uint8_t>(one ? 1 : 2), {a, b, 0}, result, last_use};
}

// Slots 10 to 12 are inputs: (x*y + z)*(x*y + z) - x → slot 0, which is kept, -x*y → slot 1.
const std::vector<Step> kSteps = {
    make(Code::kMultiply, 10, 11, 0, 1),       make(Code::kAdd, 0, 12, 0, 2),       make(Code::kMultiply, 0, 0, 0, 3),
    make(Code::kSubtract, 0, 10, 0, kForever), make(Code::kMultiply, 10, 11, 1, 5), make(Code::kNegate, 1, 0, 1, 5),
};

TEST(LlvmCode, StoresOnlyWhatIsKept) {
  const Chunk chunk = cut_into_chunks(kSteps, 0, 100)[0];
  auto counts = count_instructions({.steps = kSteps}, chunk);
  EXPECT_EQ(counts["store"], 1);
  EXPECT_EQ(counts["load"], 6);  // once for each use
  EXPECT_EQ(counts["free"], 6);
  EXPECT_EQ(counts["fmul"], 3);
  EXPECT_EQ(counts["fneg"], 1);
}

TEST(LlvmCode, OrdersLoadsOfSlotsThatAreStored) {
  const std::vector<Step> steps = {make(Code::kAdd, 10, 11, 10, kForever), make(Code::kAdd, 11, 11, 12, kForever)};
  auto counts = count_instructions({.steps = steps}, cut_into_chunks(steps, 0, 100)[0]);
  EXPECT_EQ(counts["load"], 4);
  EXPECT_EQ(counts["free"], 3);  // of slot 11
}

TEST(LlvmCode, ContractsProductsThatHaveOneUse) {
  const Chunk chunk = cut_into_chunks(kSteps, 0, 100)[0];
  auto counts = count_instructions({.steps = kSteps, .lanes = 4, .width = 8, .fast = true}, chunk);
  EXPECT_EQ(counts["llvm.fmuladd.v4f64"], 2);
  EXPECT_EQ(counts["fadd"], 0);
  EXPECT_EQ(counts["fsub"], 0);
  EXPECT_EQ(counts["fmul"], 1);
  std::vector<Step> twice = kSteps;
  twice[1].operands = {0, 0, 0};  // x*y + x*y
  twice[2].operands = {10, 11, 0}, twice[2].last_use = kForever;
  twice[3].operands = {0, 0, 0};
  counts = count_instructions({.steps = twice, .fast = true}, cut_into_chunks(twice, 0, 100)[0]);
  EXPECT_EQ(counts["llvm.fmuladd.f64"], 0);
}

TEST(LlvmCode, QuickFormHasNoChangeOfSign) {
  auto counts = count_instructions({.steps = kSteps, .quick = true}, cut_into_chunks(kSteps, 0, 100)[0]);
  EXPECT_EQ(counts["fneg"], 0);
  EXPECT_EQ(counts["fsub"], 2);
}

TEST(LlvmCode, LoopsLoadEachPortOnce) {
  Loop loop{.count = 5, .ports = 3, .locals = 1, .scratch = 40};
  loop.body = {make(Code::kMultiply, 0, 1, 3, 1), make(Code::kAdd, 3, 0, 2, kForever)};
  auto counts = count_instructions({.steps = loop.body, .loop = &loop}, cut_into_chunks(loop.body, 0, 100)[0]);
  EXPECT_EQ(counts["load"], 5);  // three slots' numbers, two values
  EXPECT_EQ(counts["store"], 1);
  EXPECT_EQ(counts["br"], 2);
}

TEST(LlvmCode, RefusesSines) {
  const std::vector<Step> steps = {make(Code::kSine, 0, 0, 1, kForever)};
  const Chunk chunk = cut_into_chunks(steps, 0, 100)[0];
  llvm::LLVMContext context;
  llvm::Module module("test", context);
  EXPECT_THROW(write_chunk(module, {.name = "chunk", .steps = steps, .chunk = &chunk}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
