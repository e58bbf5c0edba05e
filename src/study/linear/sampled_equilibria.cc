#include "study/linear/sampled_equilibria.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "study/linear/equilibrium.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSameEquilibrium = 1e-6;

using StartRanges = std::vector<std::pair<double, double>>;

VectorXd random_unknowns(const VectorXd& start, const StartRanges& ranges, std::mt19937_64& random) {
  VectorXd x = start;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const double share = std::ldexp(static_cast<double>(random() >> 11), -53);
    if (ranges[i].first < ranges[i].second)
      x[static_cast<Index>(i)] = ranges[i].first + share * (ranges[i].second - ranges[i].first);
  }
  return x;
}

// Whether a whole turn of a coordinate changes nothing.
std::vector<bool> find_turning(const EquilibriumEquations& equations, const VectorXd& start, Index coordinates) {
  std::vector<bool> turning;
  std::mt19937_64 random(5);
  const StartRanges near(static_cast<std::size_t>(start.size()), {0.1, 0.9});
  for (Index i = 0; i < coordinates; ++i) {
    bool same = true;
    for (int trial = 0; trial < 2 && same; ++trial) {
      const VectorXd here = start + random_unknowns(VectorXd::Zero(start.size()), near, random);
      VectorXd there = here;
      there[i] += 2 * std::numbers::pi;
      const VectorXd a = equations.residual(here), b = equations.residual(there);
      same = a.allFinite() && b.allFinite() && (a - b).cwiseAbs().maxCoeff() <= 1e-9 * (1 + a.cwiseAbs().maxCoeff());
    }
    turning.push_back(same);
  }
  return turning;
}

// What has no influence stays where it starts.
StartRanges start_ranges(const EquilibriumEquations& equations, const VectorXd& start, const std::vector<bool>& turning,
                         const SampledStarts& starts) {
  std::mt19937_64 random(3);
  const StartRanges near(static_cast<std::size_t>(start.size()), {0.1, 0.9});
  const MatrixXd J = equations.jacobian(start + random_unknowns(VectorXd::Zero(start.size()), near, random));
  StartRanges ranges;
  for (Index i = 0; i < start.size(); ++i) {
    const auto given = starts.ranges.find(i);
    const bool turns = i < static_cast<Index>(turning.size()) && turning[static_cast<std::size_t>(i)];
    ranges.push_back(given != starts.ranges.end()          ? given->second
                     : J.allFinite() && J.col(i).isZero(0) ? std::pair{0.0, 0.0}
                     : turns                               ? std::pair{-std::numbers::pi, std::numbers::pi}
                                                           : std::pair{start[i] - 1, start[i] + 1});
  }
  return ranges;
}

// Between −π and π.
double whole_turns_off(double angle) {
  const double turned = std::remainder(angle, 2 * std::numbers::pi);
  return turned <= -std::numbers::pi + kSameEquilibrium ? turned + 2 * std::numbers::pi : turned;
}

bool are_same(const VectorXd& a, const VectorXd& b) {
  return a.size() == 0 || (a - b).cwiseAbs().maxCoeff() <= kSameEquilibrium * (1 + a.cwiseAbs().maxCoeff());
}

}  // namespace

std::vector<MachinePoint> find_equilibria(const VariedMachine& machine, const MachinePoint& start,
                                          const SampledStarts& starts) {
  const EquilibriumEquations equations(machine, start);
  const VectorXd x0 = equations.unknowns();
  const std::vector<bool> turning = find_turning(equations, x0, start.q.size());
  const StartRanges ranges = start_ranges(equations, x0, turning, starts);
  std::vector<VectorXd> found;
  std::mt19937_64 random(starts.seed);
  for (std::size_t k = 0; k <= starts.count; ++k) {
    const NewtonResult result = solve_equilibrium(equations, k == 0 ? x0 : random_unknowns(x0, ranges, random));
    if (!result.converged()) continue;
    VectorXd x = result.x;
    for (std::size_t i = 0; i < turning.size(); ++i)
      if (turning[i] && ranges[i].first < ranges[i].second)
        x[static_cast<Index>(i)] = whole_turns_off(x[static_cast<Index>(i)]);
    if (std::none_of(found.begin(), found.end(), [&](const VectorXd& other) { return are_same(x, other); }))
      found.push_back(x);
  }
  std::stable_sort(found.begin(), found.end(), [](const VectorXd& a, const VectorXd& b) {
    for (Index i = 0; i < a.size(); ++i)
      if (std::abs(a[i] - b[i]) > kSameEquilibrium) return a[i] < b[i];
    return false;
  });
  std::vector<MachinePoint> points;
  for (const VectorXd& x : found) points.push_back(equations.point_at(x));
  for (const MachinePoint& point : points) require_steady(machine, point);
  return points;
}

}  // namespace kinemate
