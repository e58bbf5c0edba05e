// Random tree machines for the engine, and their equations in a plain way: absolute motions in axes of the base, a
// dense mass matrix of Jacobians.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

#include "dense.h"
#include "recursion/engine/data.h"
#include "recursion/engine/engine.h"
#include "spatial/rotation.h"

namespace kinemate {

/// Numbers of one state; loads may be empty.
struct EngineNumbers {
  std::vector<double> coordinates, speeds, given, base, loads, joints;

  EngineState view() const { return {coordinates, speeds, given, base, loads, joints}; }
};

class MachineMaker {
 public:
  explicit MachineMaker(unsigned seed) : random_(seed) {}

  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  std::size_t below(std::size_t limit) { return random_() % limit; }
  Vector3<double> vector() { return {number(), number(), number()}; }

  Matrix3<double> rotation() {
    Vector3<double> axis = vector();
    axis = axis * (1 / std::sqrt(dot(axis, axis)));
    return make_rotation(ElementaryRotation<double>{axis, 3 * number()});
  }

  RigidInertia<double> inertia() {
    const Symmetric3<double> tensor{1.2 + number() / 2, 1.3, 1.1, number() / 4, number() / 4, number() / 4};
    return make_rigid_inertia(1.5 + number(), vector(), tensor);
  }

  EngineLink link(std::size_t carrier, EngineLink::Kind kind) {
    EngineLink result{carrier, {rotation(), vector()}, inertia(), kind};
    if (kind == EngineLink::Kind::kGeneral) result.columns = static_cast<unsigned>(below(7));
    return result;
  }

  std::vector<double> numbers(std::size_t count) {
    std::vector<double> result(count);
    for (double& x : result) x = number();
    return result;
  }

  /// A state with loads; of general joints the pose is a pose and the velocity of the columns is part of theirs.
  EngineNumbers state(const std::vector<EngineLink>& links) {
    std::size_t speeds = 0;
    for (const EngineLink& link : links)
      speeds += link.kind == EngineLink::Kind::kGeneral ? link.columns : link.kind != EngineLink::Kind::kFixed;
    EngineNumbers result{numbers(speeds), numbers(speeds), numbers(speeds), numbers(9), numbers(6 * links.size()), {}};
    for (const EngineLink& link : links)
      if (link.kind == EngineLink::Kind::kGeneral) add_joint(link.columns, result.joints);
    return result;
  }

 private:
  void add_joint(unsigned columns, std::vector<double>& joints) {
    const Matrix3<double> r = rotation();
    for (const Vector3<double>& row : r.rows) joints.insert(joints.end(), {row.x, row.y, row.z});
    const std::vector<double> rest = numbers(3 + 6 * columns + 12);
    joints.insert(joints.end(), rest.begin(), rest.end());
  }

