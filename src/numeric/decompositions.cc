#include "numeric/decompositions.h"

#include <Eigen/Dense>

namespace kinemate {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

SingularValues decompose_singular(const MatrixXd& a) {
  const Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

RightSingularValues decompose_right_singular(const MatrixXd& a) {
  const Eigen::BDCSVD<MatrixXd> svd(a, Eigen::ComputeFullV);
  if (svd.singularValues().allFinite() && svd.matrixV().allFinite()) return {svd.singularValues(), svd.matrixV()};
  // divide and conquer loses its way on some matrices with many equal singular values (Eigen 3.4)
  SingularValues safe = decompose_singular(a);
  return {std::move(safe.values), std::move(safe.v)};
}

SymmetricEigenvalues decompose_symmetric(const MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

std::optional<Eigen::VectorXcd> eigenvalues(const MatrixXd& a) {
  const Eigen::EigenSolver<MatrixXd> solver(a, false);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return solver.eigenvalues();
}

std::optional<SchurForm> decompose_schur(const MatrixXd& a) {
  const Eigen::RealSchur<MatrixXd> schur(a);
  if (schur.info() != Eigen::Success) return std::nullopt;
  return SchurForm{schur.matrixT(), schur.matrixU()};
}

OrthogonalTriangular decompose_qr(const MatrixXd& a) {
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  return {qr.householderQ() * MatrixXd::Identity(a.rows(), a.cols()),
          qr.matrixQR().topRows(a.cols()).triangularView<Eigen::Upper>()};
}

int sign_of_determinant(const MatrixXd& a) {
  const Eigen::PartialPivLU<MatrixXd> lu(a);
  int sign = static_cast<int>(lu.permutationP().determinant());
  for (Index i = 0; i < a.rows(); ++i) sign *= lu.matrixLU()(i, i) > 0 ? 1 : (lu.matrixLU()(i, i) < 0 ? -1 : 0);
  return sign;
}

MatrixXd inverse(const MatrixXd& a) { return a.inverse(); }

}  // namespace kinemate
