#include "numeric/frequency_response.h"

#include <Eigen/Dense>
#include <algorithm>

#include "base/check.h"
#include "numeric/poles.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

using Complex = std::complex<double>;

Eigen::MatrixXcd response_directly(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c, const MatrixXd& d,
                                   double omega) {
  Eigen::MatrixXcd shifted = -a.cast<Complex>();
  shifted.diagonal().array() += Complex(0, omega);
  return c.cast<Complex>() * shifted.fullPivLu().solve(b.cast<Complex>()) + d.cast<Complex>();
}

struct StateSpace {
  MatrixXd a, b, c, d;
};

// x'' + 2 ζ ω₀ x' + ω₀² x = u, y = x.
StateSpace driven_oscillator(double omega, double damping) {
  StateSpace result{MatrixXd(2, 2), MatrixXd(2, 1), MatrixXd(1, 2), MatrixXd::Zero(1, 1)};
  result.a << 0, 1, -omega * omega, -2 * damping * omega;
  result.b << 0, 1;
  result.c << 1, 0;
  return result;
}

FrequencyResponse response_of(const StateSpace& system) { return {system.a, system.b, system.c, system.d}; }

StateSpace side_by_side(const StateSpace& one, const StateSpace& two) {
  const auto diagonal = [](const MatrixXd& a, const MatrixXd& b) {
    MatrixXd result = MatrixXd::Zero(a.rows() + b.rows(), a.cols() + b.cols());
    result.topLeftCorner(a.rows(), a.cols()) = a;
    result.bottomRightCorner(b.rows(), b.cols()) = b;
    return result;
  };
  return {diagonal(one.a, two.a), diagonal(one.b, two.b), diagonal(one.c, two.c), diagonal(one.d, two.d)};
}

