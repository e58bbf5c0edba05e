#include "numeric/continuation.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/check.h"
#include "numeric/decompositions.h"
#include "numeric/linear.h"
#include "numeric/newton.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The curve in coordinates z = (x / scale, (p - p0) / (p1 - p0)) with equations of like size: z runs from its last
/// entry 0 to 1.
class ScaledCurve {
 public:
  ScaledCurve(const CurveSystem& system, const VectorXd& x0, double p0, double p1, const CurveOptions& options)
      : system_(system), p0_(p0), p1_(p1), x_scale_(options.x_scale) {
    if (x_scale_.size() == 0) x_scale_ = guess_scale(x0);
    CHECK(x_scale_.size() == x0.size() && (x_scale_.array() > 0).all());
    row_scale_ = VectorXd::Ones(x0.size());
    const VectorXd sizes = jacobian(to_z(x0, p0)).rowwise().lpNorm<Eigen::Infinity>();
    if (sizes.allFinite()) row_scale_ = sizes.unaryExpr([](double size) { return size > 0 ? 1 / size : 1; });
  }

  VectorXd residual(const VectorXd& z) const {
    const VectorXd values = system_.residual(x(z), p(z));
    CHECK(values.size() == x_scale_.size());
    return row_scale_.cwiseProduct(values);
  }

  MatrixXd jacobian(const VectorXd& z) const {  // n x n + 1
    const VectorXd at = x(z);
    MatrixXd result(at.size(), z.size());
    result << system_.jacobian(at, p(z)) * x_scale_.asDiagonal(), system_.by_parameter(at, p(z)) * (p1_ - p0_);
    return row_scale_.asDiagonal() * result;
  }

  VectorXd x(const VectorXd& z) const { return x_scale_.cwiseProduct(z.head(z.size() - 1)); }
  double p(const VectorXd& z) const {
    const double share = z(z.size() - 1);
    return share == 1 ? p1_ : p0_ + share * (p1_ - p0_);
  }
  VectorXd to_z(const VectorXd& x, double p) const {
    VectorXd z(x.size() + 1);
    z << x.cwiseQuotient(x_scale_), (p - p0_) / (p1_ - p0_);
    return z;
  }
  CurvePoint point(const VectorXd& z, CurvePoint::Kind kind) const { return {x(z), p(z), kind}; }

  /// The nearest z at the same p with residual 0, if there is one.
  NewtonResult correct_x(const VectorXd& z) const {
    const Index n = z.size() - 1;
    const auto with = [&](const VectorXd& head) {
      VectorXd all = z;
      all.head(n) = head;
      return all;
    };
    NewtonResult result =
        solve_newton([&](const VectorXd& head) { return residual(with(head)); },
                     [&](const VectorXd& head) -> MatrixXd { return jacobian(with(head)).leftCols(n); }, z.head(n));
    result.x = with(result.x);
    return result;
  }

 private:
  // What x is, or what it would change by were the curve straight.
  VectorXd guess_scale(const VectorXd& x0) const {
    constexpr double kNothing = 1e-12;  // zero but for rounding
    const MatrixXd by_x = system_.jacobian(x0, p0_);
    const VectorXd by_p = system_.by_parameter(x0, p0_);
    VectorXd sizes = x0.cwiseAbs();
    if (by_x.allFinite() && by_p.allFinite()) {
      const VectorXd slope = solve_least_squares(by_x, -by_p);
      const bool fold = (by_x * slope + by_p).norm() > 1e-6 * by_p.norm();
      if (!fold) sizes = sizes.cwiseMax(slope.cwiseAbs() * std::abs(p1_ - p0_));
    }
    return sizes.unaryExpr([](double size) { return size > kNothing ? size : 1; });
  }

  const CurveSystem& system_;
  double p0_, p1_;
  VectorXd x_scale_, row_scale_;
};

/// A point of the curve with its tangent. `left` and `right` span the free directions of rows and columns; they and the
/// tangent are those of the point before, turned as little as possible, so that the determinant's sign means something.
struct CurveFrame {
  VectorXd z, tangent;  // n + 1
  MatrixXd left;        // n x free
  MatrixXd right;       // n + 1 x free
  Index nullity = 0;    // free directions here; more than usual at a branch point
  int sign = 0;         // of the determinant of [J left; tangentᵀ 0; rightᵀ 0]; 0 where that is singular
};

