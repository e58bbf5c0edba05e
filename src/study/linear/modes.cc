#include "study/linear/modes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "expr/graph.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXcd;

// What an equilibrium that Newton's method found is off, against the entries of A.
constexpr double kMatrixError = 1e-13;

// D and G, K and N. A position that nothing depends on gets a spring: what is proved holds for all but it.
SecondOrder second_order(const LinearSystem& system, const std::vector<Index>& idle) {
  SecondOrder matrices{system.M, (system.P + system.P.transpose()) / 2, (system.P - system.P.transpose()) / 2,
                       (system.Q + system.Q.transpose()) / 2, (system.Q - system.Q.transpose()) / 2};
  matrices.mass = (system.M + system.M.transpose()) / 2;
  for (const Index i : idle) matrices.stiffness(i, i) += std::abs(system.M(i, i));
  return matrices;
}

// With the rows that were left out: ẏ = V s + W y, so that y = (V s + W y)/pole.
VectorXcd whole_vector(const LinearSystem& system, const std::vector<Index>& idle, const Pole& pole) {
  VectorXcd x = VectorXcd::Zero(system.A.rows());
  Index next = 0;
  for (Index i = 0; i < x.size(); ++i)
    if (std::find(idle.begin(), idle.end(), i) == idle.end()) x[i] = pole.vector[next++];
  for (const Index i : idle) {
    const std::complex<double> rate = system.A.row(i).cast<std::complex<double>>() * x;
    if (std::abs(pole.value) > pole.uncertainty) x[i] = rate / pole.value;
  }
  return x;
}

VectorXcd shape_of(const LinearSystem& system, const VectorXcd& x) {
  const Index y = system.Q.cols(), f = system.M.rows();
  VectorXcd shape = x.head(y);
  if (y == 0 || shape.cwiseAbs().maxCoeff() <= 1e-12 * x.cwiseAbs().maxCoeff()) {
    // a drift at constant speed, or states of loads alone
    shape = x.segment(y, f).size() > 0 && x.segment(y, f).cwiseAbs().maxCoeff() > 1e-12 * x.cwiseAbs().maxCoeff()
                ? VectorXcd(x.segment(y, f))
                : VectorXcd(x.tail(system.Z.cols()));
  }
  Index largest = 0;
  if (shape.size() == 0) return shape;
  const double most = shape.cwiseAbs().maxCoeff();
  while (std::abs(shape[largest]) < most * (1 - 1e-9)) ++largest;
  if (most > 0) shape /= shape[largest];
  return shape;
}

}  // namespace

bool have_energy(const Model& model) {
  const std::unordered_map<std::string, Role> roles = symbol_roles(model);
  const auto constant = [&](Expr effort) {
    const std::vector<Expr> symbols = free_symbols(effort);
    return std::none_of(symbols.begin(), symbols.end(), [&](Expr symbol) {
      const auto role = roles.find(std::string(symbol.name()));
      return role != roles.end() && role->second != Role::kParameter && role->second != Role::kInput;
    });
  };
  return std::all_of(model.loads.begin(), model.loads.end(), [&](const LoadElement& load) {
    switch (load.type) {
      case LoadType::kSpring:
      case LoadType::kDamper:
      case LoadType::kVectorDamper:
      case LoadType::kFriction:
      case LoadType::kTorsion:
      case LoadType::kPotential:
      case LoadType::kDissipation: return load.states.empty();
      case LoadType::kJoint:
        return std::all_of(load.efforts.begin(), load.efforts.end(), constant) &&
               unspecified_calls(load.efforts).empty();
      default: return false;
    }
  });
}

ModalAnalysis analyse_modes(const LinearSystem& system, bool energy) {
  ModalAnalysis analysis;
  analysis.idle = idle_deviations(system);
  const std::vector<Pole> poles =
      compute_poles(without_deviations(system, analysis.idle), {.matrix_error = kMatrixError});
  std::optional<SecondOrder> matrices;
  if (system.of_coordinates() && system.states.empty()) matrices = second_order(system, analysis.idle);
  analysis.stability = judge_stability(poles, matrices);
  StabilityJudgement& judged = analysis.stability;
  analysis.definite = judged.reason == StabilityReason::kDefinitePotential;
  if (analysis.definite && (!energy || !system.reference.s.isZero(0) || system.timed))
    judged.verdict = StabilityVerdict::kMarginal;
  if (!analysis.idle.empty() && analysis.idle.size() == system.deviations.size())
    analysis.definite = false, judged = {StabilityVerdict::kMarginal, StabilityReason::kPolesOnAxis, judged.pole,
                                         judged.unstable_count, judged.axis_count};
  std::size_t deciding = 0;
  for (std::size_t i = 0; i < poles.size(); ++i) {
    if (poles[i].value.imag() < 0) continue;  // its pair has come before
    Mode mode{poles[i], 0, 0, {}};
    if (i == judged.pole || (i + 1 == judged.pole && poles[judged.pole].value.imag() < 0))
      deciding = analysis.modes.size();
    mode.pole.vector = whole_vector(system, analysis.idle, poles[i]);
    mode.frequency = poles[i].value.imag() / (2 * std::numbers::pi);
    const double size = std::abs(poles[i].value);
    mode.damping = size <= poles[i].uncertainty ? 0 : -poles[i].value.real() / size;
    mode.shape = shape_of(system, mode.pole.vector);
    analysis.modes.push_back(std::move(mode));
  }
  judged.pole = deciding;
  return analysis;
}

}  // namespace kinemate