TEST(FrequencyResponse, AgreesWithDirectSolutions) {
  std::mt19937_64 random(1);
  double worst = 0;
  for (Index n : {1, 2, 3, 4, 7, 20, 50}) {
    const MatrixXd a = random_matrix(random, n, n), b = random_matrix(random, n, 3), c = random_matrix(random, 2, n),
                   d = random_matrix(random, 2, 3);
    const FrequencyResponse response(a, b, c, d);
    for (double omega : {0.0, 1e-3, 0.3, -0.3, 1.0, 2.7, 1e3}) {
      const Eigen::MatrixXcd expected = response_directly(a, b, c, d, omega);
      worst = std::max(worst, (response(omega) - expected).norm() / expected.norm());
    }
    EXPECT_LT((response(0.4) - response(-0.4).conjugate()).norm(), 1e-12 * response(0.4).norm());
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(FrequencyResponse, OfAnOscillator) {
  const FrequencyResponse response = response_of(driven_oscillator(3, 0.1));
  for (double omega : {0.0, 1.0, 3.0, 10.0}) {
    const Complex expected = 1.0 / Complex(9 - omega * omega, 0.6 * omega);
    EXPECT_LT(std::abs(response(omega)(0, 0) - expected), 1e-15);
  }
}

// 1 rad/s beside 1e6: the squares differ by 1e12.
TEST(FrequencyResponse, UnitsDoNotMatter) {
  const StateSpace system = side_by_side(driven_oscillator(1e6, 0.01), driven_oscillator(1, 0.01));
  const FrequencyResponse response = response_of(system);
  for (double omega : {0.5, 1.0, 1e3, 1e6}) {
    const Eigen::MatrixXcd g = response(omega);
    const Complex fast = 1.0 / Complex(1e12 - omega * omega, 2e4 * omega),
                  slow = 1.0 / Complex(1 - omega * omega, 0.02 * omega);
    EXPECT_LT(std::abs(g(0, 0) / fast - 1.0), 1e-10) << omega;
    EXPECT_LT(std::abs(g(1, 1) / slow - 1.0), 1e-8) << omega;
  }
}

TEST(FrequencyResponse, IsInfiniteAtAPoleOnTheAxis) {
  const FrequencyResponse response = response_of(driven_oscillator(3, 0));
  const Complex at = response(3)(0, 0);
  EXPECT_EQ(std::abs(at), kInfinity);
  EXPECT_TRUE(std::isnan(std::arg(at)));
  EXPECT_EQ(std::abs(response(-3)(0, 0)), kInfinity);
  EXPECT_NEAR(response(3 + 1e-9)(0, 0).real() * -6e-9, 1, 1e-6);  // beside it, it is not
  EXPECT_NEAR(response(0)(0, 0).real(), 1.0 / 9, 1e-16);
  // a free mass: 1/(iω)²
  const FrequencyResponse free = response_of(driven_oscillator(0, 0));
  EXPECT_EQ(std::abs(free(0)(0, 0)), kInfinity);
  EXPECT_NEAR(free(1e-9)(0, 0).real() * 1e-18, -1, 1e-12);
}

TEST(FrequencyResponse, OnlyWhatThePoleReachesIsInfinite) {
  std::mt19937_64 random(2);
  const StateSpace plain =
      side_by_side(side_by_side(driven_oscillator(2, 0), driven_oscillator(5, 0.1)), driven_oscillator(0, 0.1));
  const MatrixXd turn = random_matrix(random, 6, 6) + 2 * MatrixXd::Identity(6, 6);
  const MatrixXd back = turn.inverse();
  const StateSpace mixed{turn * plain.a * back, turn * plain.b, plain.c * back, MatrixXd::Ones(3, 3)};
  for (const StateSpace& system : {plain, mixed}) {
    const FrequencyResponse response = response_of(system);
    const double offset = system.d(0, 0);
    const Eigen::MatrixXcd still = response(0);  // the free mass has a double pole here
    EXPECT_EQ(std::abs(still(2, 2)), kInfinity);
    EXPECT_LT(std::abs(still(0, 0) - (0.25 + offset)), 1e-9);
    EXPECT_LT(std::abs(still(1, 1) - (0.04 + offset)), 1e-9);
    EXPECT_LT(std::abs(still(0, 1) - offset), 1e-9);
    EXPECT_LT(std::abs(still(2, 0) - offset), 1e-9);
  }
  const Eigen::MatrixXcd g = response_of(plain)(2);
  EXPECT_EQ(std::abs(g(0, 0)), kInfinity);
  EXPECT_LT(std::abs(g(1, 1) - 1.0 / Complex(21, 2)), 1e-9);
  EXPECT_LT(std::abs(g(2, 2) + 0.25), 1e-9);
  EXPECT_LT(std::abs(g(0, 2)), 1e-9);
}

TEST(FrequencyResponse, WithoutStates) {
  const MatrixXd d = MatrixXd::Constant(2, 1, 7);
  EXPECT_EQ(FrequencyResponse(MatrixXd(0, 0), MatrixXd(0, 1), MatrixXd(2, 0), d)(5), d.cast<Complex>());
  EXPECT_THROW(FrequencyResponse(MatrixXd(0, 0), MatrixXd(0, 1), MatrixXd(2, 0), MatrixXd(1, 1)), CheckFailure);
  const MatrixXd one = MatrixXd::Ones(1, 1);
  EXPECT_NUMERICAL_ERROR(FrequencyResponse(one, kNan * one, one, one), "nan");
}

std::vector<Complex> pole_values(const MatrixXd& a) {
  std::vector<Complex> values;
  for (const Pole& pole : compute_poles(a)) values.push_back(pole.value);
  return values;
}

TEST(ChosenFrequencies, SpanADecadeBeyondThePoles) {
  const std::vector<double> plain = choose_frequencies({-2, -300, 0}, 50);
  EXPECT_EQ(plain.size(), 50u);
  EXPECT_NEAR(plain.front(), 0.2, 1e-15);
  EXPECT_EQ(plain.back(), 3000);
  EXPECT_TRUE(std::is_sorted(plain.begin(), plain.end()));
  EXPECT_NEAR(plain[1] / plain[0], plain[49] / plain[48], 1e-12);
  for (const std::vector<Complex>& none : {std::vector<Complex>{}, {0, 0}}) {
    EXPECT_EQ(choose_frequencies(none, 3).size(), 3u);
    EXPECT_EQ(choose_frequencies(none, 3).front(), 0.01);
    EXPECT_EQ(choose_frequencies(none, 3).back(), 100);
  }
  EXPECT_THROW(choose_frequencies({}, 1), CheckFailure);
}

// The largest response on the grid is the largest there is, however sharp the peak.
TEST(ChosenFrequencies, MissNoPeak) {
  for (double damping : {0.4, 0.1, 1e-3, 1e-5, 1e-7}) {
    const StateSpace system = driven_oscillator(7.3, damping);
    const FrequencyResponse response = response_of(system);
    double peak = 0;
    const std::vector<double> frequencies = choose_frequencies(pole_values(system.a), 60);
    for (double omega : frequencies) peak = std::max(peak, std::abs(response(omega)(0, 0)));
    const double expected = 1 / (7.3 * 7.3 * 2 * damping * std::sqrt(1 - damping * damping));
    EXPECT_GT(peak, 0.99 * expected) << damping;
    EXPECT_LT(frequencies.size(), 60u + 50);
    // nor is a flank: the response changes by no more than a factor from point to point
    for (std::size_t i = 1; i < frequencies.size(); ++i) {
      const double ratio = std::abs(response(frequencies[i])(0, 0) / response(frequencies[i - 1])(0, 0));
      EXPECT_LT(std::max(ratio, 1 / ratio), 4) << damping << ' ' << frequencies[i];
    }
  }
}

TEST(ChosenFrequencies, ApproachAPoleOnTheAxisButDoNotHitIt) {
  const std::vector<double> frequencies = choose_frequencies({Complex(0, 1), Complex(0, -1)}, 3);  // 0.1, 1, 10 spaced
  double nearest = 1;
  for (double omega : frequencies) nearest = std::min(nearest, std::abs(omega - 1));
  EXPECT_NEAR(nearest, 1e-6, 1e-9);
  EXPECT_GT(frequencies.front(), 0.0999);
}

}  // namespace
}  // namespace kinemate
