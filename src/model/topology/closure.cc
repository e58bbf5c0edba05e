#include "model/topology/closure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "model/constraint_equations.h"
#include "model/joints/joint_shape.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr double kSmallestMachine = 1e-9;  // m: arms that are shorter are the rounding of zeros

Index to_index(std::size_t i) { return static_cast<Index>(i); }

double norm(const Vector3<double>& v) { return std::sqrt(dot(v, v)); }

SparseMatrix make_sparse(std::size_t rows, std::size_t columns, const Triplets& entries) {
  SparseMatrix matrix(to_index(rows), to_index(columns));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// A coordinate axis by its name, another direction by its components.
std::string axis_name(const Vector3<double>& direction) {
  const Vector3<double> n = direction * (1 / norm(direction));
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(n[i]) > 1 - 1e-9) return std::string(1, static_cast<char>('x' + i));
  return fmt::format("[{:.2g}, {:.2g}, {:.2g}]", n.x + 0.0, n.y + 0.0, n.z + 0.0);
}

// Derivatives of a formula by those of `symbols` that occur in it.
std::vector<std::pair<std::size_t, Expr>> derivatives(Expr formula, const std::vector<Expr>& symbols) {
  const std::vector<Expr> in_formula = free_symbols(formula);
  const std::unordered_set<Expr> present(in_formula.begin(), in_formula.end());
  std::vector<Expr> wanted;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!present.contains(symbols[i])) continue;
    wanted.push_back(symbols[i]);
    columns.push_back(i);
  }
  const std::vector<Expr> slopes = gradient(formula, wanted);
  std::vector<std::pair<std::size_t, Expr>> result;
  for (std::size_t i = 0; i < columns.size(); ++i) result.emplace_back(columns[i], slopes[i]);
  return result;
}

// A turn as a vector that is 0 at none only: by its sine it would be 0 at half a turn, too. Twice the vector of its
// Euler parameters, which is the angle where that is small.
Vector3<double> turn_between(const Matrix3<double>& rotation) { return make_euler_parameters(rotation).v * 2.0; }

// A point that a body carries, on its way to the world: beyond a joint that does not inherit orientation it is carried
// along without being turned.
struct Carried {
  std::size_t joint;  // of the tree
  Vector3<double> point;
  bool turns;

  friend bool operator==(const Carried&, const Carried&) = default;
};

}  // namespace

std::string describe_direction(const Load<double>& direction, double length) {
  const double turn = norm(direction.torque), shift = norm(direction.force) * length;
  if (turn < 1e-9 * shift) return "translation along " + axis_name(direction.force);
  if (shift < 1e-9 * turn) return "rotation about " + axis_name(direction.torque);
  if (shift + turn == 0) return "no direction";
  return fmt::format("rotation about {} with translation along {}", axis_name(direction.torque),
                     axis_name(direction.force));
}

Closure::Closure(const Model& model, const Tree& tree, const std::vector<std::size_t>& with_coordinates,
                 const Values& constants)
    : model_(model), tree_(tree), numbers_(model, tree, with_coordinates, constants), constants_(constants) {
  for (std::size_t joint : tree.secondary) {
    const auto found = std::find(with_coordinates.begin(), with_coordinates.end(), joint);
    const bool unknown = found != with_coordinates.end();
    add_loop(joint, unknown ? tree.joints.size() + static_cast<std::size_t>(found - with_coordinates.begin()) : kNone);
  }
  implicit_ = with_sample_functions(implicit_);
  if (!model.constraints.empty()) add_equations();
  for (std::size_t i = 0; i < numbers_.coordinate_columns().size(); ++i) {
    const std::size_t joint = i < tree.joints.size() ? tree.joints[i].joint : with_coordinates[i - tree.joints.size()];
    const std::vector<std::size_t>& columns = numbers_.coordinate_columns()[i];
    if (const auto count = std::ssize(euler_coordinates(model.joints[joint])); count > 0)
      euler_parameters_.push_back(std::vector<std::size_t>(columns.end() - count, columns.end()));
  }
  length_ = numbers_.largest_arm();
  for (const Loop& loop : loops_) length_ = std::max({length_, norm(loop.from.position), norm(loop.to.position)});
  if (!(length_ > kSmallestMachine)) length_ = 1;
}

