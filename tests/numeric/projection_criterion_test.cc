#include "numeric/projection_criterion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

using Coordinates = std::vector<std::size_t>;

double difference(const MatrixXd& a, const MatrixXd& b) { return (a - b).lpNorm<Eigen::Infinity>(); }

MatrixXd unit_matrix(Index n) { return MatrixXd::Identity(n, n); }

// A metric as the kinetic energy of n speeds of more masses: never nearly singular.
MatrixXd random_metric(std::mt19937_64& random, Index n) {
  const MatrixXd root = random_matrix(random, 2 * n, n);
  return root.transpose() * root + 0.1 * unit_matrix(n);
}

// Source D (5) as it is written, with inverses.
MatrixXd projected_by_formula(const MatrixXd& M, const MatrixXd& J, const MatrixXd& directions) {
  const VectorXd lengths = (directions * M.inverse() * directions.transpose()).diagonal().cwiseSqrt();
  const MatrixXd raw = directions * J * (J.transpose() * M * J).inverse() * J.transpose() * directions.transpose();
  return lengths.cwiseInverse().asDiagonal() * raw * lengths.cwiseInverse().asDiagonal();
}

double determinant_of_set(const MatrixXd& C, const std::vector<Index>& set) { return C(set, set).determinant(); }

// All sets of `count` out of n, ascending.
std::vector<std::vector<Index>> all_sets(Index n, std::size_t count) {
  std::vector<std::vector<Index>> sets;
  for (unsigned mask = 0; mask < 1u << n; ++mask) {
    std::vector<Index> set;
    for (Index i = 0; i < n; ++i) {
      if (mask >> i & 1u) set.push_back(i);
    }
    if (set.size() == count) sets.push_back(set);
  }
  return sets;
}

// Figure 1 of source D: x = l sin φ, y = -l cos φ.
TEST(ProjectionCriterion, PendulumInCartesianCoordinates) {
  for (const double mass : {1e-6, 1.0, 3e4}) {
    for (int k = 0; k <= 24; ++k) {
      const double angle = k * std::numbers::pi / 12, length = 0.7;
      const double sine = std::sin(angle), cosine = std::cos(angle);
      const MatrixXd M = mass * unit_matrix(2);
      const MatrixXd J = length * Eigen::Vector2d(cosine, sine);
      const MatrixXd B = 2 * length * Eigen::RowVector2d(sine, -cosine);
      for (const MatrixXd& C :
           {project_on_tangents(M, J, unit_matrix(2)), project_on_conditions(M, B, unit_matrix(2))}) {
        EXPECT_NEAR(C(0, 0), cosine * cosine, 1e-15);
        EXPECT_NEAR(C(1, 1), sine * sine, 1e-15);
        EXPECT_NEAR(C(0, 1), sine * cosine, 1e-15);
        const CoordinateSet best = choose_coordinates(C, 1);
        EXPECT_NEAR(best.value, std::max(sine * sine, cosine * cosine), 1e-15);
        if (std::abs(cosine * cosine - sine * sine) > 1e-9) {
          EXPECT_EQ(best.coordinates, Coordinates{cosine * cosine > sine * sine ? 0u : 1u}) << angle;
        } else {
          EXPECT_EQ(best.coordinates, Coordinates{0}) << angle;  // of equals the first
        }
      }
    }
  }
}