// The orthonormal basis of a subspace next to the columns of `before`, which are as many or fewer; none if there are
// columns of `before` that stand upright on the subspace.
std::optional<MatrixXd> nearest_basis(const MatrixXd& space, const MatrixXd& before) {
  if (before.cols() == 0) return before;
  const SingularValues svd = decompose_singular(space.transpose() * before);
  if (svd.values(before.cols() - 1) < 1e-3) return std::nullopt;
  return space * svd.u.leftCols(before.cols()) * svd.v.transpose();  // polar factor
}

int bordered_sign(const MatrixXd& jacobian, const CurveFrame& frame) {
  const Index n = jacobian.rows(), free = frame.left.cols();
  MatrixXd bordered = MatrixXd::Zero(n + 1 + free, n + 1 + free);
  bordered.topLeftCorner(n, n + 1) = jacobian;
  bordered.topRightCorner(n, free) = frame.left;
  bordered.block(n, 0, 1, n + 1) = frame.tangent.transpose();
  bordered.bottomLeftCorner(free, n + 1) = frame.right.transpose();
  return sign_of_determinant(bordered);
}

/// Null spaces of the rows and columns of the Jacobian at a point.
struct CurveNullSpaces {
  MatrixXd left, right;  // n x nullity, n + 1 x 1 + nullity
};

CurveNullSpaces null_spaces(const MatrixXd& jacobian, double zero) {
  const SingularValues svd = decompose_singular(jacobian);
  const Index rank = (svd.values.array() > zero).count();
  return {svd.u.rightCols(jacobian.rows() - rank), svd.v.rightCols(jacobian.cols() - rank)};
}

// The part of a null space upright on the tangent.
MatrixXd without_tangent(const MatrixXd& space, const VectorXd& tangent) {
  const VectorXd along = space.transpose() * tangent;  // a unit vector in coordinates of the space
  const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(along).householderQ();
  return space * q.rightCols(space.cols() - 1);
}

class CurveFollower {
 public:
  CurveFollower(const ScaledCurve& curve, const CurveOptions& options) : curve_(curve), options_(options) {}

  FollowedCurve follow(const VectorXd& start) {
    CurveFrame at = first_frame(start);
    result_.points.push_back(curve_.point(at.z, CurvePoint::Kind::kRegular));
    double step = options_.largest_step / 4;
    while (true) {
      if (static_cast<int>(result_.points.size()) >= options_.most_points) {
        return finish_with(CurveEnd::kPointLimit, fmt::format("{} points were not enough", options_.most_points));
      }
      step = std::min(step, options_.largest_step * std::max(1.0, at.z.norm()));
      step = std::min(step, options_.largest_step / std::max(1e-300, std::abs(at.tangent(at.tangent.size() - 1))));
      std::optional<CurveFrame> next = advance(at, step);
      if (!next) {
        step /= 2;
        if (step < options_.smallest_step) return finish_with(CurveEnd::kStepTooSmall, too_small(at));
        continue;
      }
      if (record(at, *next, step)) return std::move(result_);
      step *= growth(at, *next);
      at = *std::move(next);
    }
  }

 private:
  static double last(const VectorXd& v) { return v(v.size() - 1); }

  FollowedCurve finish_with(CurveEnd end, std::string reason) {
    result_.end = end;
    result_.reason = std::move(reason);
    return std::move(result_);
  }

  std::string too_small(const CurveFrame& at) const {
    return fmt::format("the curve cannot be followed beyond p = {:.6g}{}{}", curve_.p(at.z),
                       failure_.empty() ? ": it ends or has a corner there" : ": ", failure_);
  }

  CurveFrame first_frame(const VectorXd& start) {
    const MatrixXd jacobian = curve_.jacobian(start);
    CHECK(jacobian.allFinite());
    size_ = decompose_singular(jacobian).values(0);
    const CurveNullSpaces spaces = null_spaces(jacobian, options_.rank_tolerance * size_);
    CurveFrame frame{.z = start, .tangent = spaces.right * spaces.right.bottomRows(1).transpose()};
    if (frame.tangent.norm() < 1e-6) frame.tangent = spaces.right.col(0);  // a fold: both ways lead to one side
    frame.tangent.normalize();
    frame.nullity = spaces.left.cols();
    frame.left = spaces.left;
    frame.right = without_tangent(spaces.right, frame.tangent);
    frame.sign = bordered_sign(jacobian, frame);
    return frame;
  }

