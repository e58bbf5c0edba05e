#include <limits>

#include "report/linear_fixture.h"

namespace kinemate {
namespace {

class LinearTextTest : public LinearReportTest {};

TEST_F(LinearTextTest, ACart) {
  const std::string text = linear_text(linearise_at(example("cart_pendulums"), {}));
  for (const char* part :
       {"cart-pendulums, linearised about an equilibrium\n", "  reference     x = 0, phi1 = 0, phi2 = 0\n",
        "  equations     M y'' + D y' + K y = F u\n", "  y             x, phi1, phi2\n",
        "  [ M + 2*m   -2*l*m            -l*m/2        ]\n", "  [ 0   2*g*l*m   g*l*m/2 ]\n",
        "  [  0  2.3544  0.5886  ]\n", "  -0.3264 ± 11.604i        1.84684         2.81 %   x -0.00835, phi1 -0.341",
        "  free          nothing depends on x: it may drift\n", "stable: its energy has a minimum there"})
    EXPECT_TRUE(contains(text, part));
  EXPECT_FALSE(contains(text, "\nG\n"));  // matrices of zeros
  EXPECT_FALSE(contains(text, "\nN\n"));
}

TEST_F(LinearTextTest, ExcitationAndGyroscopicForces) {
  const std::string text = linear_text(linearise_at(example("disc_guided_mass"), {}));
  EXPECT_TRUE(contains(text, "reference     phi = 0, R = (L0*k - a*m*Omega^2)/(k - Omega^2*m)\n"));
  EXPECT_TRUE(contains(text, "M y'' + (D + G) y' + K y = h\n"));
  EXPECT_TRUE(contains(text, "  phi': -Phi0*(Omega*dw*sin(Omega*t) - kw*cos(Omega*t))\n"));
  EXPECT_TRUE(contains(text, "stability     asymptotically stable: all poles have negative real parts; the slowest, "));
  LinearisationRequest numbers;
  numbers.formulas = false;
  EXPECT_TRUE(contains(linear_text(linearise_at(example("disc_guided_mass"), {}, numbers)),
                       "h at t = 0\n  [  10  ]\n  [  0   ]\n"));
}

// What is 0 but for rounding is 0, and numbers are written as people write them.
TEST_F(LinearTextTest, RoundingIsNotShown) {
  const std::string bead = linear_text(linearised(kBeadOnHoop));
  EXPECT_TRUE(contains(bead, "reference     theta = 0.994407212058"));
  EXPECT_FALSE(contains(bead, "real("));
  LinearisationRequest numbers;
  numbers.formulas = false;
  const std::string arm = linear_text(linearise_at(example("puma_560"), {}, numbers));
  EXPECT_FALSE(contains(arm, "\nN\n"));
  EXPECT_FALSE(contains(arm, "e-1")) << "1.5e-14 % of damping, 1.7e-21 of stiffness";
  EXPECT_TRUE(contains(arm, "  0 ± 5.29705i    0.843051        0 % "));
}

TEST_F(LinearTextTest, APointThatIsNoEquilibrium) {
  LinearisationRequest request;
  request.reference.residual = true;
  const std::string text = linear_text(linearise_at(example("cart_pendulums"), {"phi1 = 0.3"}, request));
  for (const char* part :
       {"linearised about a position that need not be an equilibrium\n", "reference     x = 0, phi1 = 0.3, phi2 = 0\n",
        "= F u - r\n", "r, forces that remain at the reference\n  phi1': 2*g*l*m*sin(phi1)",
        "stability     of the linear equations without r: "})
    EXPECT_TRUE(contains(text, part));
  request.formulas = false;
  const std::string numbers = linear_text(linearise_at(example("cart_pendulums"), {"phi1 = 0.3"}, request));
  EXPECT_TRUE(contains(numbers, "at the reference\n  [  0         ]\n  [  0.695773  ]\n  [  0.173943  ]\n"));
  EXPECT_TRUE(contains(numbers, "without r: "));
}

TEST_F(LinearTextTest, StatesAndMotions) {
  LinearisationRequest request;
  request.reference.about = ReferenceRequest::About::kState;
  const std::string state = linear_text(linearised(kTwoArms, {"u = pi/2"}, request));
  EXPECT_TRUE(contains(state, "about the motion through a state\n"));
  EXPECT_TRUE(contains(state, "u = 1.5708, v = 0, u'' = -10"));
  request.reference.about = ReferenceRequest::About::kMotion;
  const std::string motion = linear_text(linearised(kTwoArms, {}, request));
  EXPECT_TRUE(contains(motion, "along a motion\n"));
  EXPECT_FALSE(contains(motion, "modes"));
}

TEST_F(LinearTextTest, StatesOfLoads) {
  const std::string text = linear_text(linearised(kLaggingSpring));
  EXPECT_TRUE(contains(text, "reference     x = 0, n = 0\n  equations     M y'' + Z z = F u\n"));
  EXPECT_TRUE(contains(text, "z             n\n  z'            the last rows of A and B, which --state-space shows\n"));
  EXPECT_TRUE(contains(text, "  [  16.6667  0  -3.33333  ]\n"));
  LinearisationRequest request;
  request.state_space = true;
  const std::string shown = linear_text(linearised(kLaggingSpring, {}, request));
  EXPECT_FALSE(contains(shown, "--state-space"));
  EXPECT_TRUE(contains(shown, "  [ k/T   0   -1/T "));
}

TEST_F(LinearTextTest, EulerParametersDepartByTurns) {
  const std::string text = linear_text(linearised(kHangingBall));
  EXPECT_TRUE(contains(text, "y             turn_x of ball, turn_y of ball, turn_z of ball\n"));
  EXPECT_TRUE(contains(text, "reference     p0 = 0.948683298050"));
}

// Inputs that were chosen are not those of which the reference has values.
TEST_F(LinearTextTest, ChosenInputs) {
  LinearisationRequest request;
  request.formulas = false;
  request.inputs = {"theta1"};  // of six
  EXPECT_TRUE(contains(linear_text(linearise_at(example("puma_560"), {}, request)), "\nF\n  [  1  ]\n  [  0  ]\n"));
  request.inputs = {"phi2"};
  request.reference.about = ReferenceRequest::About::kState;
  EXPECT_FALSE(contains(linear_text(linearise_at(example("cart_pendulums"), {"F = 2"}, request)), "effort on"));
  request.inputs.reset();
  EXPECT_TRUE(contains(linear_text(linearise_at(example("cart_pendulums"), {"F = 2"}, request)), "F = 2"));
}

TEST_F(LinearTextTest, NothingMoves) {
  EXPECT_EQ(linear_text(linearised(kBolted)),
            "bolted, linearised about an equilibrium\n  equations     none: nothing moves\n"
            "  stability     nothing moves\n");
}

TEST_F(LinearTextTest, OpenParameters) {
  const std::string text = linear_text(linearised(kCardanPendulum));
  EXPECT_TRUE(contains(text, "\n\n  note          no numbers: parameters without a value: "));
  EXPECT_FALSE(contains(text, "modes"));
}

TEST_F(LinearTextTest, LargeMatricesAreForFiles) {
  Linearisation linear = linearised(kTwoArms);
  linear.formulas.reset(), linear.modes.reset();
  LinearSystem& system = *linear.numbers;
  for (Eigen::MatrixXd* matrix : {&system.M, &system.P, &system.Q, &system.V, &system.W})
    *matrix = Eigen::MatrixXd::Identity(13, 13);
  EXPECT_TRUE(contains(linear_text(linear), "\nM\n  13 x 13: --format json, matlab or python write it\n"));
}

TEST_F(LinearTextTest, PolesOverAParameter) {
  LinearisationRequest request;
  request.formulas = false;
  request.vary = read_variation("Omega = [2, 4, 5]");
  Model bead = machine(kBeadOnHoop);
  bead.initial.clear();
  const std::string text = linear_text(linearise_at(bead, {}, request));
  EXPECT_TRUE(contains(text,
                       "poles over Omega\n  Omega  growing  largest real part  stability\n"
                       "  2      0        0                  stable\n"));
  EXPECT_TRUE(contains(text, "  5      1        2.31948            unstable\n"));
  EXPECT_TRUE(contains(text, "boundary      Omega = 4.4294469"));
  EXPECT_TRUE(contains(text, ": loses stability where the pole 0 crosses the axis"));
  request.vary = read_variation("Omega = [2, 3]");
  EXPECT_TRUE(contains(linear_text(linearise_at(bead, {}, request)), "boundary      none in this range"));
  request.vary = read_variation("c = [1, -1]");
  EXPECT_TRUE(contains(linear_text(linearised(R"(
name: fold
parameters: {c: 1}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: c - x^2 - x'}}
initial: {x: 1}
)",
                                              {}, request)),
                       "  -1  -        -                  no equilibrium\n"));
}

TEST(LinearWords, Numbers) {
  EXPECT_EQ(short_number(-0.0), "0");
  EXPECT_EQ(short_number(1.0 / 3), "0.333333");
  EXPECT_EQ(pole_text({{1e-12, 2}, 1e-9, {}}), "0 ± 2i");
  EXPECT_EQ(pole_text({{-1, 1e-12}, 1e-9, {}}), "-1");
  EXPECT_EQ(pole_text({{-1, -2}, 0, {}}), "-1 ± 2i");
  EXPECT_EQ(sure_real_part({{1e-12, 2}, 1e-9, {}}), 0);
  EXPECT_EQ(sure_real_part({{1e-8, 2}, 1e-9, {}}), 1e-8);
  EXPECT_EQ(sure_damping({{{1e-12, 2}, 1e-9, {}}, 1, -5e-13, {}}), 0);
  EXPECT_EQ(sure_damping({{{-1, 2}, 1e-9, {}}, 1, 0.4, {}}), 0.4);
  EXPECT_EQ(bare_numbers("x = -real(0.5)*sin(real(1e-20))"), "x = -0.5*sin(1e-20)");
  EXPECT_EQ(bare_numbers("x^real(-2.5) + y"), "x^(-2.5) + y");
  EXPECT_EQ(bare_numbers("x*real(0.5"), "x*(0.5");  // cut
}

TEST_F(LinearTextTest, SentencesOfStability) {
  const Linearisation linear = linearised(kTwoArms);
  ModalAnalysis analysis = *linear.modes;
  const auto sentence = [&](StabilityVerdict verdict, StabilityReason reason) {
    analysis.stability.verdict = verdict, analysis.stability.reason = reason;
    return stability_sentence(*linear.numbers, analysis);
  };
  using Verdict = StabilityVerdict;
  using Reason = StabilityReason;
  EXPECT_TRUE(contains(sentence(Verdict::kUnstable, Reason::kDivergence), "unstable: the pole 0 ± "));
  EXPECT_TRUE(contains(sentence(Verdict::kUnstable, Reason::kDivergence), "along u "));
  EXPECT_TRUE(contains(sentence(Verdict::kUnstable, Reason::kFlutter), "unstable: the oscillation"));
  EXPECT_TRUE(contains(sentence(Verdict::kUnstable, Reason::kDoublePole), "in proportion to time"));
  EXPECT_TRUE(
      contains(sentence(Verdict::kStable, Reason::kDefinitePotential), "stable: its energy has a minimum there"));
  EXPECT_TRUE(contains(sentence(Verdict::kMarginal, Reason::kDefinitePotential), "bounded in the linear equations"));
  EXPECT_TRUE(contains(sentence(Verdict::kMarginal, Reason::kGyroscopic), "only gyroscopic forces hold it"));
  EXPECT_TRUE(contains(sentence(Verdict::kMarginal, Reason::kPolesOnAxis), "undecided: poles such as 0 ± "));
  analysis.modes.clear();
  EXPECT_EQ(sentence(Verdict::kAsymptoticallyStable, Reason::kAllDecay), "nothing moves");
}

TEST_F(LinearTextTest, Shapes) {
  const Linearisation linear = linearised(kTwoArms);
  Mode mode = linear.modes->modes[0];
  mode.shape = (Eigen::VectorXcd(2) << 1, std::complex<double>(0, -0.5)).finished();
  EXPECT_EQ(shape_text(*linear.numbers, mode), "u 1, v 0.5 at -90°");
  mode.shape = (Eigen::VectorXcd(2) << 1e-3, 1).finished();
  EXPECT_EQ(shape_text(*linear.numbers, mode), "v 1");
  // one coordinate and one state: which of them a shape of one number means
  const Linearisation filter = linearised(kFilteredSlider);
  ASSERT_EQ(filter.modes->modes.size(), 2u);
  EXPECT_EQ(shape_text(*filter.numbers, filter.modes->modes[0]), "n 1");
  EXPECT_EQ(shape_text(*filter.numbers, filter.modes->modes[1]), "x 1");
}

}  // namespace
}  // namespace kinemate
