#include "report/drawing/mode_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/formulas.h"
#include "model/joints/unit.h"
#include "report/drawing/skeleton_points.h"
#include "study/simulation/recorded_columns.h"

namespace kinemate {
namespace {

using Complex = std::complex<double>;
using Eigen::Vector3d;

constexpr double kLargestMotion = 0.15;  // of the machine's size
constexpr double kLargestTurn = 0.5;     // rad
constexpr double kUnseen = 1e-6;         // of the machine's size: what moves less stands still
constexpr double kSmallStep = 1e-4;      // of the coordinate that moves most, for displacements to first order
constexpr std::size_t kPathPoints = 48;  // over a period
constexpr std::size_t kMostModePaths = 20;

// The diagonal of the box around the points; of one point a metre.
double size_of(const std::vector<Vector3d>& points) {
  if (points.empty()) return 1;
  Vector3d low = points[0], high = points[0];
  for (const Vector3d& point : points) low = low.cwiseMin(point), high = high.cwiseMax(point);
  const double size = (high - low).norm();
  return size > 1e-9 ? size : 1;
}

// Displacements of a point are Re(d e^iφ), on an ellipse: its longer half axis.
double longer_axis(const Vector3d& real, const Vector3d& imaginary) {
  const double a = real.squaredNorm(), b = imaginary.squaredNorm(), c = real.dot(imaginary);
  return std::sqrt((a + b) / 2 + std::hypot((a - b) / 2, c));
}

}  // namespace

ModeStage::ModeStage(const Model& model, const Skeleton& skeleton, std::span<const double> reference, double time)
    : skeleton_(skeleton), function_(skeleton.program), time_(time) {
  Values values{{make_symbol("t"), time}};
  for (const auto& [symbol, value] : parameter_values(model)) values.emplace(symbol, evaluate(value, {}));
  for (std::size_t c = 0; c < model.coordinates.size(); ++c) {
    if (const auto& drive = model.coordinates[c].drive) {
      coordinates_.push_back(evaluate(*drive, values));
      continue;
    }
    CHECK(free_.size() < reference.size());
    coordinates_.push_back(reference[free_.size()]);
    free_.push_back(c);
    if (coordinate_unit(model, c) == "rad") angles_.push_back(c);
  }
  CHECK(free_.size() == reference.size());
  for (const Joint& joint : model.joints)
    if (const auto p = euler_coordinates(joint); !p.empty()) unit_groups_.emplace_back(p.begin(), p.end());
  reference_points_ = points_at(std::vector<Complex>(coordinates_.size()), 0);
  size_ = size_of(reference_points_);
}

ModeMotion ModeStage::move(std::span<const Complex> shape) {
  const std::vector<Complex> all = spread_out(shape);
  ModeMotion motion;
  const Complex factor = choose_factor(all);
  motion.seen = factor != 0.0;
  for (int k = 0; k <= 3; ++k)
    motion.phases.push_back(points_at(all, factor * std::polar(1.0, k * std::numbers::pi / 3)));
  motion.paths.resize(std::min(skeleton_.tips.size(), kMostModePaths));
  for (std::size_t k = 0; k <= kPathPoints; ++k) {
    const double phase = 2 * std::numbers::pi * static_cast<double>(k % kPathPoints) / kPathPoints;
    const std::vector<Vector3d> points = points_at(all, factor * std::polar(1.0, phase));
    for (std::size_t i = 0; i < motion.paths.size(); ++i) motion.paths[i].push_back(points[skeleton_.tips[i].point]);
  }
  return motion;
}

// With zeros for the driven coordinates.
std::vector<Complex> ModeStage::spread_out(std::span<const Complex> shape) const {
  CHECK(shape.size() == free_.size());
  std::vector<Complex> all(coordinates_.size());
  for (std::size_t i = 0; i < free_.size(); ++i) all[free_[i]] = shape[i];
  return all;
}

std::vector<Vector3d> ModeStage::points_at(const std::vector<Complex>& shape, Complex factor) {
  std::vector<double> state = coordinates_;
  for (std::size_t c = 0; c < state.size(); ++c) state[c] += (factor * shape[c]).real();
  for (const std::vector<std::size_t>& parameters : unit_groups_) {
    double square = 0;
    for (const std::size_t c : parameters) square += state[c] * state[c];
    if (square > 0)
      for (const std::size_t c : parameters) state[c] /= std::sqrt(square);
  }
  return skeleton_points(function_(time_, state, {}, {}));
}

// Over a period, of factor 1, rad. Euler parameters change by half of the angle.
double ModeStage::largest_turn(const std::vector<Complex>& shape) const {
  double largest = 0;
  for (const std::size_t c : angles_) largest = std::max(largest, std::abs(shape[c]));
  for (const std::vector<std::size_t>& parameters : unit_groups_) {
    double square = 0;
    for (const std::size_t c : parameters) square += std::norm(shape[c]);
    largest = std::max(largest, 2 * std::sqrt(square));
  }
  return largest;
}

// The displacements of points to first order: Re and Im of d, of u.
ModeStage::Displacements ModeStage::displacements_along(const std::vector<Complex>& shape, double step) {
  const auto along = [&](Complex phase) {
    std::vector<Vector3d> ways = points_at(shape, step * phase);
    const std::vector<Vector3d> back = points_at(shape, -step * phase);
    for (std::size_t p = 0; p < ways.size(); ++p) ways[p] = (ways[p] - back[p]) / (2 * step);
    return ways;
  };
  return {along(1), along({0, -1})};  // Re(u e^iφ) is Im u at φ = -π/2
}

Complex ModeStage::choose_factor(const std::vector<Complex>& shape) {
  double largest = 0;
  for (const Complex u : shape) largest = std::max(largest, std::abs(u));
  if (largest == 0) return 0;
  const auto [real, imaginary] = displacements_along(shape, kSmallStep / largest);
  double farthest = 0;
  Complex squares = 0;
  for (std::size_t p = 0; p < real.size(); ++p) {
    farthest = std::max(farthest, longer_axis(real[p], imaginary[p]));
    squares += Complex(real[p].squaredNorm() - imaginary[p].squaredNorm(), 2 * real[p].dot(imaginary[p]));
  }
  const double turn = largest_turn(shape);
  const double most = turn > 0 ? kLargestTurn / turn : std::numeric_limits<double>::infinity();
  // by as much as can be, or by 1 of whatever the coordinates are
  if (farthest * std::min(most, 1 / largest) <= kUnseen * std::min(size_, 1.0)) return 0;
  return std::polar(std::min(most, kLargestMotion * size_ / farthest), -std::arg(squares) / 2);
}

}  // namespace kinemate