  std::mt19937_64 random_;
};

/// M ṡ = η + Q − bias, as Jacobians give it.
struct PlainEquations {
  Eigen::MatrixXd mass;
  Eigen::VectorXd bias;  ///< efforts for ṡ = 0 and η = 0, applied loads taken off
};

namespace plain {

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

inline Eigen::Vector3d eigen(const Vector3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d eigen(const Matrix3<double>& m) {
  Eigen::Matrix3d result;
  for (Eigen::Index i = 0; i < 3; ++i) result.row(i) = eigen(m.rows[static_cast<std::size_t>(i)]).transpose();
  return result;
}
inline Eigen::Matrix3d tilde(const Eigen::Vector3d& v) {
  Eigen::Matrix3d result;
  result << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return result;
}

// Motion of a frame in axes of the base; α and a for ṡ = 0.
struct Frame {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d position, omega, alpha, a;
  Columns jacobian;  // of [ω; v]
};

// A joint as numbers, in axes of the link.
struct JointMotion {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Columns columns;
  Eigen::Matrix<double, 6, 1> velocity = Eigen::Matrix<double, 6, 1>::Zero(), bias = velocity;
};

inline JointMotion make_joint(const EngineLink& link, const EngineNumbers& state, std::size_t speed,
                              const double*& joint) {
  JointMotion result;
  result.columns.resize(6, 0);
  if (link.kind == EngineLink::Kind::kGeneral) {
    result.rotation = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(joint);
    result.position = Eigen::Map<const Eigen::Vector3d>(joint + 9);
    result.columns = Eigen::Map<const Columns>(joint + 12, 6, link.columns);
    result.velocity = Eigen::Map<const Eigen::Matrix<double, 6, 1>>(joint + 12 + 6 * link.columns);
    result.bias = Eigen::Map<const Eigen::Matrix<double, 6, 1>>(joint + 18 + 6 * link.columns);
    joint += 24 + 6 * link.columns;
  } else if (link.kind != EngineLink::Kind::kFixed) {
    const bool turns = link.kind == EngineLink::Kind::kTurn;
    const double q = state.coordinates[speed];
    if (turns)
      result.rotation = Eigen::AngleAxisd(q, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    else
      result.position.z() = q;
    result.columns = Columns::Zero(6, 1);
    result.columns(turns ? 2 : 5, 0) = 1;
    result.velocity = result.columns.col(0) * state.speeds[speed];
  }
  return result;
}

inline Frame move(const Frame& v, const EngineLink& link, const JointMotion& joint, std::size_t speed) {
  Frame n;
  const Eigen::Matrix3d near = v.rotation * eigen(link.near.rotation);
  n.rotation = near * joint.rotation;
  n.position = v.position + v.rotation * eigen(link.near.position) + near * joint.position;
  const Eigen::Vector3d r = n.position - v.position;
  const Eigen::Vector3d omega = n.rotation * joint.velocity.head<3>(), speed_of = n.rotation * joint.velocity.tail<3>();
  n.omega = v.omega + omega;
  n.alpha = v.alpha + v.omega.cross(omega) + n.rotation * joint.bias.head<3>();
  n.a = v.a + v.alpha.cross(r) + v.omega.cross(v.omega.cross(r)) + 2 * v.omega.cross(speed_of) +
        n.rotation * joint.bias.tail<3>();
  n.jacobian = v.jacobian;
  n.jacobian.bottomRows<3>() -= tilde(r) * v.jacobian.topRows<3>();
  for (Eigen::Index j = 0; j < joint.columns.cols(); ++j) {
    n.jacobian.col(static_cast<Eigen::Index>(speed) + j).head<3>() += n.rotation * joint.columns.col(j).head<3>();
    n.jacobian.col(static_cast<Eigen::Index>(speed) + j).tail<3>() += n.rotation * joint.columns.col(j).tail<3>();
  }
  return n;
}

// Inertia and velocity terms of a body, about its origin, in axes of the base.
inline void add_body(const RigidInertia<double>& inertia, const Frame& at, const double* load, PlainEquations& sum) {
  const Eigen::Vector3d moment = at.rotation * eigen(inertia.moment);
  const Eigen::Matrix3d tensor = at.rotation * eigen(inertia.tensor.matrix()) * at.rotation.transpose();
  Eigen::Matrix<double, 6, 6> m;
  m << tensor, tilde(moment), -tilde(moment), inertia.mass * Eigen::Matrix3d::Identity();
  Eigen::Matrix<double, 6, 1> x, h;
  x << at.alpha, at.a;
  h << at.omega.cross(tensor * at.omega), at.omega.cross(at.omega.cross(moment));
  Eigen::Matrix<double, 6, 1> rest = m * x + h;
  if (load) {
    rest.head<3>() -= at.rotation * Eigen::Map<const Eigen::Vector3d>(load);
    rest.tail<3>() -= at.rotation * Eigen::Map<const Eigen::Vector3d>(load + 3);
  }
  sum.mass += at.jacobian.transpose() * m * at.jacobian;
  sum.bias += at.jacobian.transpose() * rest;
}

}  // namespace plain

inline PlainEquations plain_equations(const std::vector<EngineLink>& links, const EngineNumbers& state) {
  const auto n = static_cast<Eigen::Index>(state.speeds.size());
  PlainEquations sum{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  plain::Frame base;
  base.position.setZero();
  base.omega = Eigen::Map<const Eigen::Vector3d>(state.base.data());
  base.alpha = Eigen::Map<const Eigen::Vector3d>(state.base.data() + 3);
  base.a = Eigen::Map<const Eigen::Vector3d>(state.base.data() + 6);
  base.jacobian = plain::Columns::Zero(6, n);
  std::vector<plain::Frame> frames;
  std::size_t speed = 0;
  const double* joint = state.joints.data();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const plain::JointMotion motion = plain::make_joint(links[i], state, speed, joint);
    const plain::Frame& carrier = links[i].carrier == EngineLink::kBase ? base : frames[links[i].carrier];
    frames.push_back(plain::move(carrier, links[i], motion, speed));
    plain::add_body(links[i].inertia, frames.back(), state.loads.empty() ? nullptr : &state.loads[6 * i], sum);
    speed += static_cast<std::size_t>(motion.columns.cols());
  }
  return sum;
}

/// For each speed whether its acceleration is given.
inline std::vector<bool> driven_speeds(const std::vector<EngineLink>& links) {
  std::vector<bool> result;
  for (const EngineLink& link : links) {
    const std::size_t count =
        link.kind == EngineLink::Kind::kGeneral ? link.columns : link.kind != EngineLink::Kind::kFixed;
    result.insert(result.end(), count, link.driven);
  }
  return result;
}

/// ṡ by a dense solution.
inline Eigen::VectorXd plain_forward(const std::vector<EngineLink>& links, const EngineNumbers& state) {
  PlainEquations equations = plain_equations(links, state);
  const std::vector<bool> driven = driven_speeds(links);
  Eigen::VectorXd right = -equations.bias;
  for (Eigen::Index i = 0; i < right.size(); ++i) {
    const double given = state.given[static_cast<std::size_t>(i)];
    if (!driven[static_cast<std::size_t>(i)]) {
      right[i] += given;
      continue;
    }
    equations.mass.row(i).setZero();
    equations.mass(i, i) = 1, right[i] = given;
  }
  if (right.size() == 0) return right;
  return dense::solve(equations.mass, right);
}

inline double largest_difference(std::span<const double> a, std::span<const double> b) {
  EXPECT_EQ(a.size(), b.size());
  double difference = 0, size = 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = std::max(difference, std::abs(a[i] - b[i])), size = std::max(size, std::abs(a[i]));
  return difference / size;
}

/// Chains and trees of all kinds of links, forward and inverse by these passes, the same state in each lane.
inline void expect_solved(const EnginePasses& passes) {
  using LinkKind = EngineLink::Kind;
  MachineMaker maker(11);
  for (std::size_t machine = 0; machine < 100; ++machine) {
    std::vector<EngineLink> links;
    for (std::size_t i = 0; i < 10; ++i) {
      const std::size_t carrier = i == 0 ? EngineLink::kBase : i - 1 - maker.below(std::min<std::size_t>(i, 2));
      links.push_back(
          maker.link(carrier, std::array{LinkKind::kTurn, LinkKind::kSlide, LinkKind::kGeneral}[maker.below(3)]));
      links.back().driven = maker.below(7) == 0;
    }
    const Engine engine(links);
    const EngineNumbers one = maker.state(links);
    const auto width = static_cast<unsigned>(passes.lanes);
    EngineNumbers state;
    for (auto part : {&EngineNumbers::coordinates, &EngineNumbers::speeds, &EngineNumbers::given, &EngineNumbers::base,
                      &EngineNumbers::loads, &EngineNumbers::joints})
      for (double number : one.*part) (state.*part).insert((state.*part).end(), width, number);
    EngineWorkspace workspace = engine.make_workspace(width, passes);
    std::vector<double> forward(engine.speed_count() * width), inverse = forward;
    engine.forward(state.view(), workspace, forward);
    engine.inverse(state.view(), workspace, inverse);
    const Eigen::VectorXd accelerations = plain_forward(links, one);
    const PlainEquations equations = plain_equations(links, one);
    const Eigen::Map<const Eigen::VectorXd> given(one.given.data(), accelerations.size());
    const Eigen::VectorXd efforts = equations.mass * given + equations.bias;
    for (Eigen::Index i = 0; i < accelerations.size(); ++i) {
      for (unsigned lane = 0; lane < width; ++lane) {
        const std::size_t at = static_cast<std::size_t>(i) * width + lane;
        EXPECT_NEAR(forward[at], accelerations[i], 1e-9 * (1 + accelerations.lpNorm<Eigen::Infinity>()));
        EXPECT_NEAR(inverse[at], efforts[i], 1e-11 * (1 + efforts.lpNorm<Eigen::Infinity>()));
      }
    }
    ASSERT_FALSE(testing::Test::HasFailure()) << "machine " << machine;
  }
}

}  // namespace kinemate