// Two particles on lines with x₂' = a x₁': lengths in the metric are √m x, so the tangent is (√m₁, a √m₂).
TEST(ProjectionCriterion, TwoParticlesOnALever) {
  const double m1 = 2, m2 = 5, a = -3, whole = m1 + a * a * m2;
  const MatrixXd M = Eigen::Vector2d(m1, m2).asDiagonal();
  MatrixXd directions(3, 2);
  directions << 1, 0, 0, 1, 1, -1;  // and their distance
  const Eigen::Vector3d expected(m1 / whole, a * a * m2 / whole, (1 - a) * (1 - a) / whole / (1 / m1 + 1 / m2));
  const MatrixXd by_tangent = project_on_tangents(M, Eigen::Vector2d(1, a), directions);
  const MatrixXd by_condition = project_on_conditions(M, Eigen::RowVector2d(a, -1), directions);
  EXPECT_LT(difference(by_tangent.diagonal(), expected), 1e-15);
  EXPECT_LT(difference(by_condition.diagonal(), expected), 1e-15);

  // the same by the speeds x₁' and x₂' - x₁', whose mass matrix is no diagonal one
  MatrixXd relative(2, 2), relative_directions(3, 2);
  relative << m1 + m2, m2, m2, m2;
  relative_directions << 1, 0, 1, 1, 0, -1;
  EXPECT_LT(difference(project_on_tangents(relative, Eigen::Vector2d(1, a - 1), relative_directions), by_tangent),
            1e-15);
}

// Three particles with b · x' = 0: in the metric a plane with the normal bᵢ/√mᵢ.
TEST(ProjectionCriterion, ThreeParticlesInAPlane) {
  const Eigen::Vector3d masses(1, 4, 9), b(1, -2, 6);
  const Eigen::Vector3d normal = (b.array() / masses.array().sqrt()).matrix().normalized();
  const MatrixXd expected = unit_matrix(3) - normal * normal.transpose();
  const MatrixXd M = masses.asDiagonal();
  EXPECT_LT(difference(project_on_conditions(M, b.transpose(), unit_matrix(3)), expected), 1e-15);
  MatrixXd J(3, 2);
  J << 2, -6, 1, 0, 0, 1;
  EXPECT_LT(difference(project_on_tangents(M, J, unit_matrix(3)), expected), 1e-15);
}

TEST(ProjectionCriterion, TangentsAndConditionsAgree) {
  std::mt19937_64 random(1);
  for (Index n = 1; n <= 10; ++n) {
    for (Index f = 1; f <= n; ++f) {
      const MatrixXd M = random_metric(random, n), J = random_matrix(random, n, f);
      const MatrixXd directions = random_matrix(random, n + 2, n);
      // rows that are all conditions there are, mixed with each other, two more of them than independent ones
      const MatrixXd normals = MatrixXd(J.householderQr().householderQ()).rightCols(n - f).transpose();
      const MatrixXd B = random_matrix(random, n - f + 2, n - f) * normals;
      const MatrixXd expected = projected_by_formula(M, J, directions);
      EXPECT_LT(difference(project_on_tangents(M, J, directions), expected), 1e-11) << n << " " << f;
      EXPECT_LE(project_on_tangents(M, J, directions).diagonal().maxCoeff(), 1);
      EXPECT_LT(difference(project_on_conditions(M, normals, directions), expected), 1e-11) << n << " " << f;
      EXPECT_LT(difference(project_on_conditions(M, B, directions), expected), 1e-11) << n << " " << f;
    }
  }
}

// C of orthonormal directions is the projector itself: its trace is the number of freedoms.
TEST(ProjectionCriterion, OrthonormalDirectionsShareTheFreedoms) {
  std::mt19937_64 random(2);
  for (Index f = 0; f <= 6; ++f) {
    const Index n = 6;
    const MatrixXd M = random_metric(random, n), J = random_matrix(random, n, f);
    const MatrixXd root = M.llt().matrixL();  // rows of Lᵀ: a M⁻¹ bᵀ = 0 or 1
    const MatrixXd turned = MatrixXd(random_matrix(random, n, n).householderQr().householderQ()) * root.transpose();
    const MatrixXd C = project_on_tangents(M, J, turned);
    EXPECT_NEAR(C.trace(), static_cast<double>(f), 1e-13);
    EXPECT_LT(difference(C * C, C), 1e-13);
    EXPECT_NEAR(project_on_conditions(M, J.transpose(), turned).trace(), static_cast<double>(n - f), 1e-13);
  }
}

