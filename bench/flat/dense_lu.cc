#include "bench/flat/dense_lu.h"

// Compiled with -march=native, unlike all other files: with another name of the namespace, none of their code is
// exchanged for ours when the program is linked.
#define Eigen NativeEigen
#include <Eigen/LU>

namespace kinemate {

struct DenseLu::Factors {
  explicit Factors(Eigen::Index size) : lu(size), x(size) {}
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
  Eigen::VectorXd x;
};

DenseLu::DenseLu(std::size_t size) : factors_(std::make_unique<Factors>(static_cast<Eigen::Index>(size))) {}
DenseLu::DenseLu(DenseLu&&) noexcept = default;
DenseLu::~DenseLu() = default;

std::span<const double> DenseLu::solve(const double* a, const double* b) {
  auto& [lu, x] = *factors_;
  const Eigen::Index n = x.size();
  lu.compute(Eigen::Map<const Eigen::MatrixXd>(a, n, n));
  x = lu.permutationP() * Eigen::Map<const Eigen::VectorXd>(b, n);
  lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x);
  lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x);
  return {x.data(), static_cast<std::size_t>(n)};
}

}  // namespace kinemate
