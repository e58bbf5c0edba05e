#include "optimum/uncertainty.h"

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "numeric/decompositions.h"
#include "optimum/student.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// J = Q U S Vᵀ W⁻¹ of the parameters that are not known, W = diag(widths) making columns of length 1.
struct FitDecomposition {
  std::vector<std::size_t> parameters;  // of each column
  VectorXd widths;     // change of a parameter that changes the residuals by 1; 0 for one without effect
  VectorXd singular;   // descending
  MatrixXd right;      // V
  VectorXd projected;  // (Q U)ᵀ residuals
  Index rank = 0;
};

// Columns that are nothing but errors beside the largest one are zero.
VectorXd column_widths(const MatrixXd& jacobian, const VectorXd& scale, double jacobian_error) {
  const VectorXd norms = jacobian.colwise().norm().transpose();
  const VectorXd effects = norms.cwiseProduct(scale);
  const double least = effects.size() == 0 ? 0 : jacobian_error * effects.maxCoeff();
  VectorXd widths(norms.size());
  for (Index k = 0; k < norms.size(); ++k) widths(k) = effects(k) > least ? 1 / norms(k) : 0;
  return widths;
}

FitDecomposition decompose(const LinearFit& fit) {
  const auto n = static_cast<Index>(fit.residuals.size()), p = static_cast<Index>(fit.scale.size());
  CHECK(static_cast<Index>(fit.jacobian.size()) == n * p && fit.known.size() == fit.scale.size());
  const Eigen::Map<const RowMajorMatrix> all(fit.jacobian.data(), n, p);
  FitDecomposition result;
  for (std::size_t j = 0; j < fit.scale.size(); ++j) {
    if (!fit.known[j]) result.parameters.push_back(j);
  }
  const auto count = static_cast<Index>(result.parameters.size());
  if (count == 0) return result;
  MatrixXd jacobian(n, count);
  VectorXd scale(count);
  for (Index k = 0; k < count; ++k) {
    const std::size_t j = result.parameters[static_cast<std::size_t>(k)];
    jacobian.col(k) = all.col(static_cast<Index>(j));
    scale(k) = fit.scale[j];
  }
  result.widths = column_widths(jacobian, scale, fit.jacobian_error);
  // QR first: the singular values of a tall matrix are those of its small triangle
  const OrthogonalTriangular qr = decompose_qr(jacobian * result.widths.asDiagonal());
  SingularValues svd = decompose_singular(qr.r);
  const VectorXd turned = qr.q.transpose() * Eigen::Map<const VectorXd>(fit.residuals.data(), n);
  result.projected = svd.u.transpose() * turned;
  result.singular = std::move(svd.values);
  result.right = std::move(svd.v);
  const double least = fit.jacobian_error * result.singular(0);
  while (result.rank < count && result.singular(result.rank) > least) ++result.rank;
  return result;
}

// Whether the residuals stay as they are while the parameter of column k changes.
bool drifts(const FitDecomposition& parts, Index k) {
  constexpr double kShare = 1e-3;  // of a null vector: less is the error of computing it
  return parts.right.row(k).tail(parts.right.cols() - parts.rank).norm() > kShare;
}

void add_covariance(const FitDecomposition& parts, double variance, FitUncertainty& result) {
  const std::size_t p = result.deviations.size();
  const MatrixXd factor =
      parts.right.leftCols(parts.rank) * parts.singular.head(parts.rank).cwiseInverse().asDiagonal();
  const MatrixXd inverse = parts.widths.asDiagonal() * (factor * factor.transpose()) * parts.widths.asDiagonal();
  const double t = result.freedoms == 0 ? kUnbounded : student_quantile(0.975, static_cast<double>(result.freedoms));
  for (Index k = 0; k < inverse.rows(); ++k) {
    const std::size_t j = parts.parameters[static_cast<std::size_t>(k)];
    const bool open = result.freedoms == 0 || drifts(parts, k);
    for (Index l = 0; l < inverse.rows(); ++l) {
      const bool pair_open = open || drifts(parts, l);
      const double entry = pair_open ? (k == l ? kUnbounded : std::nan("")) : variance * inverse(k, l);
      result.covariance[j * p + parts.parameters[static_cast<std::size_t>(l)]] = entry;
    }
    result.deviations[j] = open ? kUnbounded : std::sqrt(variance * inverse(k, k));
    result.confidence[j] = open ? kUnbounded : t * result.deviations[j];
  }
}

}  // namespace

FitUncertainty compute_uncertainty(const LinearFit& fit) {
  const std::size_t n = fit.residuals.size(), p = fit.scale.size();
  FitUncertainty result{.covariance = std::vector<double>(p * p),
                        .deviations = std::vector<double>(p),
                        .confidence = std::vector<double>(p),
                        .step = std::vector<double>(p)};
  const FitDecomposition parts = decompose(fit);
  const Index count = static_cast<Index>(parts.parameters.size());
  CHECK(n >= static_cast<std::size_t>(count));
  result.freedoms = n - static_cast<std::size_t>(parts.rank);
  if (count == 0) return result;

  const double square = Eigen::Map<const VectorXd>(fit.residuals.data(), static_cast<Index>(n)).squaredNorm();
  const VectorXd kept = parts.projected.head(parts.rank);
  result.gain = square > 0 ? std::sqrt(kept.squaredNorm() / square) : 0;
  const VectorXd in_widths = -(parts.right.leftCols(parts.rank) * kept.cwiseQuotient(parts.singular.head(parts.rank)));
  const double last = parts.singular(count - 1);
  result.condition = last > 0 ? parts.singular(0) / last : kUnbounded;
  for (Index k = 0; k < count; ++k) {
    const std::size_t j = parts.parameters[static_cast<std::size_t>(k)];
    result.step[j] = parts.widths(k) * in_widths(k);
    if (drifts(parts, k)) result.undetermined.push_back(j);
  }
  const double variance = result.freedoms == 0 ? 0 : square / static_cast<double>(result.freedoms);
  add_covariance(parts, variance, result);
  return result;
}

}  // namespace kinemate