TEST(ProjectionCriterion, UnitsChangeNothing) {
  std::mt19937_64 random(3);
  const Index n = 6, f = 2;
  const MatrixXd M = random_metric(random, n), B = random_matrix(random, n - f, n);
  const MatrixXd J = B.fullPivLu().kernel(), directions = random_matrix(random, 5, n);
  const MatrixXd C = project_on_tangents(M, J, directions);
  VectorXd unit(n), row(n - f), direction(5);
  unit << 1e3, 1, 1e-6, 0.0254, 1e6, 57.3;
  row << 1e-3, 1, 1e4, 0.3;
  direction << 1e-200, 1e200, -7, 1, 1e5;
  const VectorXd inverse = unit.cwiseInverse(), sign = direction.cwiseSign();
  // s = unit · s_new
  const MatrixXd M_new = unit.asDiagonal() * M * unit.asDiagonal();
  const MatrixXd directions_new = direction.asDiagonal() * directions * unit.asDiagonal();
  const MatrixXd C_signed = sign.asDiagonal() * C * sign.asDiagonal();
  const MatrixXd J_new = inverse.asDiagonal() * J * Eigen::Vector2d(1e8, 1e-9).asDiagonal();
  EXPECT_LT(difference(project_on_tangents(M_new, J_new, directions_new), C_signed), 1e-12);
  const MatrixXd B_new = row.asDiagonal() * B * unit.asDiagonal();
  EXPECT_LT(difference(project_on_conditions(M_new, B_new, directions_new), C_signed), 1e-12);
  EXPECT_LT(difference(project_on_tangents(1e30 * M, J, directions), C), 1e-13);
}

TEST(ProjectionCriterion, DependentColumnsAndRowsCountByTheirRank) {
  std::mt19937_64 random(4);
  const Index n = 5;
  const MatrixXd M = random_metric(random, n), J = random_matrix(random, n, 2), B = random_matrix(random, 2, n);
  MatrixXd more(n, 7);
  more << J, J.col(0) - 2 * J.col(1), VectorXd::Zero(n), J * random_matrix(random, 2, 3);
  EXPECT_LT(difference(project_on_tangents(M, more, unit_matrix(n)), project_on_tangents(M, J, unit_matrix(n))), 1e-12);

  // a row that holds anyway leaves rounding, which is no condition
  MatrixXd rows(5, n);
  rows << B, B.row(1) - 3 * B.row(0), 1e-16 * random_matrix(random, 1, n), VectorXd::Zero(n).transpose();
  const MatrixXd C = project_on_conditions(M, B, unit_matrix(n));
  EXPECT_LT(difference(project_on_conditions(M, rows, unit_matrix(n)), C), 1e-12);
  EXPECT_NEAR(choose_coordinates(C, 4).value, 0, 0);
  EXPECT_GT(choose_coordinates(C, 3).value, 0.01);

  const MatrixXd none = MatrixXd::Zero(n, n);
  EXPECT_EQ(project_on_tangents(M, MatrixXd::Zero(n, 2), unit_matrix(n)), none);
  EXPECT_EQ(project_on_tangents(M, MatrixXd(n, 0), unit_matrix(n)), none);
  EXPECT_EQ(project_on_conditions(M, random_matrix(random, n + 1, n), unit_matrix(n)), none);
  const MatrixXd free = project_on_conditions(M, MatrixXd(0, n), unit_matrix(n));
  EXPECT_LT(difference(free.diagonal(), VectorXd::Ones(n)), 1e-15);
  EXPECT_EQ(project_on_conditions(M, MatrixXd::Zero(3, n), unit_matrix(n)), free);
  EXPECT_LT(difference(project_on_tangents(M, unit_matrix(n), unit_matrix(n)), free), 1e-14);
}

