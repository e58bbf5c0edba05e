// A pass: an order of operations in which values are used soon after they are made, so that registers suffice.
#pragma once

#include "program/program.h"

namespace kinemate {

/// Orders parts of one program; what it remembers between two of them makes many small parts cheap.
class Locality {
 public:
  explicit Locality(const Program& program);

  /// Values that a straight run with `registers` registers has to store and to fetch again, if always the register is
  /// freed whose value is needed last. `order` lists operations, operands before users. Loads are not counted: an
  /// operand in memory costs next to nothing.
  std::size_t count_spills(std::span<const Value> order, std::size_t registers = 15);

  /// The same operations as given or depth first, whichever spills less. Equations of motion take about a tenth less
  /// time depth first; programs that are made near their uses already would take a fifth more.
  std::vector<Value> improve(std::span<const Value> order);

 private:
  /// Operations and operands by numbers of their own: operation i of an order is i, what is made elsewhere comes
  /// behind.
  struct Run {
    std::vector<std::array<std::uint32_t, 3>> operands;  ///< kNowhere where there are fewer
    std::uint32_t values = 0;                            ///< numbers in use
  };
  Run make_run(std::span<const Value> order);
  static std::vector<std::uint32_t> order_depth_first(const Run& run);
  static std::size_t count_spills(const Run& run, std::span<const std::uint32_t> order, std::size_t registers);

  const Program& program_;
  std::vector<std::uint32_t> number_of_;  ///< by value: kNowhere between two calls
};

}  // namespace kinemate
