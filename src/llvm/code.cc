#include "llvm/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "base/check.h"
#include "program/lanes.h"

namespace kinemate {
namespace {

// LLVM's quick selection of instructions knows no sign changes of vectors and falls back to the slow one for a whole
// chunk; -0 - x is the same, if LLVM does not see that it is.
llvm::Value* negate(llvm::IRBuilder<>& ir, llvm::Value* x, bool quick) {
  alignas(64) static constexpr std::array<double, 4> kMinusZeros = {-0.0, -0.0, -0.0, -0.0};
  if (!quick) return ir.CreateFNeg(x);
  const auto at = reinterpret_cast<std::uintptr_t>(kMinusZeros.data());
  llvm::Value* const address = ir.CreateIntToPtr(ir.getInt64(at), x->getType()->getPointerTo());
  return ir.CreateFSub(ir.CreateAlignedLoad(x->getType(), address, llvm::Align(32)), x);
}

class ChunkWriter {
 public:
  ChunkWriter(llvm::Module& module, const ChunkCode& code)
      : code_(code), ir_(module.getContext()), number_(ir_.getDoubleTy()) {
    if (code.lanes > 1) number_ = llvm::FixedVectorType::get(number_, code.lanes);
    llvm::Type* const memory = ir_.getDoubleTy()->getPointerTo();
    llvm::Type* const table = ir_.getInt32Ty()->getPointerTo();
    auto* type = llvm::FunctionType::get(ir_.getVoidTy(), {memory, table, ir_.getInt64Ty()}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, code.name, module);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    function_->addParamAttr(0, llvm::Attribute::NoAlias);
    function_->addParamAttr(1, llvm::Attribute::NoAlias);
    if (code.loop == nullptr) describe_memory();
  }

  llvm::Function& write() {
    llvm::LLVMContext& context = function_->getContext();
    auto* const entry = llvm::BasicBlock::Create(context, "", function_);
    ir_.SetInsertPoint(entry);
    memory_ = ir_.CreateBitCast(function_->getArg(0), number_->getPointerTo());
    if (code_.loop == nullptr) {
      write_steps();
    } else {
      auto* const body = llvm::BasicBlock::Create(context, "", function_);
      auto* const exit = llvm::BasicBlock::Create(context, "", function_);
      ir_.CreateBr(body);
      ir_.SetInsertPoint(body);
      llvm::PHINode* const row = ir_.CreatePHI(ir_.getInt64Ty(), 2);
      row->addIncoming(ir_.getInt64(0), entry);
      ports_ =
          ir_.CreateGEP(ir_.getInt32Ty(), function_->getArg(1), ir_.CreateMul(row, ir_.getInt64(code_.loop->ports)));
      write_steps();
      llvm::Value* const next = ir_.CreateAdd(row, ir_.getInt64(1));
      row->addIncoming(next, body);
      ir_.CreateCondBr(ir_.CreateICmpULT(next, function_->getArg(2)), body, exit);
      ir_.SetInsertPoint(exit);
    }
    ir_.CreateRetVoid();
    return *function_;
  }

 private:
  // LLVM need not order a load against stores if nobody stores there and the address is known to be good; that halves
  // its time.
  void describe_memory() {
    for (std::size_t i = 0; i < code_.steps.size(); ++i) {
      if (code_.chunk->kept[i]) stored_.insert(code_.steps[i].result);
    }
    std::uint64_t numbers = 0;
    for (const Slot slot : code_.chunk->reads) {
      const std::uint64_t end = std::uint64_t{slot} * code_.width + code_.lanes;
      numbers = std::max(numbers, end);
    }
    function_->addDereferenceableParamAttr(0, numbers * sizeof(double));
  }

  void write_steps() {
    for (std::size_t i = 0; i < code_.steps.size(); ++i) {
      const Step& step = code_.steps[i];
      std::array<llvm::Value*, 3> x = {};
      for (std::size_t k = 0; k < step.count; ++k) x[k] = read(step.operands[k]);
      llvm::Value* const result = compute(step, x);
      values_[step.result] = result;
      if (code_.chunk->kept[i]) ir_.CreateAlignedStore(result, address(step.result), alignment());
    }
  }

  llvm::Align alignment() const { return llvm::Align(code_.lanes * sizeof(double)); }

