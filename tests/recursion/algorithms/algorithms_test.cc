#include "recursion/algorithms/algorithms.h"
#include "dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <limits>

#include "recursion/random_system.h"

namespace kinemate {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

bool is_cubic(const RecursionName& recursion) { return recursion.title.find("n^3") != std::string_view::npos; }

Eigen::VectorXd to_eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// κ of a symmetric matrix.
double condition(const Eigen::MatrixXd& matrix) {
  const Eigen::VectorXd values = dense::symmetric_eigenvalues(matrix).cwiseAbs();
  return values.maxCoeff() / values.minCoeff();
}

// The largest κ of a link's M.
double condition_of_links(const BaseSystem<double>& system) {
  double largest = 1;
  for (const auto& link : system.links) {
    Eigen::Matrix<double, 6, 6> M;
    for (std::size_t k = 0; k < 6; ++k) {
      Six<double> one{};
      one[k] = 1;
      const Six<double> column = to_six(link.inertia * from_six<Acceleration<double>>(one));
      M.col(static_cast<Eigen::Index>(k)) = Eigen::Map<const Eigen::Matrix<double, 6, 1>>(column.data());
    }
    largest = std::max(largest, condition(M));
  }
  return largest;
}

// All against M̂⁻¹, within 2 κ(M̂) ε; implicit forms invert M of links first, so that its κ counts for them.
void expect_agreement(const BaseSystem<double>& system, const RightSide<double>& right) {
  const auto n = static_cast<Eigen::Index>(system.free.size());
  const std::vector<double> entries = compute_mass_by_velocities(system);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);  // its lower triangle
  std::size_t next = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) mass(i, j) = entries[next++];
  const Eigen::VectorXd expected =
      dense::solve(mass.selfadjointView<Eigen::Lower>(), to_eigen(compute_driving_efforts(system, right)));
  const double kappa = condition(mass), of_links = condition_of_links(system);
  for (const RecursionName& recursion : kRecursions) {
    const bool inverts =
        recursion.recursion == Recursion::kImplicit || recursion.recursion == Recursion::kImplicitCubic;
    const Eigen::VectorXd found = to_eigen(solve_by(recursion.recursion, system, right).solution.accelerations);
    EXPECT_LE((found - expected).norm(), 2 * kEpsilon * (inverts ? std::max(kappa, of_links) : kappa) * expected.norm())
        << recursion.name << " of " << n << " speeds";
  }
}

TEST(Algorithms, AllGiveTheSame) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomSystem<double> random(seed);
    const BaseSystem<double> system = random.system({});
    if (!system.free.empty()) expect_agreement(system, random.right_side(system));
  }
  for (std::size_t n : {1u, 2u, 3u, 10u, 100u}) {
    const BaseSystem<double> system = make_chain(n);
    expect_agreement(system, RandomSystem<double>(n).right_side(system));
  }
}

// Residuals of the base system, loads of the joints too. In a long chain entries of M̂ are squares of its length, and
// what O(n³) forms leave is measured by them: more than a digit lost of a thousand links.
TEST(Algorithms, Chains) {
  const std::size_t longest_cubic = case_size(1000, 100);
  for (std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{10}, std::size_t{100},
                        std::size_t{1000}, case_size(10000, 1000)}) {
    const BaseSystem<double> system = make_chain(n);
    const RightSide<double> right = RandomSystem<double>(n).right_side(system);
    for (const RecursionName& recursion : kRecursions) {
      if (n > longest_cubic && is_cubic(recursion)) continue;
      SCOPED_TRACE(std::string(recursion.name) + " " + std::to_string(n));
      const double tolerance = n == 1000 && is_cubic(recursion) ? 30 * kRounding : kRounding;
      expect_solves(system, right, solve_by(recursion.recursion, system, right).solution, tolerance);
    }
  }
}

// Where a body is a point, implicit forms say that they went another way.
TEST(Algorithms, ImplicitFormsFallBack) {
  BaseSystem<double> system;
  system.links = {{kBase, {}, 0, 1, {2, {2, 0, 0}, {0, 2, 2, 0, 0, 0}}}};
  system.free = {{{0, 0, 1}, {}}};
  const RightSide<double> right{{{}}, {3}};
  for (Recursion recursion : {Recursion::kImplicit, Recursion::kImplicitCubic}) {
    const SolvedBy<double> solved = solve_by(recursion, system, right);
    EXPECT_EQ(solved.modified, std::vector<std::size_t>{0});
    EXPECT_NEAR(solved.solution.accelerations[0], 1.5, 1e-14);
  }
  EXPECT_TRUE(solve_by(Recursion::kModifiedImplicit, system, right).modified.empty());
}

TEST(Algorithms, NamesAreInTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < std::size(kRecursions); ++i)
    EXPECT_EQ(static_cast<std::size_t>(kRecursions[i].recursion), i);
  EXPECT_TRUE(is_explicit(Recursion::kComposite));
  EXPECT_FALSE(is_explicit(Recursion::kMixed));
}

}  // namespace
}  // namespace kinemate
