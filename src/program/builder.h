// Makes programs: an operation that is there already is not made again.
//
// Rewrites on the way, all of them exact for finite numbers but for the sign of a zero:
//   constants   operations of constants are computed
//   zeros       x + 0 = x     x - 0 = x     0 - x = -x     x - x = 0     0*x = 0     0/x = 0
//   ones        1*x = x     (-1)*x = -x     x/1 = x     x/(-1) = -x     x^1 = x     x^0 = 1     x^(1/2) = sqrt(x)
//   signs       -(-x) = x     a + (-b) = a - b     a - (-b) = a + b     (-a) + b = b - a     (-a) - b = -(a + b)
//               -(a - b) = b - a     out of products and quotients: (-a)*b = -(a*b), also out of constants
//   functions   mod(x, y) = x - y*floor(x/y)     noEvent(x) = x, unless the program keeps it
//   order       the operands of sums, products and commutative functions by number; not those of min and max
#pragma once

#include <unordered_map>

#include "program/program.h"

namespace kinemate {

class Builder {
 public:
  /// A program with the same name and inputs.
  explicit Builder(const Program& like);

  Value constant(double number);
  Value input(std::size_t number);
  Value negate(Value a);
  Value add(Value a, Value b);
  Value subtract(Value a, Value b);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);
  Value square_root(Value a);
  Value power(Value base, Value exponent);
  Value sine(Value a);
  Value cosine(Value a);
  Value call(Function function, std::span<const Value> arguments);

  /// The operation of another program, with these operands of this one.
  Value make(const Program& from, const Operation& operation, std::span<const Value> operands);

  const Operation& operation(Value value) const { return program_.operations[value]; }
  bool is_constant(Value value) const { return operation(value).code == Code::kConstant; }
  double number(Value constant) const { return program_.constants[operation(constant).operands[0]]; }
  bool is_constant(Value value, double number) const { return is_constant(value) && this->number(value) == number; }
  std::size_t size() const { return program_.operations.size(); }

  /// The program; what the results do not need is left out. The builder is empty afterwards.
  Program finish(std::vector<Array> outputs, std::vector<Value> results);

 private:
  Value intern(Code code, std::initializer_list<Value> operands, Function function = Function::kSin);
  Value intern(const Operation& operation);
  bool is_negation(Value value) const { return operation(value).code == Code::kNegate; }
  Value operand(Value value, std::size_t i) const { return operation(value).operands[i]; }

  void grow_table();

  Program program_;
  std::vector<Value> table_;                                    ///< open addressing: operations by their hash
  std::unordered_map<std::uint64_t, std::uint32_t> constants_;  ///< bits → place
};

}  // namespace kinemate