TEST(ProjectionCriterion, ZeroDirectionsHaveNoPart) {
  std::mt19937_64 random(5);
  const MatrixXd M = random_metric(random, 3), J = random_matrix(random, 3, 2);
  MatrixXd directions = random_matrix(random, 3, 3);
  directions.row(1).setZero();
  const MatrixXd C = project_on_tangents(M, J, directions);
  EXPECT_EQ(C.row(1), VectorXd::Zero(3).transpose());
  EXPECT_EQ(C.col(1), VectorXd::Zero(3));
  EXPECT_GT(C(0, 0), 0);
  EXPECT_EQ(choose_coordinates(C, 2).coordinates, (Coordinates{0, 2}));
}

TEST(ProjectionCriterion, IsMetric) {
  const auto pair = [](double a, double b, double d) {
    MatrixXd result(2, 2);
    result << a, b, b, d;
    return result;
  };
  EXPECT_TRUE(is_metric(pair(2, 1, 2)));
  EXPECT_TRUE(is_metric(pair(1e12, 0, 1e-12)));  // units
  EXPECT_TRUE(is_metric(pair(1e12, 0.9, 1e-12)));
  EXPECT_TRUE(is_metric(pair(1, 1 - 1e-10, 1)));  // a light body before a heavy one
  EXPECT_TRUE(is_metric(MatrixXd(0, 0)));
  EXPECT_FALSE(is_metric(pair(1, 0, 0)));  // a massless row
  EXPECT_FALSE(is_metric(pair(1, 1, 1)));  // a massless combination
  EXPECT_FALSE(is_metric(pair(1, 1 - 1e-15, 1)));
  EXPECT_FALSE(is_metric(pair(1e12, 1, 1e-12)));
  EXPECT_FALSE(is_metric(pair(1, 2, 1)));
  EXPECT_FALSE(is_metric(pair(-1, 0, 1)));
  EXPECT_FALSE(is_metric(pair(1, 1e308, 1e-300)));
  EXPECT_FALSE(is_metric(pair(1, kNan, 1)));
  EXPECT_FALSE(is_metric(pair(kInfinity, 0, 1)));
  std::mt19937_64 random(6);
  for (Index n = 2; n <= 10; ++n) {
    const MatrixXd thin = random_matrix(random, n - 1, n);  // one mass too few
    EXPECT_FALSE(is_metric(thin.transpose() * thin)) << n;
    EXPECT_TRUE(is_metric(random_metric(random, n))) << n;
  }
}

TEST(ProjectionCriterion, FiniteNumbersGiveNumbers) {
  std::mt19937_64 random(7);
  const double sizes[] = {0, 5e-324, 1e-300, 1e-150, 1, 1e150, 1e300};
  const Index n = 3;
  const MatrixXd base = random_metric(random, n) / 8;
  for (const double mass : sizes) {
    for (const double other : sizes) {
      VectorXd scale(n);
      scale << 1, std::sqrt(mass), 1;
      const MatrixXd M = scale.asDiagonal() * base * scale.asDiagonal();
      const MatrixXd directions = other * random_matrix(random, 4, n);
      const MatrixXd tangents = project_on_tangents(M, other * random_matrix(random, n, 2), directions);
      const MatrixXd conditions = project_on_conditions(M, other * random_matrix(random, 2, n), directions);
      EXPECT_TRUE(tangents.allFinite() && conditions.allFinite()) << mass << " " << other;
      EXPECT_TRUE(std::isfinite(choose_coordinates(tangents, 2).value));
      EXPECT_LE(tangents.diagonal().maxCoeff(), 1);
      // a massless coordinate makes no metric, and then nothing is near to anything
      if (mass == 0 || mass == 1) {
        EXPECT_EQ(tangents.isZero(0), mass == 0 || other == 0) << mass << " " << other;
      }
    }
  }
}

