#include "study/linear/equilibrium_curve.h"

#include <fmt/format.h>

#include "base/error.h"
#include "expr/text/print.h"
#include "study/linear/equilibrium.h"

namespace kinemate {
namespace {

// A force that changes with the parameter and with no position has no equilibrium beside this one.
void require_balance(const EquilibriumEquations& equations, Eigen::Index parameter, const std::string& name) {
  const Eigen::VectorXd x = equations.unknowns(), change = equations.by_parameter(x, parameter);
  const Eigen::MatrixXd J = equations.jacobian(x);
  for (Eigen::Index i = 0; i < change.size(); ++i)
    if (change[i] != 0 && J.row(i).isZero(0))
      throw Error(ErrorCode::kNoEquilibrium,
                  fmt::format("there is no equilibrium at other values of {}: it changes {}, which no position does",
                              name, equations.describe(i)));
}

}  // namespace

EquilibriumCurve follow_equilibrium(const VariedMachine& machine, const MachinePoint& start, Eigen::Index parameter,
                                    double end, bool energy) {
  EquilibriumCurve curve;
  curve.parameter = to_text(machine.parameters()[static_cast<std::size_t>(parameter)]);
  EquilibriumEquations equations(machine, start);
  require_balance(equations, parameter, curve.parameter);
  const FollowedCurve followed =
      follow_curve(equations.along_parameter(parameter), equations.unknowns(), start.p[parameter], end);
  curve.reason = followed.reason;
  for (std::size_t i = 0; (i = curve.reason.find(" p ", i)) != std::string::npos; i += curve.parameter.size())
    curve.reason.replace(i + 1, 1, curve.parameter);
  for (const CurvePoint& point : followed.points) {
    MachinePoint reference = equations.point_at(point.x);
    reference.p[parameter] = point.p;
    ModalAnalysis analysis = analyse_modes(linearise(machine, reference), energy);
    if (point.kind == CurvePoint::Kind::kFold || point.kind == CurvePoint::Kind::kBranch)  // a pole is 0 there
      analysis.stability.verdict = StabilityVerdict::kMarginal,
      analysis.stability.reason = StabilityReason::kPolesOnAxis;
    const bool changes = !curve.points.empty() &&
                         curve.points.back().analysis.stability.unstable_count != analysis.stability.unstable_count;
    curve.points.push_back({point.p, std::move(reference), std::move(analysis), point.kind, changes});
  }
  return curve;
}

}  // namespace kinemate
