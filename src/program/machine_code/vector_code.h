// x86-64 machine code (AVX2) of the instructions of program/machine_code/registers.h, for one number or four at once.
#pragma once

#include <xbyak/xbyak.h>

#include "program/machine_code/registers.h"

namespace kinemate {

/// How many numbers a vector register holds in the code.
enum class Lanes { kOne, kFour };

class VectorCode : public Xbyak::CodeGenerator {
 public:
  /// The code begins with a few constants; `entry()` is behind them.
  explicit VectorCode(Lanes lanes);

  /// Any instruction but a call. `memory` is the address of the place, or of the operand that stands in memory; not
  /// used where there is none.
  void write(const Instruction& instruction, const Xbyak::Address& memory);

  /// The registers as code compiled by others expects and leaves them: call before calls and before the end.
  void clean_up();

  Xbyak::Xmm vector(std::uint32_t number) const;
  void load(std::uint32_t number, const Xbyak::Address& from);
  void store(const Xbyak::Address& to, std::uint32_t number);

  std::size_t entry() const { return entry_; }

 private:
  // Constants at the begin of the code, four times each.
  enum class Constant { kZero, kOne, kSign, kAllButSign };

  Xbyak::Address constant(Constant which);
  void compute(const Instruction& instruction, const Xbyak::Operand& last);
  void compute_function(const Instruction& instruction, const Xbyak::Operand& last);
  void compute_step(const Instruction& instruction);
  void compute_fused(const Instruction& instruction, const Xbyak::Address& memory);
  void compare(const Xbyak::Xmm& result, const Xbyak::Xmm& a, const Xbyak::Operand& b, std::uint8_t predicate);
  void make_truth(const Xbyak::Xmm& mask);

  bool wide_;
  Xbyak::Label constants_;
  std::size_t entry_ = 0;
};

}  // namespace kinemate
