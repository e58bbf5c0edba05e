#include "study/reduction/acceleration_bound.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "expr/graph.h"
#include "numeric/decompositions.h"

namespace kinemate {
namespace {

constexpr long kBits = 64;
constexpr double kMostNodes = 2e7;  // evaluated for one bound: some seconds
constexpr double kFewestPieces = 20, kMostPieces = 4000;
constexpr double kSlack = 1 + 1e-9;  // for what doubles round

using Eigen::MatrixXd, Eigen::VectorXd;

// (1 − K)⁻¹ for K ≥ 0 with spectral radius below 1; nothing else. A positive x with (1 − K) x > 0 proves that.
std::optional<MatrixXd> neumann_sum(const MatrixXd& K) {
  if (!K.allFinite()) return std::nullopt;
  const MatrixXd sum = inverse(MatrixXd::Identity(K.rows(), K.cols()) - K);
  if (!sum.allFinite() || sum.minCoeff() < 0) return std::nullopt;
  const VectorXd x = sum.rowwise().sum();
  if (x.minCoeff() <= 0 || (x - K * x * kSlack).minCoeff() <= 0) return std::nullopt;
  return sum * kSlack;
}

struct BoundPiece {
  std::vector<Range> ranges;  // of the symbols that are cut
  bool regular = false;
  VectorXd error;

  // What is cut next: pieces of which nothing is known, larger ones first, then those with the largest error.
  double urgency = 0;
  friend bool operator<(const BoundPiece& a, const BoundPiece& b) {
    return a.regular != b.regular ? a.regular : a.urgency < b.urgency;
  }
};

class Pieces {
 public:
  Pieces(const Reducible& reducible, const ReducedEquations& reduced)
      : reducible_(reducible),
        formulas_(formulas_of(reducible.spell_out(reduced), reducible.missing().empty())),
        evaluator_(formulas_) {
    const std::size_t f = reducible.exact().speeds.size();
    n_ = static_cast<Eigen::Index>(f);
    mass_loss_ = triangle(reduced.mass_loss);
    force_loss_ = Eigen::Map<const VectorXd>(reduced.force_loss.data(), n_);
    for (const auto& [symbol, range] : reducible.box()) values_.emplace(symbol, to_ball(range));
    const std::vector<Expr> masses(formulas_.begin(), formulas_.begin() + static_cast<std::ptrdiff_t>(f * (f + 1) / 2));
    for (Expr symbol : free_symbols(masses)) {
      cut_.push_back(symbol);
      weights_.push_back(std::max(reducible.influence(symbol), 1e-300));
    }
  }

  AccelerationBound bound() {
    AccelerationBound result;
    result.error.assign(static_cast<std::size_t>(n_), std::numeric_limits<double>::infinity());
    const double most = std::clamp(kMostNodes / static_cast<double>(evaluator_.size()), kFewestPieces, kMostPieces);
    std::priority_queue<BoundPiece> queue;
    BoundPiece all;
    for (Expr symbol : cut_) all.ranges.push_back(reducible_.box().at(symbol));
    look_at(all);
    queue.push(std::move(all));
    for (result.pieces = 1; static_cast<double>(result.pieces) < most; ++result.pieces) {
      const BoundPiece worst = queue.top();
      if (!worst.regular && is_lost(worst, result)) return result;
      if (cut_.empty() || (worst.regular && worst.urgency == 0)) break;
      queue.pop();
      for (BoundPiece& half : halves(worst)) {
        look_at(half);
        queue.push(std::move(half));
      }
    }
    if (!queue.top().regular) return result;
    result.definite = AccelerationBound::Definite::kProven;
    VectorXd largest = VectorXd::Zero(n_);
    for (; !queue.empty(); queue.pop()) largest = largest.cwiseMax(queue.top().error);
    for (Eigen::Index i = 0; i < n_; ++i) result.error[static_cast<std::size_t>(i)] = largest[i];
    return result;
  }

 private:
  static std::vector<Expr> formulas_of(const Equations& equations, bool with_forces) {
    std::vector<Expr> formulas = equations.mass;
    for (std::size_t i = 0; with_forces && i < equations.forces.size(); ++i)
      formulas.push_back(equations.forces[i] - equations.bias[i]);
    return formulas;
  }

  MatrixXd triangle(std::span<const double> entries) const {
    MatrixXd matrix(n_, n_);
    for (Eigen::Index i = 0; i < n_; ++i)
      for (Eigen::Index j = 0; j < n_; ++j)
        matrix(i, j) = entries[Equations::place(static_cast<std::size_t>(i), static_cast<std::size_t>(j))];
    return matrix;
  }