void Closure::add_loop(std::size_t index, std::size_t place) {
  const Joint& joint = model_.joints[index];
  Loop loop{index,
            place,
            body_of(model_, joint.from),
            body_of(model_, joint.to),
            numbers_.place(joint.from),
            numbers_.place(joint.to),
            {}};
  if (place == kNone) {
    for (int k = 0; k < 12; ++k) loop.pose_symbols.push_back(make_symbol(fmt::format("pose {} of loop {}", k, index)));
    Pose<Expr> relative;
    for (std::size_t k = 0; k < 9; ++k) relative.rotation(k / 3, k % 3) = loop.pose_symbols[k];
    for (std::size_t k = 0; k < 3; ++k) relative.position[k] = loop.pose_symbols[9 + k];
    const std::vector<ImplicitEquation> equations = make_implicit(model_, joint, relative);
    loop.rows = equations.size();
    for (const ImplicitEquation& equation : equations) {
      const auto& [torque, force] = equation.direction;
      implicit_.insert(implicit_.end(), {equation.residual, torque.x, torque.y, torque.z, force.x, force.y, force.z});
    }
  }
  loops_.push_back(std::move(loop));
}

void Closure::add_equations() {
  const Kinematics kinematics = compute_kinematics(model_, tree_);
  for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
    const ConstraintEquations equations = compute_constraint_equations(model_, kinematics, model_.constraints[i]);
    for (Expr formula : with_sample_functions(equations.holonomic))
      holonomic_.push_back({i, formula, derivatives(formula, coordinates()),
                            derivatives(differentiate_time(kinematics, formula), speeds())});
    for (Expr formula : with_sample_functions(equations.nonholonomic))
      nonholonomic_.push_back({i, formula, {}, derivatives(formula, speeds())});
  }
}

Closure::State Closure::at(const VectorXd& q) const {
  State state{numbers_.at(q), {}, {}, {}};
  Values values = constants_;
  for (const Loop& loop : loops_) {
    const Pose<double>& body = state.configuration.bodies[loop.from_body];
    const bool world_axes = model_.joints[loop.joint].from.world_axes;
    state.from.push_back(
        {world_axes ? loop.from.rotation : body.rotation * loop.from.rotation, body.at(loop.from.position)});
    const Pose<double> to = compose(state.configuration.bodies[loop.to_body], loop.to);
    state.relative.push_back(relative(to, state.from.back()));
    for (std::size_t k = 0; k < loop.pose_symbols.size(); ++k)
      values[loop.pose_symbols[k]] =
          k < 9 ? state.relative.back().rotation(k / 3, k % 3) : state.relative.back().position[k - 9];
  }
  state.implicit = evaluate(implicit_, values);
  return state;
}

