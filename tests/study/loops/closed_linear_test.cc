// Closed machines near an equilibrium: where they rest, and how fast they swing there.
#include <gtest/gtest.h>

#include "study/linear/equilibrium.h"
#include "study/linear/fixture.h"
#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class ClosedLinear : public StudyTest {};

double angle_at_rest(const Model& model, const std::vector<std::string>& near, const std::string& name) {
  const VariedMachine varied(model, {}, keep_quiet);
  const MachinePoint point = find_equilibrium(varied, rest_at(varied, model, near));
  for (std::size_t i = 0; i < varied.coordinates().size(); ++i)
    if (varied.coordinates()[i].name() == name) return point.q[static_cast<Eigen::Index>(i)];
  ADD_FAILURE() << "no coordinate " << name;
  return 0;
}

// Drake's four-bar: three links of 4 m and 20 kg hang from a ground of 2 m and rest in an isosceles trapezoid, with
// qA = atan(√15) and qB = qC = π − qA = 104.4775 deg.
TEST_F(ClosedLinear, DrakesFourBarRests) {
  for (const char* independent : {"qA", "qB", "qC"}) {
    const Model model = machine(std::string(R"(
name: drake
parameters: {m: 20, l: 4, J: m*l^2/12}
gravity: [0, 0, -9.8]
bodies:
  A: &link {mass: m, center: [0, 0, l/2], inertia: {xx: J, yy: J}}
  B: *link
  C: *link
joints:
  WA: {type: revolute, axis: -y, from: {body: world, at: [-1, 0, 0], rotation: [[y, -pi/2]]}, to: A, coordinate: qA}
  AB: {type: revolute, axis: -y, from: {body: A, at: [0, 0, l]}, to: B, coordinate: qB}
  WC: {type: revolute, axis: y, from: {body: world, at: [1, 0, 0], rotation: [[y, pi/2]]}, to: C, coordinate: qC0}
  BC: {type: revolute, axis: -y, from: {body: B, at: [0, 0, l]}, to: {body: C, at: [0, 0, l], rotation: [[y, pi]]},
       coordinate: qC}
initial: {qA: 1.2, qB: 1.7, qC0: 1.2, qC: 1.7}
independent: [)") + independent +
                                "]\n");
    const double wanted = std::atan(std::sqrt(15.0));
    const VariedMachine varied(model, {}, keep_quiet);
    const MachinePoint point = find_equilibrium(varied, rest_at(varied, model, {std::string(independent) + " = 1.4"}));
    const Kinematics kinematics = compute_closed_kinematics(model);
    const Expr q = make_symbol(independent);
    double found = 0;
    for (std::size_t i = 0; i < varied.coordinates().size(); ++i)
      if (varied.coordinates()[i] == q) found = point.q[static_cast<Eigen::Index>(i)];
    const State state = make_state(model, kinematics, given({fmt::format("{} = {:.17g}", independent, found)}));
    EXPECT_NEAR(state.values.at(make_symbol("qA")), wanted, 1e-10) << independent;
    EXPECT_NEAR(state.values.at(make_symbol("qB")), std::numbers::pi - wanted, 1e-10) << independent;
    EXPECT_NEAR(state.values.at(make_symbol("qC")), std::numbers::pi - wanted, 1e-10) << independent;
    EXPECT_NEAR(state.values.at(make_symbol("qB")) * 180 / std::numbers::pi, 104.4775, 5e-5);
  }
}

// A bar on two massless cranks of equal length moves without turning: it swings like a point on one of them.
TEST_F(ClosedLinear, AParallelogramSwingsLikeAPendulum) {
  const std::string text = R"(
name: swing
parameters: {g: 9.81, l: 0.7}
gravity: [0, 0, -g]
bodies:
  left: {mass: 0}
  right: {mass: 0}
  bar: {mass: 3, center: [0.3, 0, 0.1], inertia: {xx: 0.1, yy: 0.4, zz: 0.4}}
joints:
  a: {type: revolute, axis: y, from: world, to: left, coordinate: p}
  b: {type: revolute, axis: y, from: {body: world, at: [1, 0, 0]}, to: right, coordinate: q}
  c: {type: revolute, axis: y, from: {body: left, at: [0, 0, -l]}, to: bar, coordinate: r}
  d: {type: revolute, axis: y, from: {body: bar, at: [1, 0, 0]}, to: {body: right, at: [0, 0, -l]}, coordinate: s}
initial: {p: 0.3, q: 0.3, r: -0.3, s: 0.3}
)";
  for (const char* more : {"", "independent: [q]\n", "independent: [r]\n"}) {
    LinearisationRequest request;
    request.formulas = false;
    const Linearisation linear = linearise_machine(machine(text + more), request, keep_quiet);
    ASSERT_EQ(linear.modes->modes.size(), 1u) << more;
    EXPECT_NEAR(linear.modes->modes[0].pole.value.real(), 0, 1e-10);
    EXPECT_NEAR(std::abs(linear.modes->modes[0].pole.value.imag()), std::sqrt(9.81 / 0.7), 1e-10) << more;
  }
}

