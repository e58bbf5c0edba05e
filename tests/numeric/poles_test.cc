#include "numeric/poles.h"

#include <Eigen/Dense>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

using Complex = std::complex<double>;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

// The matrix with the characteristic polynomial λⁿ + c(n-1) λⁿ⁻¹ + ... + c(0).
MatrixXd companion(const std::vector<double>& c) {
  const Index n = static_cast<Index>(c.size());
  MatrixXd a = MatrixXd::Zero(n, n);
  a.topRightCorner(n - 1, n - 1).setIdentity();
  for (Index j = 0; j < n; ++j) a(n - 1, j) = -c[static_cast<std::size_t>(j)];
  return a;
}

// Block diagonal.
MatrixXd beside(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd result = MatrixXd::Zero(a.rows() + b.rows(), a.cols() + b.cols());
  result.topLeftCorner(a.rows(), a.cols()) = a;
  result.bottomRightCorner(b.rows(), b.cols()) = b;
  return result;
}

MatrixXd jordan_block(double value, Index n) {
  MatrixXd a = value * MatrixXd::Identity(n, n);
  a.topRightCorner(n - 1, n - 1) += MatrixXd::Identity(n - 1, n - 1);
  return a;
}

MatrixXd oscillator(double omega, double damping = 0) {
  MatrixXd a(2, 2);
  a << 0, 1, -omega * omega, -2 * damping * omega;
  return a;
}

// What every answer must satisfy, whatever the matrix.
void expect_sound(const MatrixXd& a, const std::vector<Pole>& poles, double tolerance = 1e-10) {
  ASSERT_EQ(static_cast<Index>(poles.size()), a.rows());
  for (std::size_t i = 0; i < poles.size(); ++i) {
    const Pole& pole = poles[i];
    EXPECT_GE(pole.uncertainty, 0);
    EXPECT_NEAR(pole.vector.lpNorm<Eigen::Infinity>(), 1, 1e-8);
    EXPECT_EQ((pole.vector.array() == 1.0).any(), true);
    const double residual = (a.cast<Complex>() * pole.vector - pole.value * pole.vector).norm();
    EXPECT_LT(residual, tolerance * (1 + a.norm())) << i;
    if (pole.value.imag() > 0) {
      ASSERT_LT(i + 1, poles.size());
      EXPECT_EQ(poles[i + 1].value, std::conj(pole.value));
      EXPECT_EQ(poles[i + 1].vector, pole.vector.conjugate());
    }
    if (i == 0) continue;
    const double slack = poles[i - 1].uncertainty + pole.uncertainty;
    EXPECT_LE(std::abs(poles[i - 1].value), std::abs(pole.value) + static_cast<double>(poles.size()) * slack);
  }
}

TEST(Poles, OfPolynomials) {
  const std::vector<Pole> four = compute_poles(companion({24, -50, 35, -10}));
  expect_sound(companion({24, -50, 35, -10}), four);
  for (std::size_t i = 0; i < 4; ++i) {
    const double root = static_cast<double>(i) + 1;
    EXPECT_EQ(four[i].value.imag(), 0);
    EXPECT_NEAR(four[i].value.real(), root, four[i].uncertainty);
    EXPECT_LT(four[i].uncertainty, 1e-10);
    EXPECT_FALSE(four[i].defective);
  }
  const std::vector<Pole> pair = compute_poles(companion({25, 6}));  // -3 ± 4i
  EXPECT_NEAR(pair[0].value.real(), -3, 1e-14);
  EXPECT_NEAR(pair[0].value.imag(), 4, 1e-14);
  EXPECT_EQ(pair[1].value, std::conj(pair[0].value));
  EXPECT_TRUE(compute_poles(MatrixXd(0, 0)).empty());
  EXPECT_EQ(compute_poles(MatrixXd::Constant(1, 1, -7))[0].value, Complex(-7));
}