  // Where a slot or place stands in memory.
  llvm::Value* address(Slot place) {
    const std::uint64_t scale = code_.width / code_.lanes;
    if (code_.loop == nullptr) return ir_.CreateConstInBoundsGEP1_64(number_, memory_, place * scale);
    if (place >= code_.loop->ports) {
      const std::uint64_t slot = code_.loop->scratch + (place - code_.loop->ports);
      return ir_.CreateConstInBoundsGEP1_64(number_, memory_, slot * scale);
    }
    llvm::Value*& known = addresses_[place];
    if (known == nullptr) {
      llvm::Value* const entry = ir_.CreateConstInBoundsGEP1_64(ir_.getInt32Ty(), ports_, place);
      llvm::Value* const slot = ir_.CreateZExt(ir_.CreateLoad(ir_.getInt32Ty(), entry), ir_.getInt64Ty());
      known = ir_.CreateInBoundsGEP(number_, memory_, ir_.CreateMul(slot, ir_.getInt64(scale)));
    }
    return known;
  }

  // What comes from before a straight chunk is loaded anew for each use: as an operand in memory that costs nothing,
  // while a register held for long costs others theirs. The address of a port needs a register as well as its value.
  llvm::Value* read(Slot place) {
    const auto found = values_.find(place);
    if (found != values_.end()) return found->second;
    llvm::LoadInst* const value = ir_.CreateAlignedLoad(number_, address(place), alignment());
    if (code_.loop != nullptr) {
      values_[place] = value;
    } else if (!stored_.contains(place)) {
      value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir_.getContext(), {}));
    }
    return value;
  }

  llvm::Value* constant(double value) { return llvm::ConstantFP::get(number_, value); }
  llvm::Value* truth(llvm::Value* condition) { return ir_.CreateSelect(condition, constant(1), constant(0)); }
  llvm::Value* is_true(llvm::Value* x) { return ir_.CreateFCmpUNE(x, constant(0)); }

