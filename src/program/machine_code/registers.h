// Puts the values of steps into sixteen vector registers: which operands are found in a register, which in memory, and
// what has to be loaded and stored for that.
//
// Method: one pass backward finds the next use of every value, one pass forward hands out registers. A value keeps its
// register until its last use. When all registers are taken, one is freed: best one whose value also stands in memory,
// else, after Belady (A study of replacement algorithms for a virtual-storage computer, 1966), the one whose value is
// used again last; that is stored. An instruction reads an operand from memory for next to nothing, so operands are
// loaded only where they must be in a register.
#pragma once

#include <memory>
#include <span>

#include "program/order/schedule.h"

namespace kinemate {

inline constexpr std::uint8_t kRegisters = 16;

/// Where an operand stands: in a register, or in a place of the memory (a slot; in the body of a loop, a place).
struct Location {
  std::uint32_t number = 0;
  bool in_register = false;
};

/// What the machine does: one instruction of it, or the few that make up a function.
struct Instruction {
  enum class Kind : std::uint8_t {
    kLoad,     ///< result ← place
    kStore,    ///< place ← result
    kMove,     ///< result ← operands[0]
    kCompute,  ///< result ← code of the operands, of which only the second of two may stand in memory
    kFused,    ///< result ← ±operands[0]*operands[1] ± operands[2], over one of them; one at most stands in memory
    kCall      ///< place ← lane_call() of the operands, all in memory; what registers hold is lost
  } kind = Kind::kCompute;
  Code code = Code::kAdd;
  Function function = Function::kSin;
  std::uint8_t count = 0;                              ///< operands
  bool negate_product = false, negate_addend = false;  ///< of kFused
  std::uint8_t result = 0;                             ///< register
  std::array<std::uint8_t, 2> spare = {};              ///< registers that the computation may destroy
  std::uint32_t place = 0;
  std::array<Location, 3> operands = {};
};

/// Whether a step calls lane_call(): powers and all functions that are not a few instructions.
bool needs_call(const Step& step);

struct AllocationOptions {
  std::uint32_t position = 0;  ///< of the first step: a value whose last use comes after the steps is stored
  bool fuse = false;           ///< changes results: a product and the one sum that uses it become one instruction
};

/// Keeps its working memory from one call to the next: time is proportional to the number of steps.
class Allocator {
 public:
  /// For steps that speak of places below `places`.
  explicit Allocator(std::size_t places);
  ~Allocator();

  /// The instructions of steps that run one after the other; valid until the next call. Nothing is in a register
  /// before and after. Operands of min and max come exchanged: the result is operands[0] where that is less (more),
  /// else operands[1]. Functions of more instructions than one get registers for result and spare that no operand has.
  std::span<const Instruction> allocate(std::span<const Step> steps, const AllocationOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kinemate
