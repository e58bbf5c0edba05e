#include "program/machine_code/vector_code.h"

#include <bit>
#include <utility>

#include "base/check.h"

namespace kinemate {
namespace {

using Xbyak::Xmm;

// Predicates of comparisons: quiet; false where an operand is not a number, but for kNotEqual.
constexpr std::uint8_t kEqual = 0x00, kNotEqual = 0x04, kLess = 0x11, kLessEqual = 0x12, kGreaterEqual = 0x1d,
                       kGreater = 0x1e;

// How to round: towards minus infinity, and without a flag that the result is inexact.
constexpr std::uint8_t kRoundDown = 0x09;

constexpr std::size_t kFirstSize = 4096;
constexpr int kConstantBytes = 32;

}  // namespace

VectorCode::VectorCode(Lanes lanes) : CodeGenerator(kFirstSize, Xbyak::AutoGrow), wide_(lanes == Lanes::kFour) {
  constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
  L(constants_);
  for (const std::uint64_t number : {std::uint64_t{0}, std::bit_cast<std::uint64_t>(1.0), kSignBit, ~kSignBit})
    for (int lane = 0; lane < 4; ++lane) dq(number);
  entry_ = getSize();
}

Xbyak::Address VectorCode::constant(Constant which) {
  return ptr[rip + constants_ + kConstantBytes * static_cast<int>(which)];
}

Xmm VectorCode::vector(std::uint32_t number) const {
  const int index = static_cast<int>(number);
  return wide_ ? Xmm(Xbyak::Ymm(index)) : Xmm(index);
}

void VectorCode::load(std::uint32_t number, const Xbyak::Address& from) {
  if (wide_)
    vmovupd(vector(number), from);
  else
    vmovsd(vector(number), from);
}

void VectorCode::store(const Xbyak::Address& to, std::uint32_t number) {
  if (wide_)
    vmovupd(to, vector(number));
  else
    vmovsd(to, vector(number));
}

void VectorCode::clean_up() {
  if (wide_) vzeroupper();
}

void VectorCode::write(const Instruction& instruction, const Xbyak::Address& memory) {
  switch (instruction.kind) {
    case Instruction::Kind::kLoad: return load(instruction.result, memory);
    case Instruction::Kind::kStore: return store(memory, instruction.result);
    case Instruction::Kind::kMove: return vmovapd(vector(instruction.result), vector(instruction.operands[0].number));
    case Instruction::Kind::kCompute: {
      const Location& last = instruction.operands[instruction.count - 1];
      return last.in_register ? compute(instruction, vector(last.number)) : compute(instruction, memory);
    }
    case Instruction::Kind::kFused: return compute_fused(instruction, memory);
    case Instruction::Kind::kCall: break;
  }
  CHECK(false);
}

// The scalar instructions take what they do not compute from the first operand, so that no other value has to be ready.
void VectorCode::compute(const Instruction& instruction, const Xbyak::Operand& last) {
  const Xmm result = vector(instruction.result), a = vector(instruction.operands[0].number);
  // sums and products: shorter with a low register at the end
  const bool exchange = last.isXMM() || last.isYMM() ? last.getIdx() >= 8 && a.getIdx() < 8 : false;
  const Xbyak::Operand& y = exchange ? static_cast<const Xbyak::Operand&>(a) : last;
  const Xmm x = exchange ? vector(static_cast<std::uint32_t>(last.getIdx())) : a;
  switch (instruction.code) {
    case Code::kNegate: return vxorpd(result, a, constant(Constant::kSign));
    case Code::kAdd: return wide_ ? vaddpd(result, x, y) : vaddsd(result, x, y);
    case Code::kMultiply: return wide_ ? vmulpd(result, x, y) : vmulsd(result, x, y);
    case Code::kSubtract: return wide_ ? vsubpd(result, a, last) : vsubsd(result, a, last);
    case Code::kDivide: return wide_ ? vdivpd(result, a, last) : vdivsd(result, a, last);
    case Code::kSquareRoot: return wide_ ? vsqrtpd(result, a) : vsqrtsd(result, a, a);
    case Code::kCall: return compute_function(instruction, last);
    default: CHECK(false);
  }
}

void VectorCode::compute_function(const Instruction& instruction, const Xbyak::Operand& last) {
  const Xmm result = vector(instruction.result), a = vector(instruction.operands[0].number);
  const Xmm spare = vector(instruction.spare[0]);
  auto relation = [&](std::uint8_t predicate) {
    compare(result, a, last, predicate);
    make_truth(result);
  };
  switch (instruction.function) {
    case Function::kAbs: return vandpd(result, a, constant(Constant::kAllButSign));
    case Function::kFloor: return wide_ ? vroundpd(result, a, kRoundDown) : vroundsd(result, a, a, kRoundDown);
    case Function::kMin: return wide_ ? vminpd(result, a, last) : vminsd(result, a, last);
    case Function::kMax: return wide_ ? vmaxpd(result, a, last) : vmaxsd(result, a, last);
    case Function::kLess: return relation(kLess);
    case Function::kLessEqual: return relation(kLessEqual);
    case Function::kEqual: return relation(kEqual);
    case Function::kNotEqual: return relation(kNotEqual);
    case Function::kStep: return compute_step(instruction);
    case Function::kIf: {
      const Xmm b = vector(instruction.operands[1].number);
      compare(result, a, constant(Constant::kZero), kNotEqual);
      return vblendvpd(result, vector(instruction.operands[2].number), b, result);
    }
    case Function::kSign:
      compare(result, a, constant(Constant::kZero), kGreater);
      make_truth(result);
      compare(spare, a, constant(Constant::kZero), kLess);
      make_truth(spare);
      return wide_ ? vsubpd(result, result, spare) : vsubsd(result, result, spare);
    case Function::kAnd:
    case Function::kOr:
      compare(result, a, constant(Constant::kZero), kNotEqual);
      compare(spare, vector(instruction.operands[1].number), constant(Constant::kZero), kNotEqual);
      if (instruction.function == Function::kAnd)
        vandpd(result, result, spare);
      else
        vorpd(result, result, spare);
      return make_truth(result);
    default: CHECK(false);
  }
}

void VectorCode::compute_step(const Instruction& instruction) {
  const Xmm result = vector(instruction.result), x = vector(instruction.operands[0].number);
  if (instruction.count == 1) {
    compare(result, x, constant(Constant::kZero), kGreaterEqual);
    return make_truth(result);
  }
  const Xmm y = vector(instruction.operands[1].number), z = vector(instruction.operands[2].number);
  const Xmm s = vector(instruction.spare[0]), t = vector(instruction.spare[1]);
  compare(result, x, y, kLessEqual);
  compare(s, y, z, kLess);
  vandpd(result, result, s);
  compare(s, x, y, kEqual);
  compare(t, y, z, kEqual);
  vandpd(s, s, t);
  vorpd(result, result, s);
  make_truth(result);
}

// The digits in the names of these instructions say which operands are multiplied, the last one is added; the first is
// overwritten, the third may stand in memory.
void VectorCode::compute_fused(const Instruction& instruction, const Xbyak::Address& memory) {
  std::array<Location, 3> x = instruction.operands;
  auto is_result = [&](const Location& location) {
    return location.in_register && location.number == instruction.result;
  };
  using Write = void (Xbyak::CodeGenerator::*)(const Xmm&, const Xmm&, const Xbyak::Operand&);
  using Signs = std::array<std::array<Write, 2>, 4>;  // scalar and wide, by 2*negate_product + negate_addend
  using Self = Xbyak::CodeGenerator;
  static constexpr Signs k132 = {{{&Self::vfmadd132sd, &Self::vfmadd132pd},
                                  {&Self::vfmsub132sd, &Self::vfmsub132pd},
                                  {&Self::vfnmadd132sd, &Self::vfnmadd132pd},
                                  {&Self::vfnmsub132sd, &Self::vfnmsub132pd}}};
  static constexpr Signs k213 = {{{&Self::vfmadd213sd, &Self::vfmadd213pd},
                                  {&Self::vfmsub213sd, &Self::vfmsub213pd},
                                  {&Self::vfnmadd213sd, &Self::vfnmadd213pd},
                                  {&Self::vfnmsub213sd, &Self::vfnmsub213pd}}};
  static constexpr Signs k231 = {{{&Self::vfmadd231sd, &Self::vfmadd231pd},
                                  {&Self::vfmsub231sd, &Self::vfmsub231pd},
                                  {&Self::vfnmadd231sd, &Self::vfnmadd231pd},
                                  {&Self::vfnmsub231sd, &Self::vfnmsub231pd}}};
  const std::size_t signs = 2u * instruction.negate_product + instruction.negate_addend;
  auto put = [&](const Signs& form, const Location& second, const Location& third) {
    const Write put_it = form[signs][wide_];
    CHECK(second.in_register);
    if (third.in_register)
      (this->*put_it)(vector(instruction.result), vector(second.number), vector(third.number));
    else
      (this->*put_it)(vector(instruction.result), vector(second.number), memory);
  };
  if (is_result(x[2])) {
    if (!x[0].in_register) std::swap(x[0], x[1]);
    return put(k231, x[0], x[1]);
  }
  if (!is_result(x[0])) std::swap(x[0], x[1]);
  if (x[1].in_register)
    put(k213, x[1], x[2]);
  else
    put(k132, x[2], x[1]);
}

void VectorCode::compare(const Xmm& result, const Xmm& a, const Xbyak::Operand& b, std::uint8_t predicate) {
  if (wide_)
    vcmppd(result, a, b, predicate);
  else
    vcmpsd(result, a, b, predicate);
}

// All bits set → 1, none → 0.
void VectorCode::make_truth(const Xmm& mask) { vandpd(mask, mask, constant(Constant::kOne)); }

}  // namespace kinemate