TEST(ProjectionCriterion, SingleValuesMayPickDependentCoordinates) {
  // s₁ = s₂ and s₃ = s₄ = s₅
  MatrixXd J(5, 2);
  J << 1, 0, 1, 0, 0, 1, 0, 1, 0, 1;
  const MatrixXd C = project_on_tangents(unit_matrix(5), J, unit_matrix(5));
  EXPECT_NEAR(C(0, 0), 0.5, 1e-15);  // the two best, but always equal
  EXPECT_NEAR(C(1, 1), 0.5, 1e-15);
  for (Index i = 2; i < 5; ++i) EXPECT_NEAR(C(i, i), 1.0 / 3, 1e-15);
  const CoordinateSet best = choose_coordinates(C, 2);
  EXPECT_EQ(best.coordinates, (Coordinates{0, 2}));
  EXPECT_NEAR(best.value, 1.0 / 3, 1e-15);
  EXPECT_EQ(value_of_set(C, Coordinates{0, 1}), 0);
  EXPECT_NEAR(value_of_set(C, Coordinates{4, 1}), 1.0 / 3, 1e-15);
}

// det ≥ best / (k!)²: A. Çivril, M. Magdon-Ismail, On selecting a maximum volume sub-matrix of a matrix and related
// problems, Theoretical Computer Science 410 (2009), for volumes, whose squares these determinants are.
TEST(ProjectionCriterion, ChosenSetsAreNearTheBest) {
  std::mt19937_64 random(8);
  double worst = 1;
  for (int sample = 0; sample < 100; ++sample) {
    const Index n = 7;
    const std::size_t f = 1 + static_cast<std::size_t>(sample) % 4;
    const MatrixXd J = random_matrix(random, n, static_cast<Index>(f));
    const MatrixXd C = project_on_tangents(random_metric(random, n), J, unit_matrix(n));
    const CoordinateSet chosen = choose_coordinates(C, f);
    ASSERT_EQ(chosen.coordinates.size(), f);
    EXPECT_NEAR(value_of_set(C, chosen.coordinates), chosen.value, 1e-12);
    double best = 0;
    for (const std::vector<Index>& set : all_sets(n, f)) best = std::max(best, determinant_of_set(C, set));
    const double ratio = determinant_of_set(C, {chosen.coordinates.begin(), chosen.coordinates.end()}) / best;
    EXPECT_GE(ratio, std::pow(std::tgamma(static_cast<double>(f) + 1), -2));
    EXPECT_LE(ratio, 1 + 1e-9);
    EXPECT_GE(ratio, f == 1 ? 1 - 1e-12 : 0);
    worst = std::min(worst, ratio);
  }
  EXPECT_GT(worst, 0.3);  // as a rule far better than the bound
}

// The pivots of the chosen: cos² of the second to what the first leaves, det / C₁₁.
TEST(ProjectionCriterion, ValuesOfSets) {
  MatrixXd C(3, 3);
  C << 0.5, 0.4, 0.1, 0.4, 0.8, 0.2, 0.1, 0.2, 0.3;
  EXPECT_DOUBLE_EQ(choose_coordinates(C, 1).value, 0.8);
  EXPECT_EQ(choose_coordinates(C, 1).coordinates, Coordinates{1});
  EXPECT_DOUBLE_EQ(value_of_set(C, Coordinates{0}), 0.5);
  EXPECT_NEAR(value_of_set(C, Coordinates{0, 1}), 0.5 - 0.16 / 0.8, 1e-15);
  EXPECT_NEAR(value_of_set(C, Coordinates{1, 0}), 0.5 - 0.16 / 0.8, 1e-15);  // not 0.8 - 0.16 / 0.5
  EXPECT_NEAR(value_of_set(C, Coordinates{2, 0}), 0.3 - 0.01 / 0.5, 1e-15);
  const CoordinateSet two = choose_coordinates(C, 2);
  EXPECT_EQ(two.coordinates, (Coordinates{0, 1}));  // 0.3 by the first, 0.25 by the third
  EXPECT_NEAR(two.value, 0.3, 1e-15);
  EXPECT_NEAR(choose_coordinates(C, 3).value, C.determinant() / (0.8 * 0.3), 1e-15);
}