TEST(Poles, ModesAreNormalised) {
  const std::vector<Pole> poles = compute_poles(oscillator(2));
  // (1, 2i): the speed is larger, hence 1
  EXPECT_EQ(poles[0].vector(1), Complex(1));
  EXPECT_LT(std::abs(poles[0].vector(0) - Complex(0, -0.5)), 1e-15);
  const std::vector<Pole> slow = compute_poles(oscillator(0.5));
  EXPECT_EQ(slow[0].vector(0), Complex(1));
  const std::vector<Pole> even = compute_poles(oscillator(1));  // both are largest: the first
  EXPECT_EQ(even[0].vector(0), Complex(1));
}

// The exact poles are those of a long double computation; the bound must hold and not be idle.
TEST(Poles, UncertaintiesHold) {
  std::mt19937_64 random(1);
  double worst = 0, sum = 0;
  int count = 0;
  for (Index n : {1, 2, 3, 5, 8, 13, 40}) {
    for (int round = 0; round < (n < 20 ? 20 : 2); ++round) {
      MatrixXd a = random_matrix(random, n, n);
      if (round % 2 == 1) a.triangularView<Eigen::StrictlyUpper>() *= 100;  // far from normal
      const std::vector<Pole> poles = compute_poles(a);
      expect_sound(a, poles);
      const auto exact = Eigen::EigenSolver<LongMatrix>(a.cast<long double>(), false).eigenvalues().eval();
      for (const Pole& pole : poles) {
        double error = kInfinity;
        for (const std::complex<long double>& value : exact) {
          error = std::min(error, static_cast<double>(std::abs(std::complex<long double>(pole.value) - value)));
        }
        worst = std::max(worst, error / pole.uncertainty);
        sum += std::log10(std::max(error, 1e-18) / pole.uncertainty);
        ++count;
      }
    }
  }
  EXPECT_LT(worst, 0.7);  // 0.34 seen
  EXPECT_GT(worst, 0.02);
  EXPECT_GT(sum / count, -3) << "the bound says nothing";
}

TEST(Poles, OfJordanBlocks) {
  std::mt19937_64 random(2);
  for (Index k = 2; k <= 4; ++k) {
    const double root = std::pow(1e-16, 1.0 / static_cast<double>(k));
    const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(random_matrix(random, k + 2, k + 2)).householderQ();
    MatrixXd rest(2, 2);
    rest << -5, 2, 0, -9;
    const MatrixXd plain = beside(jordan_block(-1, k), rest), turned = q * plain * q.transpose();
    for (const MatrixXd& a : {plain, turned}) {
      const std::vector<Pole> poles = compute_poles(a);
      for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        EXPECT_TRUE(poles[i].defective);
        EXPECT_LT(std::abs(poles[i].value + 1.0), poles[i].uncertainty) << k;
        EXPECT_GT(poles[i].uncertainty, root) << k;
        EXPECT_LT(poles[i].uncertainty, 100 * root) << k;
      }
      for (std::size_t i = static_cast<std::size_t>(k); i < poles.size(); ++i) {
        EXPECT_FALSE(poles[i].defective);
        EXPECT_LT(poles[i].uncertainty, 1e-13);
      }
    }
  }
}

TEST(Poles, EqualPolesWithModesOfTheirOwnAreNotDefective) {
  std::mt19937_64 random(3);
  const MatrixXd plain = beside(beside(oscillator(3), oscillator(3)), MatrixXd::Constant(1, 1, -3));
  const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(random_matrix(random, 5, 5)).householderQ();
  for (const MatrixXd& a : {plain, MatrixXd(q * plain * q.transpose()), MatrixXd(MatrixXd::Zero(3, 3)),
                            MatrixXd(2 * MatrixXd::Identity(4, 4))}) {
    const std::vector<Pole> poles = compute_poles(a);
    expect_sound(a, poles);
    for (const Pole& pole : poles) {
      EXPECT_FALSE(pole.defective);
      EXPECT_LT(pole.uncertainty, 1e-13);
    }
  }
  // |value| = 3 of all: the real one has the smaller real part
  const std::vector<Pole> poles = compute_poles(plain);
  EXPECT_NEAR(poles[0].value.real(), -3, 1e-14);
  EXPECT_GT(poles[1].value.imag(), 0);
}

