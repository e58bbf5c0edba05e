#include "numeric/follow_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/linear.h"
#include "numeric/newton.h"

namespace kinemate {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct PointOnBranch {
  VectorXd x;
  double p;
  VectorXd slope;  // dx/dp
};

class BranchWalker {
 public:
  BranchWalker(const CurveSystem& system, const FollowValuesOptions& options) : system_(system), options_(options) {}

  std::optional<PointOnBranch> solve_near(const VectorXd& guess, double p) {
    const NewtonResult result =
        solve_newton([&](const VectorXd& x) { return system_.residual(x, p); },
                     [&](const VectorXd& x) { return system_.jacobian(x, p); }, guess,
                     {.typical_x = options_.typical_x, .rank_tolerance = options_.rank_tolerance});
    failure_ = result.reason;
    if (!result.converged()) return std::nullopt;
    const MatrixXd by_x = system_.jacobian(result.x, p);
    const VectorXd by_p = system_.by_parameter(result.x, p);
    if (!by_x.allFinite() || !by_p.allFinite()) {
      failure_ = "the derivatives of the equations have no finite value";
      return std::nullopt;
    }
    return PointOnBranch{result.x, p, solve_least_squares(by_x, -by_p, {.rank_tolerance = options_.rank_tolerance})};
  }

  // As near to p as the branch goes.
  PointOnBranch walk(PointOnBranch at, double p) {
    const double way = p - at.p;
    double share = 1;  // of the way, what the next step takes
    while (at.p != p) {
      const bool arrives = std::abs(share * way) >= std::abs(p - at.p);
      const double to = arrives ? p : at.p + share * way;
      if (to == at.p || share < options_.smallest_step) break;
      std::optional<PointOnBranch> next = solve_near(at.x + (to - at.p) * at.slope, to);
      if (next && is_continuation(at, *next)) {
        at = *std::move(next);
        share *= 2;
        continue;
      }
      share /= 2;
    }
    return at;
  }

  const std::string& failure() const { return failure_; }

  std::string end_of_branch(const PointOnBranch& at) const {
    return fmt::format("the solution cannot be followed beyond p = {:.6g}{}{}", at.p,
                       failure_.empty() ? ": it turns back there, or jumps" : ": ", failure_);
  }

 private:
  // Whether the slopes at both ends say, each to half of it, how x changed. Their mean will not do: next to a fold it
  // is large enough to excuse a jump.
  bool is_continuation(const PointOnBranch& at, const PointOnBranch& next) const {
    const VectorXd change = next.x - at.x, forward = (next.p - at.p) * at.slope, back = (next.p - at.p) * next.slope;
    const double negligible = options_.negligible_change * std::max(options_.typical_x, at.x.lpNorm<Eigen::Infinity>());
    if (std::max({change.norm(), forward.norm(), back.norm()}) <= negligible) return true;
    return std::max((change - forward).norm(), (change - back).norm()) <= change.norm() / 2;
  }

  const CurveSystem& system_;
  const FollowValuesOptions& options_;
  std::string failure_;  // of the last solution
};

}  // namespace

std::vector<ValueOnBranch> follow_values(const CurveSystem& system, const VectorXd& start,
                                         const std::vector<double>& p_values, const FollowValuesOptions& options) {
  std::vector<ValueOnBranch> results;
  BranchWalker walker(system, options);
  std::optional<PointOnBranch> at;
  struct End {
    double p;
    std::string reason;
  };
  std::optional<End> end_above, end_below;  // of the branch, as soon as known
  for (const double p : p_values) {
    ValueOnBranch& result = results.emplace_back(ValueOnBranch{.p = p});
    if (!at) {
      at = walker.solve_near(start, p);
      if (!at) {
        result.reached = p;
        result.reason = fmt::format("no solution was found at p = {:.6g}: {}", p, walker.failure());
        continue;
      }
    }
    const bool up = p > at->p;
    std::optional<End>& end = up ? end_above : end_below;
    const bool beyond = end && (up ? p >= end->p : p <= end->p);
    if (!beyond) {
      PointOnBranch walked = walker.walk(*at, p);
      if (walked.p == p) {
        at = std::move(walked);
        result.x = at->x;
        result.reached = p;
        continue;
      }
      end = End{walked.p, walker.end_of_branch(walked)};
    }
    result.reached = end->p;
    result.reason = end->reason;
  }
  return results;
}

}  // namespace kinemate