  // The frame at z; none where the tangent turns by a right angle or there are no derivatives.
  std::optional<CurveFrame> frame_at(const VectorXd& z, const CurveFrame& before) {
    const MatrixXd jacobian = curve_.jacobian(z);
    if (!jacobian.allFinite()) return std::nullopt;
    const CurveNullSpaces spaces = null_spaces(jacobian, options_.rank_tolerance * size_);
    CurveFrame frame{.z = z, .tangent = spaces.right * (spaces.right.transpose() * before.tangent)};
    if (frame.tangent.norm() < 1e-3) return std::nullopt;
    frame.tangent.normalize();
    frame.nullity = spaces.left.cols();
    const MatrixXd others = without_tangent(spaces.right, frame.tangent);
    const bool fewer = frame.nullity < before.left.cols();  // the start, or the point before, was a branch point
    const std::optional<MatrixXd> left = fewer ? spaces.left : nearest_basis(spaces.left, before.left);
    const std::optional<MatrixXd> right = fewer ? others : nearest_basis(others, before.right);
    if (!left || !right) return std::nullopt;
    frame.left = *left;
    frame.right = *right;
    frame.sign = frame.nullity > frame.left.cols() ? 0 : bordered_sign(jacobian, frame);
    return frame;
  }

  // From `at` along the tangent and back to the curve.
  std::optional<CurveFrame> project(const CurveFrame& at, double step, int most_iterations) {
    const VectorXd predicted = at.z + step * at.tangent;
    const NewtonResult corrected = solve_newton(
        [&](const VectorXd& z) { return curve_.residual(z); }, [&](const VectorXd& z) { return curve_.jacobian(z); },
        predicted, {.rank_tolerance = options_.rank_tolerance, .max_iterations = most_iterations});
    iterations_ = corrected.iterations;
    failure_ = corrected.reason;
    if (!corrected.converged() || (corrected.x - predicted).norm() > step / 2) return std::nullopt;
    return frame_at(corrected.x, at);
  }

  std::optional<CurveFrame> advance(const CurveFrame& at, double step) {
    constexpr int kMostIterations = 8;  // more: the step was too long
    std::optional<CurveFrame> next = project(at, step, kMostIterations);
    if (next && at.tangent.dot(next->tangent) < std::cos(options_.largest_angle)) return std::nullopt;
    return next;
  }

  double growth(const CurveFrame& at, const CurveFrame& next) const {
    constexpr int kMuchWork = 5;
    const double angle = std::acos(std::clamp(at.tangent.dot(next.tangent), -1.0, 1.0));
    const double factor = std::clamp(options_.largest_angle / 2 / std::max(angle, 1e-9), 0.5, 2.0);
    return iterations_ >= kMuchWork ? std::min(factor, 0.7) : factor;
  }

  struct CurveEvent {
    double step;
    CurveFrame frame;
    CurvePoint::Kind kind;
  };

  // Where between `at` and `next` the function of a frame changes sign, by regula falsi with Illinois' weights; of ±1
  // that is bisection. REQUIRES: it does.
  template <class Function>
  CurveEvent locate_change(const CurveFrame& at, const CurveFrame& next, double step, CurvePoint::Kind kind,
                           Function function) {
    constexpr int kMostSteps = 100, kMostIterations = 50;  // next to a branch point, a double root, it converges slowly
    double low = 0, high = step, low_value = function(at), high_value = function(next);
    CurveEvent best{step, next, kind};
    std::optional<bool> last_side;
    for (int i = 0; i < kMostSteps && high - low > 1e-13 * step; ++i) {
      double middle = low + (high - low) * (low_value / (low_value - high_value));
      if (!(middle > low && middle < high)) middle = low + (high - low) / 2;
      std::optional<CurveFrame> frame = project(at, middle, kMostIterations);
      if (!frame) break;
      const double value = function(*frame);
      best = {middle, *std::move(frame), kind};
      if (value == 0) break;
      const bool same = (value > 0) == (low_value > 0);
      (same ? low : high) = middle;
      (same ? low_value : high_value) = value;
      if (last_side == same) (same ? high_value : low_value) /= 2;
      last_side = same;
    }
    return best;
  }