  llvm::Value* compute(const Step& step, std::span<llvm::Value* const> x) {
    switch (step.code) {
      case Code::kNegate: return negate(ir_, x[0], code_.quick);
      case Code::kAdd: return ir_.CreateFAdd(x[0], x[1]);
      case Code::kSubtract: return ir_.CreateFSub(x[0], x[1]);
      case Code::kMultiply: return ir_.CreateFMul(x[0], x[1]);
      case Code::kDivide: return ir_.CreateFDiv(x[0], x[1]);
      case Code::kSquareRoot: return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x[0]);
      case Code::kPower: return call(step, x);
      case Code::kCall: return compute_function(step, x);
      case Code::kConstant:
      case Code::kInput:
      case Code::kSine:
      case Code::kCosine: break;
    }
    CHECK(false);
    return nullptr;
  }

  llvm::Value* compute_function(const Step& step, std::span<llvm::Value* const> x) {
    switch (step.function) {
      case Function::kAbs: return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x[0]);
      case Function::kFloor: return ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x[0]);
      case Function::kSign:
        return ir_.CreateFSub(truth(ir_.CreateFCmpOGT(x[0], constant(0))), truth(ir_.CreateFCmpOLT(x[0], constant(0))));
      case Function::kMin: return ir_.CreateSelect(ir_.CreateFCmpOLT(x[1], x[0]), x[1], x[0]);
      case Function::kMax: return ir_.CreateSelect(ir_.CreateFCmpOLT(x[0], x[1]), x[1], x[0]);
      case Function::kStep:
        if (step.count == 1) return truth(ir_.CreateFCmpOGE(x[0], constant(0)));
        return truth(ir_.CreateOr(ir_.CreateAnd(ir_.CreateFCmpOLE(x[0], x[1]), ir_.CreateFCmpOLT(x[1], x[2])),
                                  ir_.CreateAnd(ir_.CreateFCmpOEQ(x[0], x[1]), ir_.CreateFCmpOEQ(x[1], x[2]))));
      case Function::kIf: return ir_.CreateSelect(is_true(x[0]), x[1], x[2]);
      case Function::kLess: return truth(ir_.CreateFCmpOLT(x[0], x[1]));
      case Function::kLessEqual: return truth(ir_.CreateFCmpOLE(x[0], x[1]));
      case Function::kEqual: return truth(ir_.CreateFCmpOEQ(x[0], x[1]));
      case Function::kNotEqual: return truth(ir_.CreateFCmpUNE(x[0], x[1]));
      case Function::kAnd: return truth(ir_.CreateAnd(is_true(x[0]), is_true(x[1])));
      case Function::kOr: return truth(ir_.CreateOr(is_true(x[0]), is_true(x[1])));
      default: return call(step, x);
    }
  }

  // Room on the stack for a result and three operands, made for the first call.
  void reserve_call_space() {
    llvm::BasicBlock& entry = function_->getEntryBlock();
    llvm::IRBuilder<> start(&entry, entry.begin());
    for (llvm::AllocaInst*& space : call_space_) {
      space = start.CreateAlloca(number_);
      space->setAlignment(alignment());
    }
  }

  llvm::Value* call(const Step& step, std::span<llvm::Value* const> x) {
    if (call_space_[0] == nullptr) reserve_call_space();
    llvm::Type* const pointer = ir_.getDoubleTy()->getPointerTo();
    std::array<llvm::Value*, 4> arguments;
    for (std::size_t k = 0; k < 3; ++k) {
      if (k < step.count) ir_.CreateAlignedStore(x[k], call_space_[k + 1], alignment());
      arguments[k + 1] = ir_.CreateBitCast(call_space_[k + 1], pointer);
    }
    arguments[0] = ir_.CreateBitCast(call_space_[0], pointer);
    auto* type = llvm::FunctionType::get(ir_.getVoidTy(), {pointer, pointer, pointer, pointer}, false);
    const auto at = reinterpret_cast<std::uintptr_t>(lane_call(step.code, step.function, step.count, code_.lanes));
    ir_.CreateCall(type, ir_.CreateIntToPtr(ir_.getInt64(at), type->getPointerTo()), arguments)->setDoesNotThrow();
    return ir_.CreateAlignedLoad(number_, call_space_[0], alignment());
  }

  const ChunkCode& code_;
  llvm::IRBuilder<> ir_;
  llvm::Type* number_;
  llvm::Function* function_ = nullptr;
  llvm::Value* memory_ = nullptr;
  llvm::Value* ports_ = nullptr;               // row of the table
  llvm::DenseMap<Slot, llvm::Value*> values_;  // made in this function
  llvm::DenseSet<Slot> stored_;
  llvm::DenseMap<Slot, llvm::Value*> addresses_;      // of ports
  std::array<llvm::AllocaInst*, 4> call_space_ = {};  // result and operands
};

// a*b + c, where nothing else uses the product, by one operation where the processor has it.
void contract_products(llvm::Function& function, bool quick) {
  std::vector<llvm::Instruction*> sums;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      const unsigned code = instruction.getOpcode();
      if (code == llvm::Instruction::FAdd || code == llvm::Instruction::FSub) sums.push_back(&instruction);
    }
  }
  auto product = [](llvm::Value* value) -> llvm::Instruction* {
    auto* const made = llvm::dyn_cast<llvm::BinaryOperator>(value);
    return made != nullptr && made->getOpcode() == llvm::Instruction::FMul && made->hasOneUse() ? made : nullptr;
  };
  for (llvm::Instruction* const sum : sums) {
    const bool minus = sum->getOpcode() == llvm::Instruction::FSub;
    const unsigned side = product(sum->getOperand(0)) != nullptr ? 0 : 1;
    llvm::Instruction* const factors = product(sum->getOperand(side));
    if (factors == nullptr) continue;
    llvm::IRBuilder<> ir(sum);
    llvm::Value* first = factors->getOperand(0);
    llvm::Value* rest = sum->getOperand(1 - side);
    if (minus && side == 0) rest = negate(ir, rest, quick);
    if (minus && side == 1) first = negate(ir, first, quick);
    sum->replaceAllUsesWith(
        ir.CreateIntrinsic(llvm::Intrinsic::fmuladd, {sum->getType()}, {first, factors->getOperand(1), rest}));
    sum->eraseFromParent();
    factors->eraseFromParent();
  }
}

}  // namespace

void write_chunk(llvm::Module& module, const ChunkCode& code) {
  llvm::Function& function = ChunkWriter(module, code).write();
  if (code.fast) contract_products(function, code.quick);
}

}  // namespace kinemate