const std::string kSprungFourBar = R"(
loads:
  spring: {type: torsion, joint: B0, stiffness: 40, angle: 1.9, damping: 0.3}
  rubber: {type: torsion, joint: A, stiffness: 5, angle: -0.5, damping: 0.1}
)";

// Poles belong to the machine, not to what was cut or chosen.
TEST_F(ClosedLinear, PolesDoNotDependOnCutAndChoice) {
  const FourBar bars{0.2, 0.55, 0.6, 0.6};
  std::vector<std::complex<double>> first;
  for (const char* cut : {"", "A0", "A", "B", "B0"}) {
    for (const char* independent : {"phi", "alpha", "beta", "psi"}) {
      FourBarDress dress;
      dress.cut = cut;
      const std::string more = kSprungFourBar + "independent: [" + independent + "]\n";
      LinearisationRequest request;
      request.formulas = false;
      const Linearisation linear =
          linearise_machine(machine(four_bar_text(bars, 1, 1, more, dress)), request, keep_quiet);
      ASSERT_EQ(linear.modes->modes.size(), 1u);
      const std::complex<double> pole = linear.modes->modes[0].pole.value;
      first.push_back({pole.real(), std::abs(pole.imag())});
      EXPECT_LT(std::abs(first.back() - first[0]), 1e-8 * std::abs(first[0])) << cut << ", " << independent;
    }
  }
  EXPECT_LT(first[0].real(), -1e-3);
  EXPECT_GT(first[0].imag(), 1);
}

// −K/M and −D/M are the derivatives of the acceleration.
TEST_F(ClosedLinear, MatricesAreDerivativesOfTheAcceleration) {
  const FourBar bars{0.2, 0.55, 0.6, 0.6};
  const Model model = machine(four_bar_text(bars, 1, 1, kSprungFourBar + "independent: [phi]\n"));
  const double phi = angle_at_rest(model, {}, "phi"), h = 1e-5;
  LinearisationRequest request;
  request.formulas = false;
  const LinearSystem linear = *linearise_machine(model, request, keep_quiet).numbers;
  auto acceleration = [&](double q, double rate) {
    return acceleration_of(
        evaluate_closed(model, {fmt::format("phi = {:.17g}", q), fmt::format("phi' = {:.17g}", rate)}), "phi'");
  };
  EXPECT_NEAR(acceleration(phi, 0), 0, 1e-9);
  const double by_angle = (acceleration(phi + h, 0) - acceleration(phi - h, 0)) / (2 * h);
  const double by_rate = (acceleration(phi, h) - acceleration(phi, -h)) / (2 * h);
  EXPECT_NEAR(linear.A(1, 0), by_angle, 1e-5 * std::abs(by_angle));
  EXPECT_NEAR(linear.A(1, 1), by_rate, 1e-5 * std::abs(by_rate));
}

}  // namespace
}  // namespace kinemate
