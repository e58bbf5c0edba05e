// A machine as all its bodies and joints, none of them first: closed states, accelerations and loads in numbers.
//
//   joints:  x_N = G x_V + Φ ṡ + c        bodies:  M x + h = l_applied + Σ ± l        Φᵀ l = η
// for every joint alike, so that there is no tree, no cut, no independent speed. What the formulas of closed machines
// say is held against this. Loads that are not determined are those with the least Σ f² + (τ/length)².
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <memory>

#include "expr/normal/sample_functions.h"
#include "loops/closed_kinematics.h"
#include "model/constraint_equations.h"
#include "model/fixture.h"
#include "model/load_terms.h"
#include "model/topology/walker.h"

namespace kinemate {

using Numbers6 = Eigen::Matrix<double, 6, 1>;  // of angular and linear, or torque and force

inline Expr rate_of(Expr symbol) { return make_symbol(symbol.name(), symbol.primes() + 1); }

struct WholeMotion {
  Values values;                        ///< of the state, and of the rates of all speeds
  double fastest = 0;                   ///< of these rates
  std::vector<Numbers6> loads;          ///< of each joint on its `to`, about its origin there, in inertial axes
  std::vector<Numbers6> accelerations;  ///< of each body about the origin of its frame
  std::vector<Numbers6> needed;         ///< M x + h − l_applied of each body, what its joints give
  double power = 0;                     ///< of all loads of joints, without efforts
  double strongest = 0;                 ///< force
};

class WholeMachine {
 public:
  explicit WholeMachine(const Model& model)
      : model_(model), tree_(make_tree(model_)), kinematics_(compute_kinematics(model_, tree_)) {
    for (const Joint& joint : model_.joints) relations_.push_back(make_relation(model_, joint));
    for (const JointRelation& relation : relations_)
      for (Expr s : relation.speeds)
        if (std::find(speeds_.begin(), speeds_.end(), s) == speeds_.end()) speeds_.push_back(s);
    for (const Constraint& constraint : model_.constraints) {
      const ConstraintEquations equations = compute_constraint_equations(model_, kinematics_, constraint);
      for (Expr g : equations.holonomic) constraint_rates_.push_back(differentiate_time(kinematics_, g));
      constraint_rates_.insert(constraint_rates_.end(), equations.nonholonomic.begin(), equations.nonholonomic.end());
    }
    for (Expr rate : constraint_rates_) constraint_seconds_.push_back(differentiate_time(kinematics_, rate));
  }

  const Model& model() const { return model_; }
  const std::vector<Expr>& speeds() const { return speeds_; }  ///< of all joints

  /// A closed configuration that is somewhere else than the start, and speeds that keep it closed.
  Values random_state(std::mt19937_64& random, double change = 1) const {
    std::uniform_real_distribution<double> number(-1, 1);
    Numbers numbers = choose_numbers(model_, 0);
    const bool driven = std::any_of(model_.coordinates.begin(), model_.coordinates.end(),
                                    [](const Coordinate& c) { return c.drive.has_value(); });
    for (const Input& input : model_.inputs) numbers.values[make_symbol(input.name)] = number(random);
    numbers.values[make_symbol("t")] = 0.2 * number(random);
    const Walker walker(model_, tree_, numbers, tree_.secondary);
    Eigen::VectorXd q = walker.start();
    if (driven)
      for (Eigen::Index i = 0; i < q.size(); ++i)
        if (walker.free_coordinates()[static_cast<std::size_t>(i)])
          q[i] += 0.1 * change * walker.units()[i] * number(random);
    if (!driven)  // on the branch on which the machine starts
      for (Eigen::Index i = 0; i < q.size(); ++i)
        if (const auto value = start().find(walker.closure().coordinates()[static_cast<std::size_t>(i)]);
            value != start().end())
          q[i] = value->second;
    NewtonResult closed = walker.close(q);
    if (!closed.converged()) closed = walker.close(walker.start());
    EXPECT_TRUE(closed.converged()) << model_.name << ": " << closed.reason;
    q = closed.x;
    for (int i = 0; !driven && i < 3 * change; ++i) q = walker.step(q, random).to;
    if (!driven) q = walker.close(q).x;
    Values values = numbers.values;
    for (Eigen::Index i = 0; i < q.size(); ++i)
      values[walker.closure().coordinates()[static_cast<std::size_t>(i)]] = q[i];
    for (const LoadElement& load : model_.loads)
      for (const LoadState& state : load.states) values[make_symbol(state.name)] = number(random);
    add_speeds(random, values);
    return values;
  }

