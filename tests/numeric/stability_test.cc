#include "numeric/stability.h"

#include <Eigen/Dense>

#include "base/check.h"
#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

using Verdict = StabilityVerdict;
using Reason = StabilityReason;

// Two coordinates of mass 1 with nothing else; tests put in what they need.
SecondOrder two_masses(double k1, double k2) {
  SecondOrder result{MatrixXd::Identity(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2),
                     MatrixXd::Zero(2, 2)};
  result.stiffness.diagonal() << k1, k2;
  return result;
}

MatrixXd skew(double value) {
  MatrixXd result(2, 2);
  result << 0, value, -value, 0;
  return result;
}

MatrixXd state_matrix(const SecondOrder& m) {
  const Index n = m.mass.rows();
  const Eigen::LLT<MatrixXd> mass(m.mass);
  MatrixXd a = MatrixXd::Zero(2 * n, 2 * n);
  a.topRightCorner(n, n).setIdentity();
  a.bottomLeftCorner(n, n) = -mass.solve(m.stiffness + m.circulatory);
  a.bottomRightCorner(n, n) = -mass.solve(m.damping + m.gyroscopic);
  return a;
}

StabilityJudgement judge(const SecondOrder& matrices) {
  return judge_stability(compute_poles(state_matrix(matrices)), matrices);
}

StabilityJudgement judge_poles(const SecondOrder& matrices) {
  return judge_stability(compute_poles(state_matrix(matrices)));
}

void expect_judgement(const StabilityJudgement& judgement, Verdict verdict, Reason reason, int unstable, int axis) {
  EXPECT_EQ(judgement.verdict, verdict);
  EXPECT_EQ(judgement.reason, reason);
  EXPECT_EQ(judgement.unstable_count, unstable);
  EXPECT_EQ(judgement.axis_count, axis);
}

TEST(Stability, AllDecay) {
  SecondOrder machine = two_masses(1, 4);
  machine.damping.diagonal() << 0.1, 1e-6;
  expect_judgement(judge(machine), Verdict::kAsymptoticallyStable, Reason::kAllDecay, 0, 0);
  EXPECT_EQ(judge(machine).pole, 2u);  // 2 rad/s, which all but does not decay
  machine.damping(1, 1) = 0;
  expect_judgement(judge(machine), Verdict::kStable, Reason::kDefinitePotential, 0, 2);
  EXPECT_EQ(judge(machine).pole, 2u);
  // one damper that all oscillations reach
  machine.stiffness << 2, -1, -1, 3;
  machine.damping.setZero();
  machine.damping(0, 0) = 0.1;
  expect_judgement(judge(machine), Verdict::kAsymptoticallyStable, Reason::kAllDecay, 0, 0);
}

TEST(Stability, Divergence) {
  expect_judgement(judge(two_masses(-1e-6, 1)), Verdict::kUnstable, Reason::kDivergence, 1, 2);
  const std::vector<Pole> poles = compute_poles(state_matrix(two_masses(-1e-6, 1)));
  EXPECT_NEAR(poles[judge(two_masses(-1e-6, 1)).pole].value.real(), 1e-3, 1e-12);
  expect_judgement(judge(two_masses(1e-6, 1)), Verdict::kStable, Reason::kDefinitePotential, 0, 4);
}

// Circulatory forces couple two equal oscillators: λ² = -k ± i n.
TEST(Stability, Flutter) {
  SecondOrder machine = two_masses(1, 1);
  machine.circulatory = skew(1e-3);
  expect_judgement(judge(machine), Verdict::kUnstable, Reason::kFlutter, 2, 0);
  EXPECT_GT(compute_poles(state_matrix(machine))[judge(machine).pole].value.imag(), 0);
  // damping d holds it where d √k > n
  machine.damping = 1.01e-3 * MatrixXd::Identity(2, 2);
  expect_judgement(judge(machine), Verdict::kAsymptoticallyStable, Reason::kAllDecay, 0, 0);
  machine.damping = 0.99e-3 * MatrixXd::Identity(2, 2);
  expect_judgement(judge(machine), Verdict::kUnstable, Reason::kFlutter, 2, 0);
  // frequencies that are apart hold it too, but prove nothing
  machine = two_masses(1, 2);
  machine.circulatory = skew(1e-3);
  expect_judgement(judge(machine), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 4);
}

