// Which coordinates of a machine with loops suit as independent ones: the projection criterion.
//
// The mass matrix M is a metric of the space of all speeds s. Loops leave a tangent space of it, the speeds s = J s_I
// or those with B s = 0. A coordinate suits the better the smaller the angle α is between its direction and this space:
//   cos²α_i = [J (Jᵀ M J)⁻¹ Jᵀ]_ii / (M⁻¹)_ii = 1 - [M⁻¹ Bᵀ (B M⁻¹ Bᵀ)⁻¹ B M⁻¹]_ii / (M⁻¹)_ii
// It is 0 where the coordinate stands still whatever the machine does (a dead centre), 1 where loops do not hinder it.
// Neither units of coordinates nor the speeds by which J is written change it.
//
// Source: W. Schirm, W. Blajer, W. Schiehlen, ZAMM 73 (1993) T 105 (source D), (5). Departures: the printed formula has
// M⁻¹ for (Jᵀ M J)⁻¹ and J_cᵀ M for J_cᵀ, which does not fit in dimensions. For more than one freedom a set is judged
// as a whole, since the best coordinates one by one may depend on each other. Nothing is inverted: in orthonormal
// coordinates of the metric J and B become columns whose range a pivoted QR finds.
//
// Finite numbers never give an Error or a NaN.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace kinemate {

/// Whether M can be a metric: positive definite by a margin of rounding, scaled by its diagonal. Reads the lower
/// triangle only. Speeds that move no mass make it none. REQUIRES: M is square.
bool is_metric(const Eigen::MatrixXd& M);

/// How near directions of coordinates are to the motions that loops leave: C with C_ii = cos²α_i (source D (5)), and
/// off the diagonal the products of the same projections. C is positive semidefinite; its rank is that of J at most.
/// `directions` has a row for each coordinate: what its rate is of all speeds (the unit matrix for these themselves).
/// Zero rows give 0, and so does all if M is no metric. Columns of J may have any size and depend on each other.
Eigen::MatrixXd project_on_tangents(const Eigen::MatrixXd& M, const Eigen::MatrixXd& J,
                                    const Eigen::MatrixXd& directions);

/// The same by the conditions B s = const. Rows that follow from others may be among them. Rows of at most 1e-11 of the
/// largest, in the metric, count as zero: a condition that holds anyway leaves such rounding.
Eigen::MatrixXd project_on_conditions(const Eigen::MatrixXd& M, const Eigen::MatrixXd& B,
                                      const Eigen::MatrixXd& directions);

struct CoordinateSet {
  std::vector<std::size_t> coordinates;  ///< rows of C, ascending
  double value = 0;  ///< smallest pivot: cos² of the last chosen direction to what those before leave
};

/// The best `count` of all, one after another by pivoted Cholesky of C. With fewer than `count` independent ones these
/// alone are chosen and the value is 0; for a `count` of 0 it is 1. Ties (within 1e-12) go to the lower index: same
/// input, same choice.
CoordinateSet choose_coordinates(const Eigen::MatrixXd& C, std::size_t count);

/// The value of a set that is given in any order, its pivots taken in the best order.
double value_of_set(const Eigen::MatrixXd& C, std::span<const std::size_t> coordinates);

/// A bound from below on that value, quickly, exact for one freedom: 1 / max_k ((M⁻¹)_kk j_kᵀ M j_k), since no pivot is
/// below what is new of its direction to all others. 0 where M is no metric by far. REQUIRES: column k of J is the
/// motion of coordinate k alone, 1 in its own row and 0 in those of the other coordinates. `work` is kept from call to
/// call; nothing else is allocated.
double value_at_least(const Eigen::MatrixXd& M, const Eigen::MatrixXd& J, std::span<const std::size_t> coordinates,
                      Eigen::MatrixXd& work);

}  // namespace kinemate
