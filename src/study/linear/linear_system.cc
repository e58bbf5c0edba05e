#include "study/linear/linear_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/text/print.h"
#include "loops/closing.h"
#include "model/joints/homokinetic.h"
#include "numeric/linear.h"
#include "spatial/rotation.h"
#include "study/singular.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// What doubles lose of entries of Q.
constexpr double kIdle = 1e-14;

Index place_of(const std::vector<Expr>& symbols, Expr symbol) {
  return std::find(symbols.begin(), symbols.end(), symbol) - symbols.begin();
}

std::vector<std::string> texts(const std::vector<Expr>& symbols) {
  std::vector<std::string> result;
  for (Expr symbol : symbols) result.push_back(to_text(symbol));
  return result;
}

MatrixXd part(const MatrixXd& changes, VariedMachine::Span rows, Index first, Index columns) {
  return changes.block(rows.first, first, rows.size, columns);
}

// −1 (x y z) × of the angular velocity: a turn that was there stays where it is while its axes turn on.
void set_turns(const std::vector<Deviation>& deviations, const MachinePoint& reference, LinearSystem& system) {
  for (Index i = 0; i < static_cast<Index>(deviations.size()); ++i) {
    const Deviation& one = deviations[static_cast<std::size_t>(i)];
    if (one.axis < 0) continue;
    system.W.row(i).setZero(), system.V.row(i).setZero();
    system.V(i, one.speed) = 1;
    const Index first = i - one.axis;
    const auto about = [&](Index axis) {  // the speed of the same joint about another of its axes
      return reference.s[deviations[static_cast<std::size_t>(first + axis)].speed];
    };
    if (one.turns == 2) {
      const auto W = homokinetic_deviation_rates<double>(
          {reference.q[one.coordinate], reference.q[one.coordinate + 1], reference.q[one.coordinate + 2]},
          about(0), about(1));
      for (Index k = 0; k < 2; ++k) system.W(i, first + k) = W[static_cast<std::size_t>(2 * one.axis + k)];
      continue;
    }
    const Index next = (one.axis + 1) % 3, last = (one.axis + 2) % 3;  // (ω × y)_i = ω_next y_last − ω_last y_next
    system.W(i, first + last) = -about(next);
    system.W(i, first + next) = about(last);
  }
}

void require_regular(const VariedMachine& machine, const MachinePoint& reference, const MatrixXd& mass) {
  Values values;
  const auto add = [&](const std::vector<Expr>& symbols, const Eigen::VectorXd& numbers) {
    for (std::size_t i = 0; i < symbols.size(); ++i) values[symbols[i]] = numbers[static_cast<Index>(i)];
  };
  values[time_symbol()] = reference.t;
  add(machine.coordinates(), reference.q), add(machine.speeds(), reference.s), add(machine.states(), reference.z);
  add(machine.inputs(), reference.u), add(machine.parameters(), reference.p);
  if (const auto error = find_singularity(machine.source().model, machine.source().kinematics, values, mass))
    throw *error;
}

void require_finite(const VariedMachine& machine, const Eigen::VectorXd& rows) {
  for (Index i = 0; i < machine.residual().size; ++i)
    if (!std::isfinite(rows[i]))
      throw Error(ErrorCode::kNotFinite,
                  fmt::format("the forces on {} are not defined at the reference",
                              to_text(machine.speeds()[static_cast<std::size_t>(i)])),
                  "a root of a negative number, a length of 0 in a spring, or the like");
}

void require_finite(const MatrixXd& changes) {
  if (!changes.allFinite())
    throw Error(ErrorCode::kNotFinite, "the equations of motion cannot be differentiated at the reference",
                "a spring of length 0 or friction without a smooth law has a kink there; move the reference a little");
}