  void look_at(BoundPiece& piece) {
    piece.urgency = 0;
    for (std::size_t i = 0; i < cut_.size(); ++i) {
      values_.insert_or_assign(cut_[i], to_ball(piece.ranges[i]));
      piece.urgency += (piece.ranges[i].high - piece.ranges[i].low) * weights_[i];
    }
    const std::vector<Ball> balls = evaluator_.evaluate(values_, kBits);
    std::vector<double> middles, radii;
    bool bounded = true;  // forces may have no bound where M has one
    const auto masses = static_cast<std::size_t>(n_ * (n_ + 1) / 2);
    for (const Ball& ball : balls) {
      if (!ball.is_finite() && middles.size() < masses) return;
      bounded = bounded && ball.is_finite();
      middles.push_back(ball.to_double());
      radii.push_back(ball.radius());
    }
    const MatrixXd M = triangle(middles), around = triangle(radii);
    const Eigen::LLT<MatrixXd> factors(M);
    if (factors.info() != Eigen::Success) return;
    const MatrixXd A = factors.solve(MatrixXd::Identity(n_, n_)), size = A.cwiseAbs();
    const MatrixXd rounding = size * M.cwiseAbs() * 1e-13;
    const MatrixXd G = (MatrixXd::Identity(n_, n_) - A * M).cwiseAbs() + size * around + rounding;
    const std::optional<MatrixXd> regular = neumann_sum(G);
    if (!regular) return;
    piece.regular = true;
    piece.urgency = 0;
    const bool unchanged = mass_loss_.maxCoeff() == 0 && force_loss_.maxCoeff() == 0;
    piece.error = VectorXd::Constant(n_, unchanged ? 0 : std::numeric_limits<double>::infinity());
    if (unchanged || !reducible_.missing().empty()) return;
    if (!bounded) piece.urgency = std::numeric_limits<double>::infinity();  // smaller pieces may do
    if (!bounded) return;
    const std::size_t first = masses;
    const VectorXd r = Eigen::Map<const VectorXd>(&middles[first], n_),
                   r_around = Eigen::Map<VectorXd>(&radii[first], n_);
    const MatrixXd N = *regular * size;
    const VectorXd q = *regular * ((A * r).cwiseAbs() + size * (r_around + r.cwiseAbs() * 1e-13));
    const std::optional<MatrixXd> grown = neumann_sum(N * mass_loss_);
    if (!grown) {  // smaller pieces may do
      piece.urgency = std::numeric_limits<double>::infinity();
      return;
    }
    piece.error = *grown * (N * (force_loss_ + mass_loss_ * q)) * kSlack;
    piece.urgency = piece.error.maxCoeff();
  }

  // Whether M̃ has a direction without inertia at the piece's middle.
  bool is_lost(const BoundPiece& piece, AccelerationBound& result) const {
    BallValues point = values_;
    Values where;
    for (std::size_t i = 0; i < cut_.size(); ++i) {
      const double middle = piece.ranges[i].low + (piece.ranges[i].high - piece.ranges[i].low) / 2;
      point.insert_or_assign(cut_[i], Ball::from(middle));
      where.emplace(cut_[i], middle);
    }
    const std::vector<Ball> balls = evaluator_.evaluate(point, kBits);
    std::vector<double> masses;
    for (std::size_t e = 0; e < static_cast<std::size_t>(n_ * (n_ + 1) / 2); ++e) {
      if (!balls[e].is_finite()) return false;
      masses.push_back(balls[e].to_double());
    }
    const MatrixXd M = triangle(masses);
    const VectorXd scale = M.diagonal().cwiseAbs().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
    const MatrixXd scaled = scale.asDiagonal() * M * scale.asDiagonal();
    if (symmetric_eigenvalues(scaled)[0] > -1e-12) return false;
    result.definite = AccelerationBound::Definite::kLost;
    result.lost_at = std::move(where);
    return true;
  }

  std::vector<BoundPiece> halves(const BoundPiece& piece) const {
    std::size_t widest = 0;
    double width = -1;
    for (std::size_t i = 0; i < cut_.size(); ++i) {
      const double here = (piece.ranges[i].high - piece.ranges[i].low) * weights_[i];
      if (here > width) width = here, widest = i;
    }
    const Range range = piece.ranges[widest];
    const double middle = range.low + (range.high - range.low) / 2;
    std::vector<BoundPiece> result;
    for (const Range& half : {Range{range.low, middle}, Range{middle, range.high}}) {
      BoundPiece next;
      next.ranges = piece.ranges;
      next.ranges[widest] = half;
      result.push_back(std::move(next));
    }
    return result;
  }

  const Reducible& reducible_;
  std::vector<Expr> formulas_;
  BallEvaluator evaluator_;
  Eigen::Index n_ = 0;
  MatrixXd mass_loss_;
  VectorXd force_loss_;
  BallValues values_;
  std::vector<Expr> cut_;
  std::vector<double> weights_;
};

}  // namespace

AccelerationBound bound_accelerations(const Reducible& reducible, const ReducedEquations& reduced) {
  return Pieces(reducible, reduced).bound();
}

}  // namespace kinemate