TEST(Stability, NegativeDampingIsNoProof) {
  SecondOrder machine = two_masses(1, 2);
  machine.damping(0, 0) = -1e-6;
  expect_judgement(judge(machine), Verdict::kUnstable, Reason::kFlutter, 2, 2);
  machine.damping(0, 0) = 1e-6;
  expect_judgement(judge(machine), Verdict::kStable, Reason::kDefinitePotential, 0, 2);
}

TEST(Stability, DoublePole) {
  expect_judgement(judge(two_masses(0, 1)), Verdict::kUnstable, Reason::kDoublePole, 0, 4);
  EXPECT_LT(judge(two_masses(0, 1)).pole, 2u);
  expect_judgement(judge(two_masses(1e-4, 1)), Verdict::kStable, Reason::kDefinitePotential, 0, 4);
  // a position with friction alone stays where it is put
  SecondOrder machine = two_masses(0, 1);
  machine.damping(0, 0) = 1;
  expect_judgement(judge(machine), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 3);
  // equal frequencies with shapes of their own are no double pole, in any coordinates
  const double c = std::cos(0.3), s = std::sin(0.3);
  MatrixXd rotation(2, 2);
  rotation << c, -s, s, c;
  machine = two_masses(3, 3);
  machine.stiffness = (rotation * machine.stiffness * rotation.transpose()).eval();
  expect_judgement(judge_poles(machine), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 4);
}

// Where λ² = -1 twice, with one shape only: K + N not symmetric with a double eigenvalue.
TEST(Stability, DoublePoleAtAFrequency) {
  SecondOrder machine = two_masses(0, 2);
  machine.stiffness << 0.5, 0, 0, 1.5;
  machine.circulatory = skew(0.5);
  expect_judgement(judge(machine), Verdict::kUnstable, Reason::kDoublePole, 0, 4);
  EXPECT_NEAR(std::abs(compute_poles(state_matrix(machine))[judge(machine).pole].value.imag()), 1, 1e-6);
  machine.circulatory = skew(0.5 - 1e-6);
  expect_judgement(judge(machine), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 4);
  machine.circulatory = skew(0.5 + 1e-6);
  expect_judgement(judge(machine), Verdict::kUnstable, Reason::kFlutter, 2, 0);
}

// k < 0 twice: stable by gyroscopic forces where g > 2 √-k, on the verge of flutter where they are equal.
TEST(Stability, Gyroscopic) {
  SecondOrder machine = two_masses(-1, -1);
  machine.gyroscopic = skew(2.001);
  expect_judgement(judge(machine), Verdict::kMarginal, Reason::kGyroscopic, 0, 4);
  expect_judgement(judge_poles(machine), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 4);
  machine.gyroscopic = skew(1.999);
  expect_judgement(judge(machine), Verdict::kUnstable, Reason::kFlutter, 2, 0);
  machine.gyroscopic = skew(2);
  EXPECT_EQ(judge(machine).verdict, Verdict::kUnstable);
  EXPECT_EQ(judge(machine).reason, Reason::kDoublePole);
  // damping destroys what gyroscopic forces hold (Thomson and Tait)
  machine.gyroscopic = skew(3);
  machine.damping = 1e-6 * MatrixXd::Identity(2, 2);
  EXPECT_EQ(judge(machine).reason, Reason::kFlutter);
  // a minimum is one with gyroscopic forces too
  machine = two_masses(1, 1);
  machine.gyroscopic = skew(3);
  expect_judgement(judge(machine), Verdict::kStable, Reason::kDefinitePotential, 0, 4);
  // one negative direction of two: an odd number cannot be held (Thomson and Tait)
  machine = two_masses(-1, 1);
  machine.gyroscopic = skew(5);
  EXPECT_EQ(judge(machine).reason, Reason::kDivergence);
  // K = 0 in one direction: neither
  machine = two_masses(0, 1);
  machine.gyroscopic = skew(1);
  EXPECT_EQ(judge(machine).reason, Reason::kDoublePole);
  // K = 0 in all: every place is an equilibrium, and nothing is held that would fall
  machine = two_masses(0, 0);
  machine.gyroscopic = skew(1);
  expect_judgement(judge(machine), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 4);
}