// A free mass beside a spring of 1e10: what couples the two zeros is 1, not the norm.
TEST(Poles, AFreeMassBesideAStiffSpring) {
  MatrixXd free(2, 2);
  free << 0, 1, 0, 0;
  const std::vector<Pole> poles = compute_poles(beside(oscillator(1e5), free));
  for (std::size_t i : {0u, 1u}) {
    EXPECT_TRUE(poles[i].defective);
    EXPECT_LT(poles[i].uncertainty, 1e-4);
    EXPECT_GT(poles[i].uncertainty, 1e-8);
  }
  EXPECT_NEAR(poles[2].value.imag(), 1e5, 1e-9);
}

TEST(Poles, UnitsDoNotMatter) {
  std::mt19937_64 random(4);
  const Index n = 10;
  const MatrixXd a = random_matrix(random, n, n);
  const VectorXd units = VectorXd::NullaryExpr(n, [](Index i) { return std::exp2((i * 7) % 41 - 20); });
  const std::vector<Pole> plain = compute_poles(a);
  const std::vector<Pole> scaled = compute_poles(units.asDiagonal() * a * units.cwiseInverse().asDiagonal());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_LT(std::abs(plain[i].value - scaled[i].value), plain[i].uncertainty) << i;
    EXPECT_LT(scaled[i].uncertainty, 10 * plain[i].uncertainty);
  }
  // slow beside fast: 1 rad/s beside 3e6, right to 1e-9, as the norm of the squares would not allow
  const std::vector<Pole> both = compute_poles(beside(oscillator(3e6, 0.01), oscillator(1, 0.01)));
  EXPECT_NEAR(both[0].value.real(), -0.01, 1e-9);
  EXPECT_NEAR(both[2].value.real(), -3e4, 1e-8);
}

TEST(Poles, AnErrorOfTheMatrixCounts) {
  const double plain = compute_poles(oscillator(1))[0].uncertainty;
  EXPECT_LT(plain, 1e-14);
  const double with = compute_poles(oscillator(1), {.matrix_error = 1e-10})[0].uncertainty;
  EXPECT_GT(with, 1e-10);
  EXPECT_LT(with, 1e-9);
  const double twofold = compute_poles(jordan_block(0, 2), {.matrix_error = 1e-10})[0].uncertainty;
  EXPECT_GT(twofold, 1e-5);
  EXPECT_LT(twofold, 1e-4);
}

// Equal but for rounding: the order is that of the second key, whatever the rounding.
TEST(Poles, OrderIsProofAgainstRounding) {
  for (double turn : {-1.0, 0.0, 1.0}) {
    const double radius = 2 + turn * 4e-16;
    MatrixXd pair(2, 2);
    pair << -1.2, 1.6, -1.6, -1.2;  // |value| = 2
    const std::vector<Pole> poles =
        compute_poles(beside(beside(MatrixXd::Constant(1, 1, radius), pair), MatrixXd::Constant(1, 1, -radius)));
    EXPECT_NEAR(poles[0].value.real(), -2, 1e-14);
    EXPECT_NEAR(poles[1].value.imag(), 1.6, 1e-14);
    EXPECT_NEAR(poles[2].value.imag(), -1.6, 1e-14);
    EXPECT_NEAR(poles[3].value.real(), 2, 1e-14);
  }
}

// Gyroscopic system y₁'' = g y₂' - k y₁, y₂'' = -g y₁' - k y₂: ω = ±g/2 + √(g²/4 + k) exactly.
TEST(Poles, OfAGyroscopicPair) {
  const double g = 3, k = 2;
  MatrixXd a = MatrixXd::Zero(4, 4);
  a.topRightCorner(2, 2).setIdentity();
  a.bottomLeftCorner(2, 2) = -k * MatrixXd::Identity(2, 2);
  a(2, 3) = g;
  a(3, 2) = -g;
  const std::vector<Pole> poles = compute_poles(a);
  const double root = std::sqrt(g * g / 4 + k);
  EXPECT_NEAR(poles[0].value.imag(), root - g / 2, 1e-14);
  EXPECT_NEAR(poles[2].value.imag(), root + g / 2, 1e-14);
  for (const Pole& pole : poles) EXPECT_LE(std::abs(pole.value.real()), pole.uncertainty);
}