// The twist of N against V for one of each coordinate or speed, in axes of V about the origin of N. Joints that carry
// both ends alike are left out.
std::vector<Closure::Column> Closure::relative_columns(const State& state, std::size_t index, By by) const {
  const Loop& loop = loops_[index];
  const Configuration& c = state.configuration;
  const Vector3<double> n = state.from[index].at(state.relative[index].position);
  auto way = [&](std::size_t body, Vector3<double> point, bool turns) {
    std::vector<Carried> carried;
    while (body != kWorld) {
      const std::size_t at = tree_.joint_of[body];
      carried.push_back({at, point, turns});
      const TreeJoint& joint = tree_.joints[at];
      const Attachment& near = joint.reversed ? model_.joints[joint.joint].to : model_.joints[joint.joint].from;
      body = joint.parent;
      if (near.world_axes) {
        turns = false;
        point = c.origin[at] - c.axes[at] * c.joints[at].pose.position;
      }
    }
    return carried;
  };
  const bool world_axes = model_.joints[loop.joint].from.world_axes;
  std::vector<Carried> plus = way(loop.to_body, n, true);
  std::vector<Carried> minus = way(loop.from_body, world_axes ? state.from[index].position : n, !world_axes);
  while (!plus.empty() && !minus.empty() && plus.back() == minus.back()) plus.pop_back(), minus.pop_back();

  const Matrix3<double> to_v = transpose(state.from[index].rotation);
  std::map<std::size_t, Twist<double>> sums;
  for (const auto& [ends, sign] : {std::pair{&plus, 1.0}, std::pair{&minus, -1.0}}) {
    for (const Carried& carried : *ends) {
      const JointNumbers& joint = c.joints[carried.joint];
      const auto& directions = by == By::kSpeed ? joint.by_speed : joint.by_coordinate;
      const auto& columns =
          (by == By::kSpeed ? numbers_.speed_columns() : numbers_.coordinate_columns())[carried.joint];
      for (std::size_t i = 0; i < directions.size(); ++i) {
        Twist<double> twist = move(c.axes[carried.joint] * directions[i], carried.point - c.origin[carried.joint]);
        if (!carried.turns) twist.angular = {};
        sums[columns[i]] += to_v * (twist * sign);
      }
    }
  }
  std::vector<Column> result;
  for (const auto& [column, twist] : sums) result.push_back({column, twist});
  return result;
}

// The conditions of a loop as loads in axes of V; `next` runs through State::implicit.
std::vector<Load<double>> Closure::directions(const State& state, std::size_t loop, std::size_t& next) const {
  std::vector<Load<double>> result;
  for (std::size_t i = 0; i < loops_[loop].rows; ++i) {
    Load<double> w;
    if (loops_[loop].place != kNone) {
      (i < 3 ? w.torque : w.force)[i % 3] = 1;
    } else {
      const double* v = state.implicit.data() + next + 1;
      w = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
      next += 7;
    }
    result.push_back(w);
  }
  return result;
}

double Closure::size_of(const Load<double>& direction) const {
  const double size = std::hypot(norm(direction.torque), norm(direction.force) * length_);
  return size > 0 ? size : 1;
}

double Closure::size_of(const Twist<double>& direction) const {
  return std::hypot(norm(direction.angular), norm(direction.linear) / length_);
}

VectorXd Closure::coordinate_units(const VectorXd& q) const {
  VectorXd units = VectorXd::Ones(q.size());
  const Configuration c = numbers_.at(q);
  for (std::size_t i = 0; i < c.joints.size(); ++i) {
    for (std::size_t k = 0; k < c.joints[i].by_coordinate.size(); ++k) {
      const Twist<double>& twist = c.joints[i].by_coordinate[k];
      if (norm(twist.linear) / length_ > norm(twist.angular))
        units[to_index(numbers_.coordinate_columns()[i][k])] = length_;
    }
  }
  return units;
}

VectorXd Closure::residual(const VectorXd& q) const {
  std::vector<double> r;
  try {
    const State state = at(q);
    std::size_t next = 0;
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      if (loops_[i].place == kNone) {
        const std::size_t first = next;
        const std::vector<Load<double>> loads = directions(state, i, next);
        for (std::size_t row = 0; row < loads.size(); ++row)
          r.push_back(state.implicit[first + 7 * row] / size_of(loads[row]));
        continue;
      }
      const Pose<double>& wanted = state.configuration.joints[loops_[i].place].pose;
      const Vector3<double> turn = turn_between(state.relative[i].rotation * transpose(wanted.rotation));
      const Vector3<double> shift = (state.relative[i].position - wanted.position) * (1 / length_);
      r.insert(r.end(), {turn.x, turn.y, turn.z, shift.x, shift.y, shift.z});
    }
    std::vector<Expr> formulas;
    for (const Equation& equation : holonomic_) formulas.push_back(equation.formula);
    for (double value : evaluate(formulas, numbers_.values_at(q))) r.push_back(value);
    for (const auto& p : euler_parameters_) {
      double square = -1;
      for (std::size_t i : p) square += q[to_index(i)] * q[to_index(i)];
      r.push_back(square);
    }
  } catch (const Error&) {
    std::size_t rows = holonomic_.size() + euler_parameters_.size();
    for (const Loop& loop : loops_) rows += loop.rows;
    return VectorXd::Constant(to_index(rows), std::numeric_limits<double>::quiet_NaN());
  }
  return Eigen::Map<VectorXd>(r.data(), to_index(r.size()));
}

