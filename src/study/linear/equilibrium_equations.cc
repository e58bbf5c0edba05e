#include "study/linear/equilibrium_equations.h"

#include <algorithm>

#include "base/error.h"
#include "expr/text/print.h"
#include "study/linear/carried.h"

namespace kinemate {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

EquilibriumEquations::EquilibriumEquations(const VariedMachine& machine, MachinePoint point)
    : machine_(machine), point_(std::move(point)) {
  if (machine.carried()) refuse_carried(machine.source().model);
  point_.a.setZero();
  const std::vector<Expr>& coordinates = machine.coordinates();
  for (const Joint& joint : machine.source().model.joints) {
    const std::vector<Expr> p = euler_parameters(machine.source().model, joint);
    if (p.empty()) continue;
    const auto first = std::find(coordinates.begin(), coordinates.end(), p[0]);
    if (first != coordinates.end()) norms_.push_back({first - coordinates.begin(), std::ssize(p)});  // else in no state
  }
}

VectorXd EquilibriumEquations::unknowns() const {
  VectorXd x(point_.q.size() + point_.z.size());
  x << point_.q, point_.z;
  return x;
}

MachinePoint EquilibriumEquations::point_at(const VectorXd& unknowns) const {
  MachinePoint point = point_;
  point.q = unknowns.head(point.q.size()), point.z = unknowns.tail(point.z.size());
  return point;
}

Index EquilibriumEquations::count() const {
  return machine_.resting().size + machine_.state_rates().size + machine_.gaps().size +
         static_cast<Index>(norms_.size());
}

VectorXd EquilibriumEquations::pick(const VectorXd& rows) const {
  VectorXd picked(count());
  picked << rows.segment(machine_.resting().first, machine_.resting().size),
      rows.segment(machine_.state_rates().first, machine_.state_rates().size),
      rows.segment(machine_.gaps().first, machine_.gaps().size), VectorXd::Zero(static_cast<Index>(norms_.size()));
  return picked;
}

VectorXd EquilibriumEquations::residual(const VectorXd& unknowns) const {
  const MachinePoint point = point_at(unknowns);
  VectorXd result = pick(machine_.at(point));
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    const auto& [first, parameters] = norms_[i];
    result[result.size() - static_cast<Index>(norms_.size() - i)] =
        point.q.segment(first, parameters).squaredNorm() - 1;
  }
  return result;
}

MatrixXd EquilibriumEquations::jacobian(const VectorXd& unknowns) const {
  const MachinePoint point = point_at(unknowns);
  const Index n = point.q.size(), m = point.z.size();
  MatrixXd directions = MatrixXd::Zero(machine_.directions(), n + m);
  directions.block(0, 0, n, n).setIdentity();
  directions.block(machine_.by_states().first, n, m, m).setIdentity();
  const MatrixXd changes = machine_.along(point, directions);
  MatrixXd result(count(), n + m);
  for (Index j = 0; j < n + m; ++j) result.col(j) = pick(changes.col(j));
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    const auto& [first, parameters] = norms_[i];
    result.row(result.rows() - static_cast<Index>(norms_.size() - i)).segment(first, parameters) =
        2 * point.q.segment(first, parameters).transpose();
  }
  return result;
}

VectorXd EquilibriumEquations::by_parameter(const VectorXd& unknowns, Index parameter) const {
  MatrixXd direction = MatrixXd::Zero(machine_.directions(), 1);
  direction(machine_.by_parameters().first + parameter, 0) = 1;
  return pick(machine_.along(point_at(unknowns), direction).col(0));
}

CurveSystem EquilibriumEquations::along_parameter(Index parameter) {
  const auto at = [this, parameter](double value) -> EquilibriumEquations& {
    point_.p[parameter] = value;
    return *this;
  };
  return {[at](const VectorXd& x, double p) { return at(p).residual(x); },
          [at](const VectorXd& x, double p) { return at(p).jacobian(x); },
          [at, parameter](const VectorXd& x, double p) { return at(p).by_parameter(x, parameter); }};
}

std::string EquilibriumEquations::describe(Index equation) const {
  const Index f = machine_.resting().size, m = machine_.state_rates().size;
  if (equation < f) return "the force on " + to_text(machine_.speeds()[static_cast<std::size_t>(equation)]);
  if (equation < f + m) return "the rate of " + to_text(machine_.states()[static_cast<std::size_t>(equation - f)]);
  if (equation < f + m + machine_.gaps().size) return "the closing of the loops";
  return "the norm of Euler parameters";
}

}  // namespace kinemate
