// Random base systems, over numbers and exactly over rationals, and what a solution of one has to fulfil.
//
// Trees of any shape; 0 to 6 columns a link, along axes or anywhere; arms and turns of all kinds; links that do not
// turn with their carrier; point masses and massless links where asked for. Every system has a regular M̂, for numbers
// a well-conditioned one, so that all algorithms have to agree to rounding.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "expr/fixture.h"
#include "recursion/algorithms/articulated.h"
#include "recursion/algorithms/composite.h"
#include "recursion/algorithms/mass_factors.h"
#include "recursion/bias.h"
#include "recursion/components.h"
#include "recursion/singular_column.h"

namespace kinemate {

struct SystemShape {
  std::size_t links = 6;
  bool singular_inertias = false;  ///< point masses and massless links among them
  bool chain = false;
  std::size_t most_columns = 6;
};

template <class S>
class RandomSystem {
 public:
  explicit RandomSystem(std::uint64_t seed) : random_(seed) {}

  BaseSystem<S> system(const SystemShape& shape) {
    for (;;) {
      const BaseSystem<S> candidate = draw_system(shape);
      if (is_regular(candidate)) return candidate;
    }
  }

  RightSide<S> right_side(const BaseSystem<S>& system) {
    RightSide<S> right;
    for (std::size_t i = 0; i < system.links.size(); ++i) right.loads.push_back({vector(), vector()});
    for (std::size_t i = 0; i < system.free.size(); ++i) right.efforts.push_back(scalar());
    return right;
  }

  std::size_t below(std::size_t n) { return random_() % n; }
  S scalar() { return quotient(static_cast<long>(below(19)) - 9, 7); }
  Vector3<S> vector() { return {scalar(), scalar(), scalar()}; }

  RigidInertia<S> body() {  // four point masses that do not lie in a plane
    RigidInertia<S> sum;
    const Vector3<S> center = vector();
    for (std::size_t k = 0; k < 4; ++k) {
      const Vector3<S> spread = k < 3 ? unit<S>(k) : vector() * quotient(1, 3) - Vector3<S>{S(1), S(1), S(1)};
      sum = sum + make_rigid_inertia<S>(quotient(1 + static_cast<long>(below(9)), 5), center + spread, {});
    }
    return sum;
  }

 private:
  static S quotient(long n, unsigned long d) {
    if constexpr (std::is_same_v<S, double>) {
      return static_cast<double>(n) / static_cast<double>(d);
    } else {
      return Expr(Rational(n, d));
    }
  }

  // Any of the turns with rational sine and cosine: (1 − t²)/(1 + t²), 2t/(1 + t²).
  Turn<S> turn() {
    if (below(3) == 0) return {};
    const S t = quotient(static_cast<long>(below(13)) - 6, 5), d = S(1) + t * t;
    return {(S(1) - t * t) / d, (t + t) / d};
  }

  Matrix3<S> rotation() {
    const Matrix3<S> cyclic{{unit<S>(1), unit<S>(2), unit<S>(0)}};
    Matrix3<S> result = Matrix3<S>::identity();
    for (std::size_t k = 0; k < 3; ++k) {
      const Turn<S> about = turn();
      const Matrix3<S> R{{{{about.cos, -about.sin, 0}, {about.sin, about.cos, 0}, {0, 0, 1}}}};
      result = result * R * cyclic;
    }
    return result;
  }

  Transfer<S> transfer() {
    Transfer<S> result;
    result.before = turn();
    if (below(2) == 0) result.fixed = rotation();
    result.after = turn();
    if (below(4) > 0) result.arm = vector();
    result.turns_with_carrier = below(5) > 0;
    return result;
  }

  std::vector<Twist<S>> columns(std::size_t count) {
    std::vector<Twist<S>> result;
    std::array<std::size_t, 6> axes{0, 1, 2, 3, 4, 5};
    std::ranges::shuffle(axes, random_);
    const std::size_t kind = below(3);
    for (std::size_t k = 0; k < count; ++k) {
      Six<S> column;
      column.fill(S(0));
      column[axes[k]] = S(kind == 0 && below(3) == 0 ? -1 : 1);
      Twist<S> twist = from_six<Twist<S>>(column);
      if (kind == 2) twist += {vector() * quotient(1, 3), vector() * quotient(1, 3)};
      result.push_back(twist);
    }
    return result;
  }

  RigidInertia<S> inertia(bool may_be_singular) {
    const std::size_t kind = may_be_singular ? below(4) : 3;
    if (kind == 0) return {};
    if (kind == 1) return make_rigid_inertia<S>(quotient(3, 4), vector(), {});
    return body();
  }

  BaseSystem<S> draw_system(const SystemShape& shape) {
    BaseSystem<S> system;
    for (std::size_t i = 0; i < shape.links; ++i) {
      const std::size_t back = shape.chain ? 1 : 1 + below(3);
      const bool on_base = i == 0 || (!shape.chain && below(8) == 0);
      const std::size_t count =
          below(4) == 0 ? below(shape.most_columns + 1) : std::min<std::size_t>(1, shape.most_columns);
      system.links.push_back({on_base ? kBase : i - std::min(back, i), transfer(), system.free.size(), count,
                              inertia(shape.singular_inertias)});
      for (const Twist<S>& column : columns(count)) system.free.push_back(column);
    }
    return system;
  }

  // Numbers are well-conditioned: no entry of M̂⁻¹ is much larger than what the diagonal of M̂ makes of it.
  static bool is_regular(const BaseSystem<S>& system) {
    const std::vector<S> mass = compute_mass_by_velocities(system);
    try {
      const MassFactors<S> factors = factor_mass(mass);
      if constexpr (std::is_same_v<S, double>)
        for (std::size_t k = 0; k < factors.D.size(); ++k) {
          std::vector<double> one(factors.D.size(), 0);
          one[k] = 1;
          if (solve(factors, one)[k] * mass[k * (k + 1) / 2 + k] > 100) return false;
        }
    } catch (const SingularColumn&) {
      return false;
    }
    return true;
  }