SparseMatrix Closure::jacobian(const VectorXd& q) const {
  const State state = at(q);
  Triplets entries;
  std::size_t row = 0, next = 0;
  auto add = [&](std::size_t r, std::size_t column, double value) {
    if (value != 0) entries.emplace_back(to_index(r), to_index(column), value);
  };
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const Loop& loop = loops_[i];
    const std::vector<Load<double>> loads = directions(state, i, next);
    std::vector<Column> columns = relative_columns(state, i, By::kCoordinate);
    if (loop.place != kNone) {
      // E = R R(q)ᵀ turns with ω − E ω_q, and then its Euler parameters change by 2 dp = p0 ω + ω × p
      const JointNumbers& joint = state.configuration.joints[loop.place];
      const Matrix3<double> e = state.relative[i].rotation * transpose(joint.pose.rotation);
      const EulerParameters<double> p = make_euler_parameters(e);
      const auto slope = [&](const Vector3<double>& w) { return w * p.s + cross(w, p.v); };
      for (Column& column : columns) column.twist.angular = slope(column.twist.angular);
      for (std::size_t k = 0; k < joint.by_coordinate.size(); ++k) {
        const Twist<double>& twist = joint.by_coordinate[k];
        columns.push_back(
            {numbers_.coordinate_columns()[loop.place][k], {slope(e * twist.angular) * -1.0, -twist.linear}});
      }
    }
    for (const Load<double>& load : loads) {
      for (const Column& column : columns) add(row, column.index, power(load, column.twist) / size_of(load));
      ++row;
    }
  }
  std::vector<Expr> formulas;
  for (const Equation& equation : holonomic_)
    for (const auto& [column, slope] : equation.by_coordinate) formulas.push_back(slope);
  const std::vector<double> slopes = evaluate(formulas, numbers_.values_at(q));
  std::size_t at_slope = 0;
  for (const Equation& equation : holonomic_) {
    for (const auto& [column, slope] : equation.by_coordinate) add(row, column, slopes[at_slope++]);
    ++row;
  }
  for (const auto& p : euler_parameters_) {
    for (std::size_t i : p) add(row, i, 2 * q[to_index(i)]);
    ++row;
  }
  return make_sparse(row, coordinates().size(), entries);
}

Condition Closure::owner(Index row) const {
  std::size_t rest = static_cast<std::size_t>(row);
  for (const Loop& loop : loops_) {
    if (rest < loop.rows) return {loop.joint, kNone, ""};
    rest -= loop.rows;
  }
  if (rest < holonomic_.size()) return {kNone, holonomic_[rest].constraint, ""};
  return {};
}