  /// Twists and speeds that fit each other, near to random ones.
  void add_speeds(std::mt19937_64& random, Values& values) const {
    std::uniform_real_distribution<double> number(-1, 1);
    for (Expr s : speeds_) values[s] = 0;
    const Places places = places_at(values);
    const Eigen::Index n = bodies(), m = static_cast<Eigen::Index>(model_.joints.size());
    const Eigen::Index columns = 6 * n + static_cast<Eigen::Index>(speeds_.size());
    const auto [slopes, rest] = linear(constraint_rates_, speeds_, values);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6 * m + slopes.rows(), columns);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(A.rows()), u(columns);
    for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = number(random);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const auto row = 6 * static_cast<Eigen::Index>(j);
      const JointPlace& at = places.joints[j];
      add_motion(A, row, at.to, places.arm_to[j], 1);
      add_motion_of_frame(A, row, places, j);
      for (std::size_t k = 0; k < at.phi.size(); ++k) A.block<6, 1>(row, 6 * n + column_of(at.speeds[k])) -= at.phi[k];
      b.segment<6>(row) = at.xi + base_part(places, j);
    }
    A.block(6 * m, 6 * n, slopes.rows(), slopes.cols()) = slopes;
    b.tail(slopes.rows()) = -rest;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-9);
    u += decomposition.compute(A).solve(b - A * u);
    EXPECT_LT((A * u - b).lpNorm<Eigen::Infinity>(), 1e-8) << model_.name << ": no speeds keep it closed";
    for (std::size_t k = 0; k < speeds_.size(); ++k) values[speeds_[k]] = u[6 * n + static_cast<Eigen::Index>(k)];
  }

  /// What Newton and Euler say at a closed state. `length` makes torques comparable to forces.
  WholeMotion at(const Values& state, double length = 1) const {
    const Places places = places_at(state);
    const Eigen::Index n = bodies(), m = static_cast<Eigen::Index>(model_.joints.size());
    const auto f = static_cast<Eigen::Index>(speeds_.size());
    std::vector<Expr> rates;
    for (Expr s : speeds_) rates.push_back(rate_of(s));
    const auto [second, rest] = linear(constraint_seconds_, rates, state);
    const Eigen::MatrixXd slopes = linear(constraint_rates_, speeds_, state).first;
    const Eigen::Index c = second.rows(), loads = 6 * n + f, multipliers = loads + 6 * m;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6 * m + 6 * n + f + c, multipliers + c);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(A.rows());
    Numbers6 unit;
    unit << length, length, length, 1, 1, 1;
    // joints
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const auto row = 6 * static_cast<Eigen::Index>(j), column = loads + row;
      const JointPlace& at = places.joints[j];
      add_motion(A, row, at.to, places.arm_to[j], 1);
      add_motion_of_frame(A, row, places, j);
      for (std::size_t k = 0; k < at.phi.size(); ++k) {
        A.block<6, 1>(row, 6 * n + column_of(at.speeds[k])) -= at.phi[k];
        A.block<1, 6>(6 * m + 6 * n + column_of(at.speeds[k]), column) += at.phi[k].cwiseProduct(unit).transpose();
      }
      b.segment<6>(row) = places.bias[j];
      add_load(A, 6 * m, at.to, places.arm_to[j], unit, column, 1, false);
      // a frame that is turned against the world passes on forces alone, at its own origin
      add_load(A, 6 * m, at.from, at.world_axes ? places.arm_from[j] : places.arm_near[j], unit, column, -1,
               at.world_axes);
    }
    WholeMotion made;
    made.needed.assign(model_.bodies.size(), Numbers6::Zero());
    const auto [applied, efforts] = applied_at(places, state);
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) {
      const Eigen::Index row = 6 * m + 6 * body(i);
      A.block<6, 6>(row, 6 * body(i)) = -places.mass[i];
      b.segment<6>(row) = places.gyroscopic[i] - applied[i];
    }
    const Eigen::Index of_efforts = 6 * m + 6 * n;
    for (Eigen::Index k = 0; k < f; ++k) b[of_efforts + k] = efforts[k];
    add_constraint_loads(A, 6 * m, of_efforts, multipliers, slopes, places, state);
    A.block(of_efforts + f, 6 * n, c, f) = second;
    b.tail(c) = -rest;
    const Eigen::VectorXd u = solve(A, b, loads);
    made.values = state;
    for (std::size_t i = 1; i < model_.bodies.size(); ++i)
      made.needed[i] = -A.block(6 * m + 6 * body(i), multipliers, 6, c) * u.tail(c);
    made.accelerations.assign(model_.bodies.size(), Numbers6::Zero());
    made.accelerations[kWorld] = places.base_acceleration;
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) {
      made.accelerations[i] = u.segment<6>(6 * body(i));
      made.needed[i] += places.mass[i] * made.accelerations[i] + places.gyroscopic[i] - applied[i];
    }
    for (Eigen::Index k = 0; k < f; ++k) {
      made.values[rates[static_cast<std::size_t>(k)]] = u[6 * n + k];
      made.fastest = std::max(made.fastest, std::abs(u[6 * n + k]));
    }
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      made.loads.push_back(u.segment<6>(loads + 6 * static_cast<Eigen::Index>(j)).cwiseProduct(unit));
      made.strongest = std::max(made.strongest, made.loads.back().tail<3>().lpNorm<Eigen::Infinity>());
    }
    return made;
  }

  /// What loads of the joints, of each on its `to` about its origin there, leave of what the bodies need.
  double missing(const Values& state, const WholeMotion& motion, const std::vector<Numbers6>& loads) const {
    const Places places = places_at(state);
    std::vector<Numbers6> left = motion.needed;
    const auto give = [&](std::size_t body, const Eigen::Vector3d& arm, Numbers6 load, double sign) {
      load.head<3>() += arm.cross(load.tail<3>());
      left[body] -= sign * load;
    };
    for (std::size_t j = 0; j < loads.size(); ++j) {
      const JointPlace& at = places.joints[j];
      give(at.to, places.arm_to[j], loads[j], 1);
      Numbers6 back = loads[j];
      if (at.world_axes) back.head<3>().setZero();
      give(at.from, at.world_axes ? places.arm_from[j] : places.arm_near[j], back, -1);
    }
    double largest = 0;
    for (std::size_t i = 1; i < left.size(); ++i) largest = std::max(largest, left[i].lpNorm<Eigen::Infinity>());
    return largest;
  }

  /// The power of loads of the joints on their relative motions, without that of efforts, and the sum of its amounts.
  std::pair<double, double> power(const Values& state, const std::vector<Numbers6>& loads) const {
    const Places places = places_at(state);
    double sum = 0, amounts = 0;
    for (std::size_t j = 0; j < loads.size(); ++j) {
      const JointPlace& at = places.joints[j];
      Numbers6 y = at.xi;
      for (std::size_t k = 0; k < at.phi.size(); ++k) y += at.phi[k] * state.at(at.speeds[k]);
      sum += loads[j].dot(y);
      amounts += loads[j].cwiseProduct(y).lpNorm<1>();
    }
    const auto [applied, efforts] = applied_at(places, state);
    for (std::size_t k = 0; k < speeds_.size(); ++k)
      sum -= efforts[static_cast<Eigen::Index>(k)] * state.at(speeds_[k]);
    return {sum, amounts};
  }

 private:
  using V3 = Eigen::Vector3d;
  using M3 = Eigen::Matrix3d;

  struct Frame {
    M3 R = M3::Identity();
    V3 p = V3::Zero();
  };
  struct JointPlace {
    std::size_t from, to;
    bool world_axes;
    std::vector<Expr> speeds;
    std::vector<Numbers6> phi;  // inertial axes
    Numbers6 xi;
  };
  struct Places {
    std::vector<Frame> bodies;
    std::vector<Numbers6> twists;
    std::vector<JointPlace> joints;
    std::vector<V3> arm_from, arm_to, arm_near;  // from the origins of bodies to V, to N; from that of `from` to N
    std::vector<V3> between;                     // from V to N
    std::vector<Numbers6> bias;                  // what of the acceleration over the joint is velocities
    std::vector<Eigen::Matrix<double, 6, 6>> mass;
    std::vector<Numbers6> gyroscopic;
    Numbers6 base_twist, base_acceleration;
  };

  Eigen::Index bodies() const { return static_cast<Eigen::Index>(model_.bodies.size()) - 1; }
  static Eigen::Index body(std::size_t i) { return static_cast<Eigen::Index>(i) - 1; }
  Eigen::Index column_of(Expr s) const { return std::find(speeds_.begin(), speeds_.end(), s) - speeds_.begin(); }

  static M3 tilde_of(const V3& v) {
    M3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
  }

  static std::vector<double> numbers(const std::vector<Expr>& formulas, const Values& values) {
    return evaluate(with_sample_functions(formulas), values);
  }
  static V3 vector(const Vector& v, const Values& values) {
    const std::vector<double> n = numbers({v.x, v.y, v.z}, values);
    return {n[0], n[1], n[2]};
  }
  static M3 matrix(const Matrix& m, const Values& values) {
    M3 result;
    for (std::size_t i = 0; i < 3; ++i)
      result.row(static_cast<Eigen::Index>(i)) = vector(m.rows[i], values).transpose();
    return result;
  }
  static Numbers6 six(const Vector& a, const Vector& b, const Values& values) {
    Numbers6 result;
    result << vector(a, values), vector(b, values);
    return result;
  }
  static Numbers6 turned(const M3& R, const Numbers6& v) {
    Numbers6 result;
    result << R * v.head<3>(), R * v.tail<3>();
    return result;
  }
  // Rows, and columns before `least`, scaled to one: only of the others is the shortest solution wanted.
  static Eigen::VectorXd solve(Eigen::MatrixXd A, Eigen::VectorXd b, Eigen::Index least) {
    Eigen::VectorXd scale = Eigen::VectorXd::Ones(A.cols());
    for (int pass = 0; pass < 2; ++pass) {
      for (Eigen::Index i = 0; i < A.rows(); ++i)
        if (const double size = A.row(i).norm(); size > 0) A.row(i) /= size, b[i] /= size;
      for (Eigen::Index i = 0; i < least; ++i)
        if (const double size = A.col(i).norm(); size > 0) A.col(i) /= size, scale[i] /= size;
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-11);
    decomposition.compute(A);
    Eigen::VectorXd u = decomposition.solve(b);
    for (int pass = 0; pass < 2; ++pass) u += decomposition.solve(b - A * u);
    return u.cwiseProduct(scale);
  }

  // Formulas that are linear in some symbols: A x + b.
  static std::pair<Eigen::MatrixXd, Eigen::VectorXd> linear(const std::vector<Expr>& formulas,
                                                            const std::vector<Expr>& symbols, Values values) {
    for (Expr symbol : symbols) values[symbol] = 0;
    Eigen::MatrixXd A(formulas.size(), symbols.size());
    Eigen::VectorXd b(formulas.size());
    for (std::size_t r = 0; r < formulas.size(); ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      b[row] = numbers({formulas[r]}, values)[0];
      const std::vector<double> slopes = numbers(gradient(formulas[r], symbols), values);
      for (std::size_t k = 0; k < slopes.size(); ++k) A(row, static_cast<Eigen::Index>(k)) = slopes[k];
    }
    return {A, b};
  }

  Frame on_body(const Attachment& attachment, const Values& values) const {
    const Pose<Expr> pose = pose_on_body(model_, attachment);
    return {matrix(pose.rotation, values), vector(pose.position, values)};
  }

  // The velocities of a body at a point, as columns of its twist; the world's are known.
  static void add_motion(Eigen::MatrixXd& A, Eigen::Index row, std::size_t b, const V3& arm, double sign) {
    if (b == kWorld) return;
    A.block<3, 3>(row, 6 * body(b)) += sign * M3::Identity();
    A.block<3, 3>(row + 3, 6 * body(b) + 3) += sign * M3::Identity();
    A.block<3, 3>(row + 3, 6 * body(b)) -= sign * tilde_of(arm);
  }
  // The frame V carries N: as its body does, or, turned against the world, as its origin does.
  static void add_motion_of_frame(Eigen::MatrixXd& A, Eigen::Index row, const Places& places, std::size_t j) {
    const JointPlace& at = places.joints[j];
    if (!at.world_axes) return add_motion(A, row, at.from, places.arm_near[j], -1);
    if (at.from == kWorld) return;
    A.block<3, 3>(row + 3, 6 * body(at.from) + 3) -= M3::Identity();
    A.block<3, 3>(row + 3, 6 * body(at.from)) += tilde_of(places.arm_from[j]);
  }
  // What of the twist over the joint is the world's, known.
  static Numbers6 base_part(const Places& places, std::size_t j) {
    const JointPlace& at = places.joints[j];
    const Numbers6& y = places.base_twist;
    const V3 omega = y.head<3>();
    Numbers6 part = Numbers6::Zero();
    const auto add = [&](const V3& arm, double sign) {
      part.head<3>() += sign * omega;
      part.tail<3>() += sign * (y.tail<3>() + omega.cross(arm));
    };
    if (at.world_axes) {
      part.head<3>() += omega;
      part.tail<3>() += omega.cross(places.between[j]);
      if (at.from == kWorld) part.tail<3>() += y.tail<3>() + omega.cross(places.arm_from[j]);
    } else if (at.from == kWorld) {
      add(places.arm_near[j], 1);
    }
    if (at.to == kWorld) add(places.arm_to[j], -1);
    return part;
  }
  // A load about a point of a body, by what its unknowns are.
  static void add_load(Eigen::MatrixXd& A, Eigen::Index first, std::size_t b, const V3& arm, const Numbers6& unit,
                       Eigen::Index column, double sign, bool force_only) {
    if (b == kWorld) return;
    const Eigen::Index row = first + 6 * body(b);
    if (!force_only) A.block<3, 3>(row, column) += sign * M3::Identity() * unit[0];
    A.block<3, 3>(row, column + 3) += sign * tilde_of(arm);
    A.block<3, 3>(row + 3, column + 3) += sign * M3::Identity();
  }

  // Equations act along the speeds they speak of; what rolls or slides is pushed by its plane where it touches it.
  void add_constraint_loads(Eigen::MatrixXd& A, Eigen::Index first, Eigen::Index of_efforts, Eigen::Index column,
                            const Eigen::MatrixXd& slopes, const Places& places, const Values& values) const {
    Eigen::Index row = 0;
    for (const Constraint& constraint : model_.constraints) {
      if (constraint.type == ConstraintType::kHolonomic || constraint.type == ConstraintType::kNonholonomic) {
        A.block(of_efforts, column++, slopes.cols(), 1) -= slopes.row(row++).transpose();
        continue;
      }
      const std::size_t on = body_of(model_, constraint.point), by = body_of(model_, constraint.plane);
      const Frame point = on_body(constraint.point, values), plane = on_body(constraint.plane, values);
      const M3 P = places.bodies[by].R * plane.R;
      const V3 n = P.col(2), axis = places.bodies[on].R * point.R * vector(constraint.axis, values);
      V3 contact = places.bodies[on].p + places.bodies[on].R * point.p;
      const V3 none = V3::Zero(), x = P.col(0), y = P.col(1);
      std::vector<std::pair<V3, V3>> pushes = {{none, n}, {none, x}, {none, y}};  // torques and forces
      if (constraint.type == ConstraintType::kSkate) pushes = {{none, n.cross(axis)}};
      if (constraint.type == ConstraintType::kRollingCone)
        pushes = {{none, n}, {axis.cross(n), none}, {none, x}, {none, y}, {n, none}};
      const double radius = numbers({constraint.radius}, values)[0];
      const bool torus = constraint.type == ConstraintType::kRollingTorus;
      if (constraint.type == ConstraintType::kRollingSphere) contact -= radius * n;
      if (torus || constraint.type == ConstraintType::kRollingDisc)
        contact -= radius * (n - n.dot(axis) * axis).normalized();
      if (torus) contact -= numbers({constraint.tube}, values)[0] * n;
      if (constraint.type == ConstraintType::kRollingBody) {
        const M3 R = places.bodies[on].R * point.R;
        contact += R * farthest_point(constraint.support, -R.transpose() * n, values);
      }
      for (const auto& [torque, push] : pushes) {
        for (const auto& [body_index, sign] : {std::pair{on, 1.0}, std::pair{by, -1.0}}) {
          if (body_index == kWorld) continue;
          const Eigen::Index at = first + 6 * body(body_index);
          A.block<3, 1>(at, column) += sign * (torque + (contact - places.bodies[body_index].p).cross(push));
          A.block<3, 1>(at + 3, column) += sign * push;
        }
        ++column;
        ++row;
      }
    }
  }

  // The gradient of |u| h(u/|u|), by differences of high order.
  V3 farthest_point(Expr support, const V3& direction, Values values) const {
    const auto reach = [&](const V3& u) {
      for (int i = 0; i < 3; ++i) values[make_symbol("$" + std::to_string(i + 1))] = u[i] / u.norm();
      return u.norm() * numbers({support}, values)[0];
    };
    constexpr double h = 1e-3;
    V3 slope;
    for (int i = 0; i < 3; ++i) {
      const V3 e = V3::Unit(i) * h;
      slope[i] =
          (8 * (reach(direction + e) - reach(direction - e)) - (reach(direction + 2 * e) - reach(direction - 2 * e))) /
          (12 * h);
    }
    return slope;
  }

  const Values& start() const {
    if (start_.empty()) {
      const Kinematics closed = compute_closed_kinematics(model_);
      if (closed.closing) start_ = closed.closing->start;
    }
    return start_;
  }
  mutable Values start_;

  Places places_at(const Values& values) const {
    Places places;
    places.bodies.resize(model_.bodies.size());
    places.twists.assign(model_.bodies.size(), Numbers6::Zero());
    places.base_twist = places.base_acceleration = Numbers6::Zero();
    if (model_.base) set_base(values, places);
    struct Numbered {
      Frame from, to, z;
      Numbers6 gamma;
    };
    std::vector<Numbered> numbered;
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      const JointRelation& r = relations_[j];
      numbered.push_back({on_body(joint.from, values),
                          on_body(joint.to, values),
                          {matrix(r.pose.rotation, values), vector(r.pose.position, values)},
                          six(r.bias.angular, r.bias.linear, values)});
    }
    for (const TreeJoint& step : tree_.joints) {
      const Numbered& n = numbered[step.joint];
      const Frame& parent = places.bodies[step.parent];
      Frame& child = places.bodies[step.child];
      if (!step.reversed) {
        const M3 V = model_.joints[step.joint].from.world_axes ? M3(places.bodies[kWorld].R * n.from.R)
                                                               : M3(parent.R * n.from.R);
        child.R = V * n.z.R * n.to.R.transpose();
        child.p = parent.p + parent.R * n.from.p + V * n.z.p - child.R * n.to.p;
      } else {
        child.R = parent.R * n.to.R * n.z.R.transpose() * n.from.R.transpose();
        child.p = parent.p + parent.R * n.to.p - child.R * n.from.R * n.z.p - child.R * n.from.p;
      }
    }
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      const Numbered& n = numbered[j];
      JointPlace at{
          body_of(model_, joint.from), body_of(model_, joint.to), joint.from.world_axes, relations_[j].speeds, {}, {}};
      const Frame &from = places.bodies[at.from], &to = places.bodies[at.to];
      const M3 V = (at.world_axes ? places.bodies[kWorld].R : from.R) * n.from.R;
      places.arm_from.push_back(from.R * n.from.p);
      places.arm_to.push_back(to.R * n.to.p);
      places.arm_near.push_back(to.p + places.arm_to.back() - from.p);
      places.between.push_back(places.arm_near.back() - places.arm_from.back());
      EXPECT_LT((places.between.back() - V * n.z.p).norm() + (V * n.z.R - to.R * n.to.R).norm(), 1e-9)
          << "joint " << joint.name << " is open";
      for (const Twist<Expr>& column : relations_[j].bases.free_motion)
        at.phi.push_back(turned(V, six(column.angular, column.linear, values)));
      at.xi = turned(V, six(relations_[j].drift.angular, relations_[j].drift.linear, values));
      places.joints.push_back(at);
      places.bias.push_back(turned(V, n.gamma));  // completed below
    }
    for (const TreeJoint& step : tree_.joints) move_over(step, values, places);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) add_bias(j, values, places);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) add_inertia(b, values, places);
    return places;
  }

  void set_base(const Values& values, Places& places) const {
    const Vector& p = model_.base->position;
    const Matrix R = model_.base->rotation.to_matrix();
    const Seeds clock{{make_symbol("t"), Expr(1)}};
    const Vector v = along(clock, p), a = along(clock, v);
    const Matrix dR = along(clock, R), ddR = along(clock, dR);
    places.bodies[kWorld] = {matrix(R, values), vector(p, values)};
    const M3 turn = matrix(dR, values) * places.bodies[kWorld].R.transpose();
    const M3 second = matrix(ddR, values) * places.bodies[kWorld].R.transpose();  // α̃ + ω̃ω̃
    places.base_twist << V3(turn(2, 1), turn(0, 2), turn(1, 0)), vector(v, values);
    const M3 skew = second - turn * turn;
    places.base_acceleration << V3(skew(2, 1), skew(0, 2), skew(1, 0)), vector(a, values);
    places.twists[kWorld] = places.base_twist;
  }

  static Numbers6 relative_twist(const JointPlace& at, const Values& values) {
    Numbers6 y = at.xi;
    for (std::size_t k = 0; k < at.phi.size(); ++k)
      if (const auto s = values.find(at.speeds[k]); s != values.end()) y += at.phi[k] * s->second;
    return y;
  }

  void move_over(const TreeJoint& step, const Values& values, Places& places) const {
    const JointPlace& at = places.joints[step.joint];
    const Numbers6 y = relative_twist(at, values), &parent = places.twists[step.parent];
    const V3 omega = parent.head<3>();
    Numbers6& child = places.twists[step.child];
    if (step.reversed) {  // N is on the parent: ω_V = ω_N − ω_rel, v_V = v_N − ω_V × d − v_rel
      const V3 turning = omega - y.head<3>();
      const V3 v_N = parent.tail<3>() + omega.cross(places.arm_to[step.joint]);
      child << turning,
          v_N - y.tail<3>() - turning.cross(places.between[step.joint]) - turning.cross(places.arm_from[step.joint]);
      return;
    }
    const V3 of_V = at.world_axes ? V3(places.base_twist.head<3>()) : omega;
    const V3 turning = of_V + y.head<3>();
    const V3 v_N = parent.tail<3>() + omega.cross(places.arm_from[step.joint]) +
                   of_V.cross(places.between[step.joint]) + y.tail<3>();
    child << turning, v_N - turning.cross(places.arm_to[step.joint]);
  }

  // x_N − (what accelerations of V's body give) = Φ ṡ + bias
  void add_bias(std::size_t j, const Values& values, Places& places) const {
    const JointPlace& at = places.joints[j];
    const Numbers6 y = relative_twist(at, values);
    const V3 of_from = places.twists[at.from].head<3>(), of_to = places.twists[at.to].head<3>();
    const V3 omega = at.world_axes ? V3(places.base_twist.head<3>()) : of_from;
    const V3 turning = y.head<3>(), moving = y.tail<3>();
    Numbers6& bias = places.bias[j];
    bias.head<3>() += omega.cross(turning);
    bias.tail<3>() += omega.cross(omega.cross(places.between[j])) + 2 * omega.cross(moving) +
                      of_from.cross(of_from.cross(places.arm_from[j])) - of_to.cross(of_to.cross(places.arm_to[j]));
    // the world's own acceleration
    const V3 alpha = places.base_acceleration.head<3>(), a = places.base_acceleration.tail<3>();
    if (at.world_axes) {
      bias.head<3>() += alpha;
      bias.tail<3>() += alpha.cross(places.between[j]);
      if (at.from == kWorld) bias.tail<3>() += a + alpha.cross(places.arm_from[j]);
    } else if (at.from == kWorld) {
      bias.head<3>() += alpha;
      bias.tail<3>() += a + alpha.cross(places.arm_near[j]);
    }
    if (at.to == kWorld) {
      bias.head<3>() -= alpha;
      bias.tail<3>() -= a + alpha.cross(places.arm_to[j]);
    }
  }

  void add_inertia(std::size_t b, const Values& values, Places& places) const {
    const Body& of = model_.bodies[b];
    const double m = numbers({of.mass}, values)[0];
    const M3& R = places.bodies[b].R;
    const V3 c = R * vector(of.center, values), omega = places.twists[b].head<3>();
    const M3 C = tilde_of(c), Theta = R * matrix(of.inertia.matrix(), values) * R.transpose() - m * C * C;
    Eigen::Matrix<double, 6, 6> M;
    M << Theta, m * C, -m * C, m * M3::Identity();
    places.mass.push_back(M);
    Numbers6 h;
    h << omega.cross(Theta * omega), m * omega.cross(omega.cross(c));
    places.gyroscopic.push_back(h);
  }

  // On bodies about their origins; along speeds.
  std::pair<std::vector<Numbers6>, Eigen::VectorXd> applied_at(const Places& places, const Values& values) const {
    std::vector<Numbers6> applied(model_.bodies.size(), Numbers6::Zero());
    Eigen::VectorXd efforts = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(speeds_.size()));
    const auto add = [&](std::size_t b, const V3& arm, const V3& torque, const V3& force) {
      applied[b].head<3>() += torque + arm.cross(force);
      applied[b].tail<3>() += force;
    };
    const V3 g = vector(model_.gravity, values);
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
      add(b, places.bodies[b].R * vector(model_.bodies[b].center, values), V3::Zero(),
          g * numbers({model_.bodies[b].mass}, values)[0]);
    for (const LoadElement& load : model_.loads) {
      const LoadTerms terms = compute_load_terms(model_, kinematics_, load);
      EXPECT_TRUE(terms.kinetic.is_zero()) << "kinetic energy is of no body";
      for (const BodyLoad& on : terms.body_loads)
        add(on.body, places.bodies[on.body].R * vector(on.point, values), vector(on.load.torque, values),
            vector(on.load.force, values));
      for (const SpeedEffort& effort : terms.efforts)
        efforts[column_of(effort.speed)] += numbers({effort.effort}, values)[0];
    }
    return {applied, efforts};
  }

  const Model model_;
  const Tree tree_;
  const Kinematics kinematics_;
  std::vector<JointRelation> relations_;
  std::vector<Expr> speeds_;
  std::vector<Expr> constraint_rates_, constraint_seconds_;
};

}  // namespace kinemate