  std::mt19937_64 random_;
};

/// By the explicit O(n) algorithm, with the loads of the joints.
template <class S>
Solution<S> solve_explicitly(const BaseSystem<S>& system, const RightSide<S>& right) {
  Solution<S> solution = solve(system, factor_articulated(system), right);
  std::vector<Load<S>> needed(system.links.size());
  for (std::size_t i = 0; i < needed.size(); ++i)
    needed[i] = system.links[i].inertia * solution.motions[i] - right.loads[i];
  solution.joint_loads = collect_joint_loads(system, std::move(needed));
  return solution;
}

/// Numbers to compare: those of one kind together, so that each is measured by the largest of its kind.
template <class S, class Pair>
std::vector<S> entries_of(const std::vector<Pair>& pairs) {
  std::vector<S> entries;
  for (const Pair& pair : pairs)
    for (const S& entry : to_six(pair)) entries.push_back(entry);
  return entries;
}

inline double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

inline double largest_of(const std::vector<Expr>&) { return 0; }

inline void expect_near(const std::vector<double>& a, const std::vector<double>& b, double bound, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], bound) << what << " " << i;
}
inline void expect_near(const std::vector<Expr>& a, const std::vector<Expr>& b, double, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i], b[i]) << what << " " << i;
}

template <class S>
void expect_same(const std::vector<S>& a, const std::vector<S>& b, double tolerance, const char* what) {
  expect_near(a, b, tolerance * (1 + largest_of(b)), what);
}

inline constexpr double kRounding = 1e-12;

template <class S>
void expect_same(const Solution<S>& a, const Solution<S>& b, double tolerance = kRounding) {
  expect_same(a.accelerations, b.accelerations, tolerance, "acceleration");
  expect_same(entries_of<S>(a.motions), entries_of<S>(b.motions), tolerance, "motion");
  expect_same(entries_of<S>(a.joint_loads), entries_of<S>(b.joint_loads), tolerance, "load of a joint");
}

/// The three equations of the base system, by what stands on either side of each.
template <class S>
void expect_solves(const BaseSystem<S>& system, const RightSide<S>& right, const Solution<S>& solution,
                   double tolerance = kRounding) {
  const std::size_t n = system.links.size();
  ASSERT_EQ(solution.accelerations.size(), system.free.size());
  ASSERT_EQ(solution.motions.size(), n);
  ASSERT_EQ(solution.joint_loads.size(), n);
  std::vector<Acceleration<S>> moved(n);
  std::vector<Load<S>> needed(n), given = right.loads;
  std::vector<S> efforts;
  for (std::size_t i = 0; i < n; ++i) {
    const auto& link = system.links[i];
    if (link.carrier != kBase) moved[i] = outward(link.transfer, solution.motions[link.carrier]);
    for (std::size_t k = link.first; k < link.first + link.count; ++k) {
      moved[i] = moved[i] + to_acceleration(system.free[k] * solution.accelerations[k]);
      efforts.push_back(power(solution.joint_loads[i], system.free[k]));
    }
    needed[i] = link.inertia * solution.motions[i];
    given[i] += solution.joint_loads[i];
    if (link.carrier != kBase)
      given[link.carrier] = given[link.carrier] - inward(link.transfer, solution.joint_loads[i]);
  }
  const std::vector<S> loads = entries_of<S>(solution.joint_loads);  // what cancels in sums of them is measured by them
  const double of_loads = tolerance * (1 + largest_of(loads));
  expect_same(entries_of<S>(solution.motions), entries_of<S>(moved), tolerance, "motion by the joint");
  expect_near(entries_of<S>(given), entries_of<S>(needed), of_loads, "equation of motion, row");
  expect_near(efforts, right.efforts, of_loads, "effort");
}

/// A chain of n turns about axes in all directions.
inline BaseSystem<double> make_chain(std::size_t n) {
  RandomSystem<double> draw(34);
  BaseSystem<double> system;
  for (std::size_t i = 0; i < n; ++i) {
    Transfer<double> transfer;
    transfer.before = {std::cos(0.7 * static_cast<double>(i)), std::sin(0.7 * static_cast<double>(i))};
    transfer.fixed = {{unit<double>(1), unit<double>(2), unit<double>(0)}};
    transfer.arm = {0.3, 0.1, -0.2};
    system.links.push_back({i == 0 ? kBase : i - 1, transfer, i, 1, draw.body()});
    system.free.push_back({{0, 0, 1}, {}});
  }
  return system;
}

/// Random systems with two right sides each. make_solver(system) factors; what it returns makes a Solution of a right
/// side. REQUIRES: the factors are kept by what is returned.
template <class S, class MakeSolver>
void check_random_systems(std::uint64_t seed, int cases, const SystemShape& shape, MakeSolver make_solver,
                          double tolerance = kRounding) {
  RandomSystem<S> draw(seed);
  for (int round = 0; round < cases && !testing::Test::HasFatalFailure(); ++round) {
    SCOPED_TRACE(round);
    const BaseSystem<S> system = draw.system(shape);
    const auto solver = make_solver(system);
    for (int side = 0; side < 2; ++side) {
      const RightSide<S> right = draw.right_side(system);
      const Solution<S> solution = solver(right);
      expect_solves(system, right, solution, tolerance);
      expect_same(solution, solve_explicitly(system, right), tolerance);
    }
  }
}

}  // namespace kinemate