SparseMatrix Closure::speed_jacobian(const VectorXd& q) const {
  const State state = at(q);
  // a speed counts as one where it moves its joint by one, in radians or lengths; one of no joint as it is
  std::vector<double> size(speeds().size(), 0);
  std::fill(size.end() - static_cast<std::ptrdiff_t>(further_coordinates(model_).size()), size.end(), 1);
  for (std::size_t i = 0; i < state.configuration.joints.size(); ++i) {
    const JointNumbers& joint = state.configuration.joints[i];
    for (std::size_t k = 0; k < joint.by_speed.size(); ++k) {
      double& largest = size[numbers_.speed_columns()[i][k]];
      largest = std::max(largest, size_of(joint.by_speed[k]));
    }
  }
  Triplets entries;
  std::size_t row = 0, next = 0;
  auto add = [&](std::size_t r, std::size_t column, double value) {
    if (value != 0 && size[column] > 0) entries.emplace_back(to_index(r), to_index(column), value / size[column]);
  };
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const Loop& loop = loops_[i];
    std::vector<Column> columns = relative_columns(state, i, By::kSpeed);
    if (loop.place != kNone) {
      const JointNumbers& joint = state.configuration.joints[loop.place];
      for (std::size_t k = 0; k < joint.by_speed.size(); ++k)
        columns.push_back({numbers_.speed_columns()[loop.place][k], joint.by_speed[k] * -1.0});
    }
    for (const Load<double>& load : directions(state, i, next)) {
      for (const Column& column : columns) add(row, column.index, power(load, column.twist) / size_of(load));
      ++row;
    }
  }
  std::vector<Expr> formulas;
  for (const auto* equations : {&holonomic_, &nonholonomic_})
    for (const Equation& equation : *equations)
      for (const auto& [column, slope] : equation.by_speed) formulas.push_back(slope);
  const std::vector<double> slopes = evaluate(formulas, numbers_.values_at(q));
  std::size_t at_slope = 0;
  for (const auto* equations : {&holonomic_, &nonholonomic_}) {
    for (const Equation& equation : *equations) {
      double square = 0;
      for (std::size_t k = 0; k < equation.by_speed.size(); ++k) {
        const std::size_t column = equation.by_speed[k].first;
        if (size[column] > 0) square += std::pow(slopes[at_slope + k] / size[column], 2);
      }
      const double weight = square > 1e-24 ? std::sqrt(square) : 1;
      for (const auto& [column, slope] : equation.by_speed) add(row, column, slopes[at_slope++] / weight);
      ++row;
    }
  }
  return make_sparse(row, speeds().size(), entries);
}

std::vector<Condition> Closure::conditions(const VectorXd& q) const {
  const State state = at(q);
  std::vector<Condition> result;
  std::size_t next = 0;
  for (std::size_t i = 0; i < loops_.size(); ++i)
    for (const Load<double>& load : directions(state, i, next))
      result.push_back({loops_[i].joint, kNone, describe_direction(load, length_)});
  for (const auto* equations : {&holonomic_, &nonholonomic_})
    for (const Equation& equation : *equations) result.push_back({kNone, equation.constraint, ""});
  return result;
}

std::size_t Closure::find_turned_over(const VectorXd& q) const {
  const State state = at(q);
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const Joint& joint = model_.joints[loops_[i].joint];
    if (loops_[i].place != kNone) {
      const Matrix3<double>& wanted = state.configuration.joints[loops_[i].place].pose.rotation;
      if (trace(state.relative[i].rotation * transpose(wanted)) < 0) return loops_[i].joint;
      continue;
    }
    std::vector<Vector> kept;  // directions that the joint does not turn
    switch (joint.type) {
      case JointType::kFixed: kept = {unit<Expr>(0), unit<Expr>(1), unit<Expr>(2)}; break;
      case JointType::kPrismatic: kept = {joint.axes[0], perpendicular(joint.axes[0])[0]}; break;
      case JointType::kRevolute:
      case JointType::kScrew:
      case JointType::kCylindrical:
      case JointType::kPlanar: kept = {joint.axes[0]}; break;
      default: break;
    }
    for (const Vector& axis : kept) {
      const Expr formulas[] = {axis.x, axis.y, axis.z};
      const std::vector<double> n = evaluate(formulas, constants_);
      const Vector3<double> v{n[0], n[1], n[2]};
      if (dot(v, state.relative[i].rotation * v) < 0) return loops_[i].joint;
    }
  }
  return kNone;
}

}  // namespace kinemate