std::vector<std::pair<std::string, double>> find_following(const VariedMachine& machine,
                                                           const MachinePoint& reference) {
  std::vector<std::pair<std::string, double>> following;
  if (!machine.source().kinematics.closing) return following;
  Values values = {{time_symbol(), reference.t}};
  for (std::size_t i = 0; i < machine.coordinates().size(); ++i)
    values[machine.coordinates()[i]] = reference.q[static_cast<Index>(i)];
  for (std::size_t i = 0; i < machine.parameters().size(); ++i)
    values[machine.parameters()[i]] = reference.p[static_cast<Index>(i)];
  for (const ClosureStep& step : machine.source().kinematics.closing->steps) {
    const double number = evaluate(step.formula, values);
    values[step.coordinate] = number;
    if (find_coordinate(machine.source().model, std::string(step.coordinate.name())) != kNone)
      following.emplace_back(to_text(step.coordinate), number);
  }
  return following;
}

// Whether derivatives are others at other times.
bool change_with_time(const VariedMachine& machine, MachinePoint reference, const MatrixXd& directions,
                      const MatrixXd& changes) {
  const Index rows = machine.residual().size + machine.rates().size + machine.state_rates().size;
  for (const double later : {0.37, 1.91}) {
    reference.t += later;
    const MatrixXd others = machine.along(reference, directions);
    if (!(others - changes).topRows(rows).isZero(1e-12 * (1 + changes.cwiseAbs().maxCoeff()))) return true;
  }
  return false;
}

}  // namespace

namespace {

// In the order of the speeds where each deviation has one of its own, so that ẏ = s. Turns of a joint stay together.
std::vector<Deviation> in_order_of_speeds(const std::vector<Deviation>& deviations, const ProgramSource& source) {
  const auto size = static_cast<Index>(source.equations.speeds.size());
  const auto speed_of = [&](const Deviation& one) {
    const auto q = static_cast<std::size_t>(one.coordinate);
    return one.axis >= 0 ? one.speed
                         : place_of(source.equations.speeds, make_symbol(source.rates.coordinates[q].name(), 1));
  };
  std::vector<Deviation> ordered = deviations;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](const Deviation& a, const Deviation& b) { return speed_of(a) < speed_of(b); });
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const bool apart = ordered[i].axis > 0 && (i == 0 || ordered[i - 1].coordinate != ordered[i].coordinate ||
                                               ordered[i - 1].axis + 1 != ordered[i].axis);
    if (apart || speed_of(ordered[i]) >= size) return deviations;
  }
  return ordered;
}

}  // namespace

std::vector<Deviation> list_deviations(const ProgramSource& source) {
  std::vector<Deviation> deviations;
  for (Index i = 0; i < static_cast<Index>(source.rates.coordinates.size()); ++i) {
    const Expr q = source.rates.coordinates[static_cast<std::size_t>(i)];
    // those that follow others are corrected at once, wherever they are
    if (!source.positions.symbols.contains(q)) deviations.push_back({to_text(q), i, -1, -1, 0});
  }
  for (const Joint& joint : source.model.joints) {
    const std::vector<Expr> p = euler_parameters(source.model, joint);
    if (p.empty()) continue;
    const bool moves_freely = std::all_of(p.begin(), p.end(), [&](Expr parameter) {
      return std::any_of(deviations.begin(), deviations.end(),
                         [&](const Deviation& one) { return one.name == to_text(parameter); });
    });
    if (!moves_freely) continue;  // loops say where the joint is
    const Index first = place_of(source.rates.coordinates, p[0]);
    const std::vector<std::string> speeds = named_speeds(joint);
    const auto place = std::find_if(deviations.begin(), deviations.end(),
                                    [&](const Deviation& one) { return one.axis < 0 && one.coordinate == first; });
    const Index count = std::ssize(p) - 1;
    const auto behind = deviations.erase(place, place + count + 1);
    std::vector<Deviation> turns;
    for (Index axis = 0; axis < count; ++axis)
      turns.push_back({fmt::format("turn_{} of {}", (count == 2 ? "ab" : "xyz")[axis], joint.name), first, axis,
                       place_of(source.equations.speeds, make_symbol(speeds[static_cast<std::size_t>(axis)])), count});
    deviations.insert(behind, turns.begin(), turns.end());
  }
  return in_order_of_speeds(deviations, source);
}

