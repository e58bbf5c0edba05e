// A program: a flat list of operations on doubles, from named inputs to named outputs. It holds no formula.
//
// Values are numbered by the operation that makes them; operands stand before their users. Constants and inputs are
// operations too, which cost nothing. A program runs by way of a Schedule (program/order/schedule.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "expr/function.h"

namespace kinemate {

/// Position of an operation in its program.
using Value = std::uint32_t;

enum class Code : std::uint8_t {
  kConstant,  ///< constants[operands[0]]
  kInput,     ///< input number operands[0]
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kSquareRoot,
  kPower,
  kSine,
  kCosine,
  kCall  ///< any other function
};

struct Operation {
  Code code = Code::kConstant;
  Function function = Function::kSin;  ///< of kCall; else as here
  std::uint8_t count = 0;              ///< operands in use; 0 of constants and inputs
  std::array<Value, 3> operands = {};

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// The operands that are values: none of constants and inputs.
inline std::span<const Value> operands_of(const Operation& operation) {
  return std::span(operation.operands).first(operation.count);
}

/// A number that goes in or comes out.
struct Entry {
  std::string name;     ///< as in the machine: alpha1'
  std::string meaning;  ///< for a comment; may be empty
};

/// Numbers that belong together, such as all coordinates.
struct Array {
  std::string name;  ///< an identifier: q
  std::string meaning;
  std::vector<Entry> entries;
  std::size_t columns = 0;  ///< of a matrix, whose entries come row by row; 0: no matrix
};

struct Program {
  std::string name;     ///< what it computes, an identifier: forward
  std::string machine;  ///< whose
  std::string meaning;  ///< one line
  std::vector<Array> inputs, outputs;
  std::vector<double> constants;  ///< each once, by its bits
  std::vector<Operation> operations;
  std::vector<Value> results;  ///< one for each entry of the outputs, in their order
  /// Whether calls of noEvent are kept, for whoever looks for switching surfaces; what runs and is emitted has none.
  bool keeps_no_event = false;
};

/// Entries of all arrays together.
std::size_t entry_count(std::span<const Array> arrays);

/// Whether the two operands may be exchanged. Not those of min and max: which of them is a NaN matters.
bool is_commutative(const Operation& operation);

/// How many operations use each value; a result counts as a use.
std::vector<std::uint32_t> count_uses(const Program& program);

/// One operation on numbers, sines and cosines by libm. REQUIRES: neither constant nor input.
double compute(Code code, Function function, std::span<const double> operands);

}  // namespace kinemate
