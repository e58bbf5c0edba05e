// Residuals and Jacobians of a fit, computed once a point.
#pragma once

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

#include "optimum/least_squares.h"

namespace kinemate {

/// The Jacobian is empty where it was not asked for.
struct FitPoint {
  std::vector<double> p, residuals, jacobian;
  bool valid = false;

  double cost() const {
    double sum = 0;
    for (const double r : residuals) sum += r * r;
    return sum / 2;
  }
};

/// The user's function, called once for each point though a solver asks several times. Solvers need not be safe for
/// exceptions: one that is thrown is kept, and from then on there are no values.
class CachedResiduals {
 public:
  /// REQUIRES: at least one parameter.
  explicit CachedResiduals(const LeastSquaresProblem& problem) : problem_(problem) {
    for (FitPoint* point : {&plain_, &full_}) point->residuals.resize(problem.residuals);
    full_.jacobian.resize(problem.residuals * problem.start.size());
  }

  const FitPoint& residuals(const std::vector<double>& p) { return full_.p == p ? full_ : at(plain_, p); }

  const FitPoint& with_jacobian(const std::vector<double>& p) {
    const FitPoint& point = at(full_, p);
    if (point.valid && point.cost() < best_cost_) prefer(point);
    return point;
  }

  /// The point of the smallest cost that has a Jacobian, or the one that was preferred to it.
  const FitPoint& best() const { return best_; }
  void prefer(const FitPoint& point) {
    best_ = point;
    best_cost_ = point.cost();
  }

  void keep(std::exception_ptr thrown) { thrown_ = std::move(thrown); }
  bool has_thrown() const { return thrown_ != nullptr; }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  static bool all_finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  }

  const FitPoint& at(FitPoint& point, const std::vector<double>& p) {
    if (thrown_) point.valid = false;
    if (thrown_ || point.p == p) return point;
    point.p = p;
    point.valid = false;
    try {
      point.valid = problem_.evaluate(p, point.residuals, point.jacobian) && all_finite(point.residuals) &&
                    all_finite(point.jacobian);
    } catch (...) {
      thrown_ = std::current_exception();
    }
    return point;
  }

  const LeastSquaresProblem& problem_;
  FitPoint plain_, full_, best_;
  double best_cost_ = std::numeric_limits<double>::infinity();
  std::exception_ptr thrown_;
};

}  // namespace kinemate