MatrixXd deviation_directions(const std::vector<Deviation>& deviations, const Eigen::VectorXd& q) {
  MatrixXd T = MatrixXd::Zero(q.size(), static_cast<Index>(deviations.size()));
  for (Index j = 0; j < T.cols(); ++j) {
    const Deviation& one = deviations[static_cast<std::size_t>(j)];
    if (one.axis < 0) {
      T(one.coordinate, j) = 1;
      continue;
    }
    const Index p = one.coordinate;
    if (one.turns == 2) {
      const Vector3<double> rates =
          homokinetic_rates<double>({q[p], q[p + 1], q[p + 2]}, one.axis == 0 ? 1 : 0, one.axis == 1 ? 1 : 0);
      T.col(j).segment(p, 3) << rates.x, rates.y, rates.z;
      continue;
    }
    Vector3<double> axis;
    axis[static_cast<std::size_t>(one.axis)] = 1;
    const EulerParameters<double> rates = euler_parameter_rates<double>({q[p], {q[p + 1], q[p + 2], q[p + 3]}}, axis);
    T.col(j).segment(p, 4) << rates.s, rates.v.x, rates.v.y, rates.v.z;
  }
  return T;
}

bool LinearSystem::of_coordinates() const { return V.rows() == V.cols() && V.isIdentity(0) && W.isZero(0); }

LinearSystem linearise(const VariedMachine& machine, const MachinePoint& reference, const std::vector<Index>& efforts) {
  LinearSystem system;
  system.deviations = list_deviations(machine.source());
  system.reference = reference;
  system.T = deviation_directions(system.deviations, reference.q);
  const Index y = system.T.cols(), f = machine.residual().size, m = machine.state_rates().size;
  const Index own = machine.by_inputs().size, u = own + static_cast<Index>(efforts.size());

  // columns y, s, ṡ, z, u
  MatrixXd directions = MatrixXd::Zero(machine.directions(), y + 2 * f + m + own);
  directions.block(0, 0, machine.by_coordinates().size, y) = system.T;
  directions.block(machine.by_speeds().first, y, 2 * f + m + own, 2 * f + m + own).setIdentity();
  const Eigen::VectorXd rows = machine.at(reference);
  require_finite(machine, rows);
  const MatrixXd changes = machine.along(reference, directions);
  require_finite(changes);
  system.timed = machine.time_variant() && change_with_time(machine, reference, directions, changes);
  system.residual = rows.segment(machine.resting().first, f);
  system.excitation = system.residual - rows.segment(machine.residual().first, f);
  const auto by = [&](VariedMachine::Span span, Index first, Index size) { return part(changes, span, first, size); };
  system.Q = by(machine.residual(), 0, y), system.P = by(machine.residual(), y, f);
  system.M = by(machine.residual(), y + f, f), system.Z = by(machine.residual(), y + 2 * f, m);
  system.F = MatrixXd::Zero(f, u);
  system.F.leftCols(own) = -by(machine.residual(), y + 2 * f + m, own);
  for (Index j = own; j < u; ++j) system.F(efforts[static_cast<std::size_t>(j - own)], j) = 1;

  system.V = MatrixXd::Zero(y, f), system.W = MatrixXd::Zero(y, y);
  for (Index i = 0; i < y; ++i) {
    const Index row = machine.rates().first + system.deviations[static_cast<std::size_t>(i)].coordinate;
    system.W.row(i) = changes.block(row, 0, 1, y), system.V.row(i) = changes.block(row, y, 1, f);
  }
  set_turns(system.deviations, reference, system);

  require_regular(machine, reference, system.M);
  MatrixXd all(f, y + f + m + u);
  all << -system.Q, -system.P, -system.Z, system.F;
  const MatrixXd accelerations = f == 0 ? all : solve(system.M, all);  // ṡ of x and u
  const Index x = y + f + m;
  system.A = MatrixXd::Zero(x, x), system.B = MatrixXd::Zero(x, u);
  system.A.topLeftCorner(y, y) = system.W, system.A.block(0, y, y, f) = system.V;
  system.A.middleRows(y, f) = accelerations.leftCols(x), system.B.middleRows(y, f) = accelerations.rightCols(u);
  // rates of load states and outputs: by x and u themselves, and by way of ṡ
  const auto with_accelerations = [&](VariedMachine::Span span, MatrixXd& by_state, MatrixXd& by_input) {
    by_state.resize(span.size, x), by_input = MatrixXd::Zero(span.size, u);
    by_state << by(span, 0, y), by(span, y, f), by(span, y + 2 * f, m);
    by_input.leftCols(own) = by(span, y + 2 * f + m, own);
    by_state += by(span, y + f, f) * accelerations.leftCols(x);
    by_input += by(span, y + f, f) * accelerations.rightCols(u);
  };
  MatrixXd state_rows, input_rows;
  with_accelerations(machine.state_rates(), state_rows, input_rows);
  system.A.bottomRows(m) = state_rows, system.B.bottomRows(m) = input_rows;
  with_accelerations(machine.output_rows(), system.C, system.D);

  system.following = find_following(machine, reference);
  system.coordinates = texts(machine.coordinates());
  system.speeds = texts(machine.speeds()), system.states = texts(machine.states());
  system.inputs = system.own_inputs = texts(machine.inputs()), system.outputs = machine.outputs();
  for (const Index effort : efforts)
    system.inputs.push_back(fmt::format("effort on {}", system.speeds[static_cast<std::size_t>(effort)]));
  return system;
}