TEST(Poles, RefusesWhatIsNotFinite) {
  EXPECT_NUMERICAL_ERROR(compute_poles(MatrixXd::Constant(2, 2, kNan)), "nan in row 1, column 1");
  EXPECT_THROW(compute_poles(MatrixXd::Zero(2, 3)), CheckFailure);
}

// Fixed, fixed chain of n equal masses and springs: ω² = 4 sin²(jπ/2(n+1)).
TEST(UndampedPoles, OfAChain) {
  const Index n = 12;
  MatrixXd k = 2 * MatrixXd::Identity(n, n);
  for (Index i = 0; i + 1 < n; ++i) k(i, i + 1) = k(i + 1, i) = -1;
  const std::vector<UndampedPole> poles = compute_undamped_poles(MatrixXd::Identity(n, n), k);
  for (Index j = 1; j <= n; ++j) {
    const UndampedPole& pole = poles[static_cast<std::size_t>(j - 1)];
    const double sine = std::sin(static_cast<double>(j) * std::acos(-1.0) / 2 / static_cast<double>(n + 1));
    EXPECT_NEAR(pole.square, -4 * sine * sine, pole.uncertainty);
    EXPECT_LT(pole.uncertainty, 1e-12);
    EXPECT_NEAR(pole.shape.lpNorm<Eigen::Infinity>(), 1, 1e-8);
    EXPECT_TRUE((pole.shape.array() == 1.0).any());
  }
}

TEST(UndampedPoles, AgreeWithTheGeneralSolver) {
  std::mt19937_64 random(5);
  for (Index n = 1; n < 12; ++n) {
    const MatrixXd root = random_matrix(random, n, n), half = random_matrix(random, n, n);
    const VectorXd units = VectorXd::NullaryExpr(n, [](Index i) { return std::pow(10.0, (i * 5) % 7 - 3); });
    const MatrixXd m = units.asDiagonal() * (root * root.transpose() + MatrixXd::Identity(n, n)) * units.asDiagonal();
    const MatrixXd k = units.asDiagonal() * (half + half.transpose()) * units.asDiagonal();  // indefinite
    const std::vector<UndampedPole> squares = compute_undamped_poles(m, k);
    const std::vector<Pole> general = compute_poles(-m.fullPivLu().solve(k));
    for (std::size_t i = 0; i < squares.size(); ++i) {
      EXPECT_LT(std::abs(squares[i].square - general[i].value),
                1e-12 * squares.back().square * squares.back().square + 1e-11);
      const VectorXd& y = squares[i].shape;
      EXPECT_LT((units.cwiseInverse().asDiagonal() * (squares[i].square * m * y + k * y)).norm(),
                1e-11 * (units.cwiseInverse().asDiagonal() * m * y).norm() * (1 + std::abs(squares.back().square)));
    }
  }
}

TEST(UndampedPoles, RefuseAMassThatIsNone) {
  MatrixXd m = MatrixXd::Identity(2, 2);
  m(1, 1) = 0;
  EXPECT_NUMERICAL_ERROR(compute_undamped_poles(m, MatrixXd::Identity(2, 2)), "not positive definite");
  m(1, 1) = -1;
  EXPECT_NUMERICAL_ERROR(compute_undamped_poles(m, MatrixXd::Identity(2, 2)), "not positive definite");
  EXPECT_NUMERICAL_ERROR(compute_undamped_poles(MatrixXd::Ones(2, 2), MatrixXd::Identity(2, 2)), "not positive");
  EXPECT_NUMERICAL_ERROR(compute_undamped_poles(MatrixXd::Constant(1, 1, kNan), MatrixXd::Identity(1, 1)), "nan");
  EXPECT_TRUE(compute_undamped_poles(MatrixXd(0, 0), MatrixXd(0, 0)).empty());
}

}  // namespace
}  // namespace kinemate