// Exact for one freedom, below the value for more, and never nothing where the value is something.
TEST(ProjectionCriterion, ABoundOnTheValueOfASet) {
  std::mt19937_64 random(41);
  MatrixXd work;
  for (Index n = 1; n <= 8; ++n) {
    for (Index f = 1; f <= n; ++f) {
      const MatrixXd M = random_metric(random, n);
      MatrixXd J = random_matrix(random, n, f);
      Coordinates set;
      for (Index k = 0; k < f; ++k) {
        set.push_back(static_cast<std::size_t>(n - f + k));
        J.row(n - f + k).setZero();
        J(n - f + k, k) = 1;
      }
      const double value = value_of_set(project_on_tangents(M, J, unit_matrix(n)), set);
      const double bound = value_at_least(M, J, set, work);
      EXPECT_LE(bound, value * (1 + 1e-12));
      if (f == 1) {
        EXPECT_NEAR(bound, value, 1e-13);
      }
      EXPECT_GT(bound, value / static_cast<double>(4 * n * n));
      MatrixXd lower = M.triangularView<Eigen::Lower>();
      EXPECT_EQ(value_at_least(lower, J, set, work), bound);
    }
  }
  EXPECT_EQ(value_at_least(MatrixXd::Zero(2, 2), MatrixXd::Ones(2, 1), Coordinates{0}, work), 0);
}

TEST(ProjectionCriterion, CountsAndTies) {
  const MatrixXd equal = 0.5 * unit_matrix(4);
  EXPECT_EQ(choose_coordinates(equal, 2).coordinates, (Coordinates{0, 1}));
  MatrixXd nearly = equal;
  nearly(3, 3) += 5e-13;  // rounding decides nothing
  EXPECT_EQ(choose_coordinates(nearly, 1).coordinates, Coordinates{0});
  nearly(3, 3) += 5e-12;
  EXPECT_EQ(choose_coordinates(nearly, 1).coordinates, Coordinates{3});

  EXPECT_EQ(choose_coordinates(equal, 0).coordinates, Coordinates{});
  EXPECT_EQ(choose_coordinates(equal, 0).value, 1);
  EXPECT_EQ(value_of_set(equal, {}), 1);
  EXPECT_EQ(choose_coordinates(equal, 5).coordinates, (Coordinates{0, 1, 2, 3}));
  EXPECT_EQ(choose_coordinates(equal, 5).value, 0);
  EXPECT_EQ(choose_coordinates(equal, static_cast<std::size_t>(-1)).value, 0);
  EXPECT_EQ(choose_coordinates(MatrixXd(0, 0), 1).value, 0);
  EXPECT_EQ(choose_coordinates(MatrixXd::Zero(2, 2), 1).value, 0);
  EXPECT_EQ(value_of_set(equal, Coordinates{2, 2}), 0);
}

TEST(ProjectionCriterion, RefusesWhatDoesNotFit) {
  EXPECT_THROW(is_metric(MatrixXd::Zero(1, 2)), CheckFailure);
  EXPECT_THROW(project_on_tangents(unit_matrix(2), unit_matrix(3), unit_matrix(2)), CheckFailure);
  EXPECT_THROW(project_on_conditions(unit_matrix(2), unit_matrix(2), unit_matrix(3)), CheckFailure);
  EXPECT_THROW(value_of_set(unit_matrix(2), Coordinates{2}), CheckFailure);
  EXPECT_EQ(project_on_conditions(MatrixXd(0, 0), MatrixXd(2, 0), MatrixXd(3, 0)), MatrixXd::Zero(3, 3));
}

}  // namespace
}  // namespace kinemate
