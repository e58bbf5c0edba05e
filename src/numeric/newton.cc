#include "numeric/newton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "numeric/linear.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The equations made linear at x.
struct Linearisation {
  VectorXd step;     // shortest least squares solution of J step = -residual
  VectorXd change;   // J step
  double scale = 0;  // maxₖ Σⱼ |Jₖⱼ| max(|xⱼ|, typical_x)
  bool finite = true;
};

using Linearise = std::function<Linearisation(const VectorXd& x, const VectorXd& residual)>;

bool is_finite(const Eigen::MatrixXd& values) { return values.allFinite(); }

bool is_finite(const SparseMatrix& values) {
  for (Index j = 0; j < values.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(values, j); entry; ++entry) {
      if (!std::isfinite(entry.value())) return false;
    }
  }
  return true;
}

template <class Matrix>
Linearisation linearise(const Matrix& jacobian, const VectorXd& x, const VectorXd& residual,
                        const NewtonOptions& options) {
  CHECK(jacobian.rows() == residual.size() && jacobian.cols() == x.size());
  if (!is_finite(jacobian)) return {.finite = false};
  Linearisation result;
  result.step = solve_least_squares(jacobian, -residual, {.rank_tolerance = options.rank_tolerance});
  result.change = jacobian * result.step;
  const VectorXd terms = jacobian.cwiseAbs() * x.cwiseAbs().cwiseMax(options.typical_x);
  result.scale = terms.lpNorm<Eigen::Infinity>();
  return result;
}

struct Point {
  VectorXd x, residual;
};

// The first of step, step/2, step/4 ... at which the residual falls enough: ‖r(x + λ s)‖² ≤ ‖r‖² - 2 c λ ‖J s‖².
std::optional<Point> descend(const VectorFunction& residual, const Point& from, const Linearisation& linear,
                             const NewtonOptions& options) {
  constexpr double kSufficient = 1e-4;  // c, the usual value: nearly any fall will do
  const double length = linear.step.lpNorm<Eigen::Infinity>();
  double lambda = length > options.longest_step ? options.longest_step / length : 1;
  for (int i = 0; i <= options.max_halvings; ++i, lambda /= 2) {
    Point to{.x = from.x + lambda * linear.step};
    to.residual = residual(to.x);
    const double bound = from.residual.squaredNorm() - 2 * kSufficient * lambda * linear.change.squaredNorm();
    const bool moved = to.x != from.x;
    if (moved && to.residual.squaredNorm() <= bound) return to;  // false for values that are not finite
  }
  return std::nullopt;
}

/// Whether the residual has all but ceased to fall: by less than 0.1 % in ten steps.
class Crawl {
 public:
  bool notes(double norm) {
    if (++steps_ % kSteps != 1) return false;
    const bool crawls = norm > 0.999 * last_;
    last_ = norm;
    return crawls;
  }

 private:
  static constexpr int kSteps = 10;
  int steps_ = 0;
  double last_ = std::numeric_limits<double>::infinity();
};

std::string stagnation(const Point& at) {
  Index worst = 0;
  const double size = at.residual.cwiseAbs().maxCoeff(&worst);
  return fmt::format(
      "the residual stays at {:.3g}, largest in equation {} of {}: near this point no x solves all equations", size,
      worst + 1, at.residual.size());
}

NewtonResult finish(const Point& at, int iterations, NewtonEnd end, std::string reason = {}) {
  return {at.x, at.residual.lpNorm<Eigen::Infinity>(), iterations, end, std::move(reason)};
}

// One step more where it makes the residual smaller: quadratic convergence then leaves nothing but rounding.
NewtonResult polish(const VectorFunction& residual, const Point& at, const Linearisation& linear, int iterations) {
  Point to{.x = at.x + linear.step};
  to.residual = residual(to.x);
  const bool better = to.residual.squaredNorm() < at.residual.squaredNorm();
  return better ? finish(to, iterations + 1, NewtonEnd::kConverged) : finish(at, iterations, NewtonEnd::kConverged);
}

NewtonResult iterate(const VectorFunction& residual, const Linearise& linearise_at, const VectorXd& guess,
                     const NewtonOptions& options) {
  constexpr double kStationary = 1e-8;  // of the residual, what a step can take away at a minimum of its norm
  Point at{guess, residual(guess)};
  Crawl crawl;
  for (int iterations = 0;; ++iterations) {
    if (!at.x.allFinite() || !at.residual.allFinite()) {
      return finish(at, iterations, NewtonEnd::kNotFinite, "the equations have no finite value at the guess");
    }
    if ((at.residual.array() == 0).all()) return finish(at, iterations, NewtonEnd::kConverged);
    const Linearisation linear = linearise_at(at.x, at.residual);
    if (!linear.finite) {
      return finish(at, iterations, NewtonEnd::kNotFinite,
                    fmt::format("the derivatives of the equations have no finite value after {} steps", iterations));
    }
    if (at.residual.lpNorm<Eigen::Infinity>() <= options.tolerance * linear.scale) {
      return polish(residual, at, linear, iterations);
    }
    if (linear.change.norm() <= kStationary * at.residual.norm() || crawl.notes(at.residual.norm())) {
      return finish(at, iterations, NewtonEnd::kStagnated, stagnation(at));
    }
    if (iterations == options.max_iterations) {
      return finish(at, iterations, NewtonEnd::kIterationLimit,
                    fmt::format("the residual is still {:.3g} after {} steps", at.residual.lpNorm<Eigen::Infinity>(),
                                iterations));
    }
    std::optional<Point> next = descend(residual, at, linear, options);
    if (!next) return finish(at, iterations, NewtonEnd::kStagnated, stagnation(at));
    at = *std::move(next);
  }
}

}  // namespace

NewtonResult solve_newton(const VectorFunction& residual, const DenseJacobian& jacobian, const VectorXd& guess,
                          const NewtonOptions& options) {
  return iterate(
      residual, [&](const VectorXd& x, const VectorXd& r) { return linearise(jacobian(x), x, r, options); }, guess,
      options);
}

NewtonResult solve_newton(const VectorFunction& residual, const SparseJacobian& jacobian, const VectorXd& guess,
                          const NewtonOptions& options) {
  return iterate(
      residual, [&](const VectorXd& x, const VectorXd& r) { return linearise(jacobian(x), x, r, options); }, guess,
      options);
}

}  // namespace kinemate
