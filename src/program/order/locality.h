// A pass: an order of operations in which values are used soon after they are made, so that registers suffice.
#pragma once

#include "program/program.h"

namespace kinemate {

/// Orders parts of one program; what it remembers between two of them makes many small parts cheap.
class Locality {
 public:
  explicit Locality(const Program& program);

  /// Roughly the cycles of a straight run on a processor with 15 registers that looks 190 operations ahead: an
  /// operation waits for its operands, for its turn, and for the oldest of those 190; a value that loses its register,
  /// since it is needed last, is stored. `order` lists operations, operands before users.
  double estimate_cycles(std::span<const Value> order);

  /// The same operations as given, depth first, or depth first with those put ahead that others wait for longest,
  /// whichever is estimated to be fastest. Equations of motion need fewer stores depth first; programs that are made
  /// near their uses already would have longer chains of waiting operations.
  std::vector<Value> improve(std::span<const Value> order);

 private:
  /// Operations and operands by numbers of their own: operation i of an order is i, what is made elsewhere comes
  /// behind.
  struct Run {
    std::vector<std::array<std::uint32_t, 3>> operands;  ///< kNowhere where there are fewer
    std::vector<Code> codes;                             ///< of the operations
    std::uint32_t values = 0;                            ///< numbers in use
  };
  Run make_run(std::span<const Value> order);
  static std::vector<std::uint32_t> order_depth_first(const Run& run);
  static double estimate_cycles(const Run& run, std::span<const std::uint32_t> order);

  const Program& program_;
  std::vector<std::uint32_t> number_of_;  ///< by value: kNowhere between two calls
};

/// The same for all operations of a program, in the better order; sines, which run apart, are not among them.
double estimate_cycles(const Program& program);

}  // namespace kinemate