// No proof where N is more than rounding, although all poles stay on the axis; and rounding does not stop a proof.
TEST(Stability, ProofsAndRounding) {
  SecondOrder machine = two_masses(1e6, 4);
  machine.circulatory = skew(1e-8);
  EXPECT_EQ(judge(machine).reason, Reason::kDefinitePotential);
  machine.circulatory = skew(1e-3);
  EXPECT_EQ(judge(machine).reason, Reason::kPolesOnAxis);
  // poles that an error of A moved to the right
  machine = two_masses(1, 4);
  std::vector<Pole> poles = compute_poles(state_matrix(machine));
  poles[0].value += 1e-9;
  expect_judgement(judge_stability(poles, machine), Verdict::kStable, Reason::kDefinitePotential, 0, 4);
  EXPECT_EQ(judge_stability(poles, machine).pole, 0u);
  expect_judgement(judge_stability(poles), Verdict::kUnstable, Reason::kFlutter, 1, 3);
  poles[0].uncertainty = 2e-9;
  expect_judgement(judge_stability(poles), Verdict::kMarginal, Reason::kPolesOnAxis, 0, 4);
}

TEST(Stability, UnitsDoNotMatter) {
  // masses of 1e-6 kg m² beside 1e4 kg, all by congruence with the first tests
  const MatrixXd units = Eigen::Vector2d(1e-3, 1e2).asDiagonal();
  const auto changed = [&](SecondOrder m) {
    for (MatrixXd* matrix : {&m.mass, &m.damping, &m.gyroscopic, &m.stiffness, &m.circulatory}) {
      *matrix = (units * *matrix * units).eval();
    }
    return m;
  };
  SecondOrder machine = two_masses(-1, -1);
  machine.gyroscopic = skew(3);
  EXPECT_EQ(judge(changed(machine)).reason, Reason::kGyroscopic);
  machine.damping = 1e-6 * MatrixXd::Identity(2, 2);
  EXPECT_EQ(judge(changed(machine)).reason, Reason::kFlutter);
  EXPECT_EQ(judge(changed(two_masses(1, 2))).reason, Reason::kDefinitePotential);
  machine = two_masses(1, 2);
  machine.circulatory = skew(3e-8);  // in these units 3e-9 beside 2e4
  EXPECT_EQ(judge(changed(machine)).reason, Reason::kPolesOnAxis);
}

// Chains with random masses, springs and skew couplings: a minimum is stable, and a saddle never is without them.
TEST(Stability, OfRandomMachines) {
  std::mt19937_64 random(1);
  for (Index n = 2; n < 12; ++n) {
    const MatrixXd root = random_matrix(random, n, n), half = random_matrix(random, n, n);
    SecondOrder machine{root * root.transpose() + MatrixXd::Identity(n, n), MatrixXd::Zero(n, n), MatrixXd::Zero(n, n),
                        half * half.transpose() + 0.1 * MatrixXd::Identity(n, n), MatrixXd::Zero(n, n)};
    machine.gyroscopic = half - half.transpose();
    EXPECT_EQ(judge(machine).reason, Reason::kDefinitePotential);
    EXPECT_EQ(judge_poles(machine).axis_count, 2 * n);  // the uncertainties cover the rounding
    machine.damping = 0.1 * root * root.transpose();
    EXPECT_EQ(judge(machine).reason, Reason::kAllDecay);
    machine.stiffness -= 3 * MatrixXd::Identity(n, n);
    EXPECT_EQ(judge(machine).verdict, Verdict::kUnstable);
  }
}

TEST(Stability, OfNothing) {
  expect_judgement(judge_stability({}), Verdict::kAsymptoticallyStable, Reason::kAllDecay, 0, 0);
  EXPECT_EQ(judge_stability({}).pole, 0u);
  SecondOrder bad = two_masses(1, 1);
  bad.damping.resize(1, 1);
  EXPECT_THROW(judge_stability({}, bad), CheckFailure);
}

}  // namespace
}  // namespace kinemate
