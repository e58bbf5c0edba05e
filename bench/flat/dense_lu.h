// A dense linear system by LU with partial pivoting, by Eigen with all that this processor has.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace kinemate {

class DenseLu {
 public:
  explicit DenseLu(std::size_t size);
  DenseLu(DenseLu&&) noexcept;
  ~DenseLu();

  /// x of A x = b; A by columns. Allocates nothing.
  std::span<const double> solve(const double* a, const double* b);

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace kinemate
