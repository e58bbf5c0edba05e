// Linearised machines, and derivatives by complex steps to compare with.
#pragma once

#include <complex>

#include "expr/graph.h"
#include "study/fixture.h"
#include "study/linear/linearisation.h"

namespace kinemate {

using ComplexValues = std::unordered_map<Expr, std::complex<double>>;

inline std::complex<double> complex_call(Function function, const std::vector<std::complex<double>>& x) {
  switch (function) {
    case Function::kSin: return std::sin(x[0]);
    case Function::kCos: return std::cos(x[0]);
    case Function::kTan: return std::tan(x[0]);
    case Function::kTanh: return std::tanh(x[0]);
    case Function::kExp: return std::exp(x[0]);
    case Function::kLog: return std::log(x[0]);
    case Function::kAbs: return x[0].real() < 0 ? -x[0] : x[0];
    case Function::kSign: return x[0].real() < 0 ? -1 : 1;
    case Function::kIf: return x[0].real() != 0 ? x[1] : x[2];
    case Function::kLess: return x[0].real() < x[1].real() ? 1 : 0;
    case Function::kLessEqual: return x[0].real() <= x[1].real() ? 1 : 0;
    default: ADD_FAILURE() << "this function has no complex twin in the test"; return 0;
  }
}

/// Formulas at complex numbers, node by node.
inline std::vector<std::complex<double>> evaluate_complex(std::span<const Expr> formulas, const ComplexValues& values) {
  const Graph graph(formulas, is_unspecified);
  std::vector<std::complex<double>> numbers;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    std::vector<std::complex<double>> x;
    for (const std::uint32_t operand : graph.operands(i)) x.push_back(numbers[operand]);
    switch (node.kind()) {
      case Kind::kRational:
      case Kind::kReal: numbers.emplace_back(node.real()); break;
      case Kind::kPi: numbers.emplace_back(std::numbers::pi); break;
      case Kind::kSymbol:
      case Kind::kUnspecified: numbers.push_back(values.at(node)); break;
      case Kind::kSum: numbers.push_back(x[0] + x[1]); break;
      case Kind::kProduct: numbers.push_back(x[0] * x[1]); break;
      case Kind::kPower: {
        const double exponent = x[1].real();
        numbers.push_back(exponent == std::round(exponent) ? std::pow(x[0], static_cast<int>(exponent))
                                                           : std::pow(x[0], x[1]));
        break;
      }
      case Kind::kCall: numbers.push_back(complex_call(node.function(), x)); break;
    }
  }
  std::vector<std::complex<double>> result;
  for (const std::uint32_t root : graph.roots()) result.push_back(numbers[root]);
  return result;
}

/// Columns Im f(x + i h)/h, without cancellation (Squire and Trapp 1998, Using complex variables to estimate
/// derivatives of real functions).
inline Eigen::MatrixXd complex_step(std::span<const Expr> formulas, std::span<const Expr> symbols, const Values& at) {
  constexpr double kStep = 1e-40;
  Eigen::MatrixXd result(static_cast<Eigen::Index>(formulas.size()), static_cast<Eigen::Index>(symbols.size()));
  ComplexValues values(at.begin(), at.end());
  for (std::size_t j = 0; j < symbols.size(); ++j) {
    values.at(symbols[j]) += std::complex<double>(0, kStep);
    const std::vector<std::complex<double>> column = evaluate_complex(formulas, values);
    for (std::size_t i = 0; i < column.size(); ++i)
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = column[i].imag() / kStep;
    values.at(symbols[j]) = values.at(symbols[j]).real();
  }
  return result;
}

inline Linearisation linearise_at(const Model& model, const std::vector<std::string>& at,
                                  LinearisationRequest request = {}) {
  request.reference.at = given(at);
  return linearise_machine(model, request, keep_quiet);
}

/// Poles with Im ≥ 0, by ascending size.
inline std::vector<std::complex<double>> poles_of(const Linearisation& linear) {
  std::vector<std::complex<double>> poles;
  for (const Mode& mode : linear.modes->modes) poles.push_back(mode.pole.value);
  return poles;
}

/// The machine of source B, figure 2.3, as its linearisation has it: no loads but weights.
inline const char* const kCardanPendulum = R"(
name: cardan
parameters: {g: , m1: , l1: , m2: , l2: , Ixx1: , Ixx2: , Iyy2: }
gravity: [0, 0, g]
bodies:
  rod1: {mass: m1, center: [0, 0, l1/2], inertia: {xx: Ixx1, yy: Ixx1, zz: 0}}
  rod2: {mass: m2, center: [0, 0, l2/2], inertia: {xx: Ixx2, yy: Iyy2, zz: 0}}
joints:
  pivot:  {type: revolute, axis: x, from: world, to: rod1, coordinate: alpha1}
  cardan:
    type: motion
    from: {body: rod1, at: [0, 0, l1], axes: world}
    to: rod2
    coordinates: [alpha2, beta2]
    rotation: [[x, alpha2], [y, beta2]]
)";

/// A mass on a rod that turns about the vertical by phi and hangs out by theta.
inline const char* const kConicalPendulum = R"(
name: conical
parameters: {g: 9.81, m: 1.3, L: 0.7}
gravity: [0, 0, -g]
bodies: {arm: {mass: 0}, bob: {mass: m, center: [0, 0, -L]}}
joints:
  turn:  {type: revolute, axis: z, from: world, to: arm, coordinate: phi}
  swing: {type: revolute, axis: y, from: arm, to: bob, coordinate: theta}
initial: {theta: 0.5}
)";

/// A bead on a hoop of radius R that turns with Omega about its vertical diameter.
inline const char* const kBeadOnHoop = R"(
name: bead
parameters: {g: 9.81, m: 0.2, R: 0.5, Omega: 6}
gravity: [0, 0, -g]
bodies: {hoop: {mass: 0}, bead: {mass: m, center: [0, 0, -R]}}
joints:
  shaft: {type: motion, from: world, to: hoop, rotation: [[z, Omega*t]]}
  slide: {type: revolute, axis: y, from: hoop, to: bead, coordinate: theta}
initial: {theta: 1}
)";

/// A symmetric top on its tip, by Cardan angles, which are regular where it stands upright.
inline const char* const kTop = R"(
name: top
parameters: {g: 9.81, m: 0.4, l: 0.1, I1: 0.005, I3: 0.002}
gravity: [0, 0, -g]
bodies: {top: {mass: m, center: [0, 0, l], inertia: {xx: I1 - m*l^2, yy: I1 - m*l^2, zz: I3}}}
joints: {tip: {type: spherical, sequence: xyz, from: world, to: top, coordinates: [a, b, c]}}
)";

/// Two pendulums, one on the other.
inline const char* const kTwoArms = R"(
name: arms
gravity: [0, 0, -10]
bodies: {a: {mass: 1, center: [0, 0, -1]}, b: {mass: 1, center: [0, 0, -1]}}
joints:
  ja: {type: revolute, axis: y, from: world, to: a, coordinate: u}
  jb: {type: revolute, axis: y, from: {body: a, at: [0, 0, -1]}, to: b, coordinate: v}
)";

/// The point at the initial values and what is given, speeds 0.
inline MachinePoint rest_at(const VariedMachine& machine, const Model& model, const std::vector<std::string>& at) {
  return machine.point_of(resting_state(model, machine.source().kinematics, given(at)));
}

}  // namespace kinemate