  std::vector<CurveEvent> find_events(const CurveFrame& at, const CurveFrame& next, double step) {
    std::vector<CurveEvent> events;
    const int sign_before = at.sign != 0 ? at.sign : last_sign_;
    if (at.left.cols() == next.left.cols() && at.sign * next.sign < 0) {
      events.push_back(locate_change(at, next, step, CurvePoint::Kind::kBranch,
                                     [](const CurveFrame& frame) { return static_cast<double>(frame.sign); }));
    } else if (at.left.cols() == next.left.cols() && at.sign == 0 && sign_before * next.sign < 0) {
      result_.points.back().kind = CurvePoint::Kind::kBranch;  // the point before lies on the branch point
    }
    if (at.left.cols() != next.left.cols()) last_sign_ = 0;
    if (next.sign != 0) last_sign_ = next.sign;
    if (last(at.tangent) * last(next.tangent) < 0) {
      CurveEvent fold = locate_change(at, next, step, CurvePoint::Kind::kFold,
                                      [](const CurveFrame& frame) { return last(frame.tangent); });
      const bool same = !events.empty() && std::abs(fold.step - events[0].step) < 1e-3 * step;
      if (!same) events.push_back(std::move(fold));
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const CurveEvent& a, const CurveEvent& b) { return a.step < b.step; });
    events.push_back({step, next, CurvePoint::Kind::kRegular});
    return events;
  }

  // Adds what lies on the step; whether the curve left the range.
  bool record(const CurveFrame& at, const CurveFrame& next, double step) {
    for (const CurveEvent& event : find_events(at, next, step)) {
      const double share = last(event.frame.z);
      if (share >= 1 || (share <= 0 && last(event.frame.tangent) < 0)) {
        add_end(at, event, share >= 1 ? 1 : 0);
        return true;
      }
      result_.points.push_back(curve_.point(event.frame.z, event.kind));
    }
    return false;
  }

  void add_end(const CurveFrame& at, const CurveEvent& beyond, double bound) {
    const auto outside = [bound](const CurveFrame& frame) { return last(frame.z) - bound; };
    CurveFrame end = outside(at) * outside(beyond.frame) < 0
                         ? locate_change(at, beyond.frame, beyond.step, CurvePoint::Kind::kEnd, outside).frame
                         : beyond.frame;
    end.z(end.z.size() - 1) = bound;
    const NewtonResult exact = curve_.correct_x(end.z);
    if (exact.converged() && (exact.x - end.z).norm() < 1e-3 * beyond.step) end.z = exact.x;
    result_.points.push_back(curve_.point(end.z, CurvePoint::Kind::kEnd));
    if (bound == 1) return;
    result_.end = CurveEnd::kTurnedBack;
    result_.reason = fmt::format("the curve turned back to p = {:.6g}", curve_.p(end.z));
  }

  const ScaledCurve& curve_;
  const CurveOptions& options_;
  FollowedCurve result_;
  double size_ = 0;  // largest singular value of the Jacobian at the start
  int iterations_ = 0;
  int last_sign_ = 0;
  std::string failure_;  // of the last corrector
};

}  // namespace

FollowedCurve follow_curve(const CurveSystem& system, const VectorXd& start, double p0, double p1,
                           const CurveOptions& options) {
  CHECK(p0 != p1 && start.size() >= 1);
  const NewtonResult at_start = solve_newton([&](const VectorXd& x) { return system.residual(x, p0); },
                                             [&](const VectorXd& x) { return system.jacobian(x, p0); }, start);
  if (!at_start.converged()) {
    return {{}, CurveEnd::kBadStart, fmt::format("no solution was found at p = {:.6g}: {}", p0, at_start.reason)};
  }
  const ScaledCurve curve(system, at_start.x, p0, p1, options);
  return CurveFollower(curve, options).follow(curve.to_z(at_start.x, p0));
}

}  // namespace kinemate