MachinePoint with_accelerations_of(const VariedMachine& machine, MachinePoint point) {
  const Index f = machine.residual().size;
  point.a.setZero(f);
  const Eigen::VectorXd rows = machine.at(point);
  require_finite(machine, rows);
  MatrixXd directions = MatrixXd::Zero(machine.directions(), f);
  directions.middleRows(machine.by_accelerations().first, f).setIdentity();
  const MatrixXd mass = machine.along(point, directions).middleRows(machine.residual().first, f);
  require_regular(machine, point, mass);
  if (f > 0) point.a = solve(mass, -rows.segment(machine.residual().first, f));
  return point;
}

std::vector<Index> idle_deviations(const LinearSystem& system) {
  const Index y = system.Q.cols(), f = system.M.rows(), m = system.Z.cols();
  // of each entry, what a frequency of 1 rad/s or the largest there is would make it
  MatrixXd scale = MatrixXd::Ones(f, y);
  const Eigen::VectorXd roots = system.M.diagonal().cwiseAbs().cwiseSqrt();
  double fastest = 1;
  if (y == f) {
    scale = roots * roots.transpose();
    for (Index i = 0; i < f; ++i)
      for (Index j = 0; j < f; ++j)
        if (scale(i, j) > 0) fastest = std::max(fastest, std::abs(system.Q(i, j)) / scale(i, j));
  }
  std::vector<Index> idle;
  for (Index j = 0; j < y; ++j) {
    bool matters = !system.W.col(j).isZero(0) || (m > 0 && !system.A.col(j).tail(m).isZero(0));
    for (Index i = 0; i < f; ++i) matters = matters || std::abs(system.Q(i, j)) > kIdle * fastest * scale(i, j);
    if (!matters) idle.push_back(j);
  }
  return idle;
}

MatrixXd without_deviations(const LinearSystem& system, const std::vector<Index>& idle) {
  std::vector<Index> kept;
  for (Index i = 0; i < system.A.rows(); ++i)
    if (std::find(idle.begin(), idle.end(), i) == idle.end()) kept.push_back(i);
  return system.A(kept, kept);
}

}  // namespace kinemate
