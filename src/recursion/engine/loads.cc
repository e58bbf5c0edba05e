#include "recursion/engine/loads.h"

#include <cmath>

#include "base/check.h"

namespace kinemate {
namespace {

using Kind = EngineLink::Kind;

// A link against the near frame; all but the pose in axes of the link.
struct JointMotion {
  Pose<double> pose;
  Twist<double> velocity;
  Acceleration<double> acceleration;
};

Vector3<double> take_vector(const double*& from) {
  const Vector3<double> result{from[0], from[1], from[2]};
  from += 3;
  return result;
}

JointMotion general_motion(unsigned columns, const double* accelerations, const double*& numbers) {
  JointMotion motion;
  for (Vector3<double>& row : motion.pose.rotation.rows) row = take_vector(numbers);
  motion.pose.position = take_vector(numbers);
  for (unsigned j = 0; j < columns; ++j) {
    motion.acceleration.angular += take_vector(numbers) * accelerations[j];
    motion.acceleration.linear += take_vector(numbers) * accelerations[j];
  }
  motion.velocity.angular = take_vector(numbers), motion.velocity.linear = take_vector(numbers);
  motion.acceleration.angular += take_vector(numbers), motion.acceleration.linear += take_vector(numbers);
  return motion;
}

JointMotion turn_motion(double angle, double speed, double acceleration) {
  const double cos = std::cos(angle), sin = std::sin(angle);
  return {{{{{{cos, -sin, 0}, {sin, cos, 0}, {0, 0, 1}}}}, {}}, {{0, 0, speed}, {}}, {{0, 0, acceleration}, {}}};
}

JointMotion slide_motion(double shift, double speed, double acceleration) {
  return {{Matrix3<double>::identity(), {0, 0, shift}}, {{}, {0, 0, speed}}, {{}, {0, 0, acceleration}}};
}

// Of a link or the base, in its axes.
struct LinkMotion {
  Vector3<double> omega;
  Acceleration<double> x;
};

LinkMotion move_on(const LinkMotion& carrier, const Pose<double>& pose, const JointMotion& joint) {
  const Matrix3<double> inward = transpose(pose.rotation);
  const Vector3<double> omega = inward * carrier.omega;
  const Acceleration<double> x = inward * move(carrier.x, carrier.omega, pose.position);
  const Vector3<double> gyroscopic = cross(omega, joint.velocity.angular);
  const Vector3<double> coriolis = cross(omega, joint.velocity.linear) * 2.0;
  return {omega + joint.velocity.angular, x + joint.acceleration + Acceleration<double>{gyroscopic, coriolis}};
}

}  // namespace

EngineLoads compute_engine_loads(const std::vector<EngineLink>& links, const EngineState& state) {
  const std::size_t n = state.speeds.size();
  CHECK(state.coordinates.size() == n && state.given.size() == n && state.base.size() == 9);
  CHECK(state.loads.empty() || state.loads.size() == 6 * links.size());
  const double *numbers = state.joints.data(), *base = state.base.data(), *load = state.loads.data();
  LinkMotion at_base;
  at_base.omega = take_vector(base), at_base.x.angular = take_vector(base), at_base.x.linear = take_vector(base);
  std::vector<LinkMotion> motions;
  std::vector<Pose<double>> poses;  // against the carrier
  EngineLoads result;
  std::size_t speed = 0;
  for (const EngineLink& link : links) {
    const std::size_t count = link.kind == Kind::kGeneral ? link.columns : link.kind == Kind::kFixed ? 0 : 1;
    CHECK(speed + count <= n);
    const double *q = state.coordinates.data() + speed, *s = state.speeds.data() + speed,
                 *a = state.given.data() + speed;
    const JointMotion joint = link.kind == Kind::kGeneral ? general_motion(link.columns, a, numbers)
                              : link.kind == Kind::kTurn  ? turn_motion(*q, *s, *a)
                              : link.kind == Kind::kSlide ? slide_motion(*q, *s, *a)
                                                          : JointMotion();
    speed += count;
    poses.push_back(compose(link.near, joint.pose));
    motions.push_back(
        move_on(link.carrier == EngineLink::kBase ? at_base : motions[link.carrier], poses.back(), joint));
    result.accelerations.push_back(motions.back().x);
    // M x + h − l_ext
    result.loads.push_back(link.inertia * motions.back().x + velocity_load(link.inertia, motions.back().omega));
    if (load == nullptr) continue;
    const Vector3<double> torque = take_vector(load), force = take_vector(load);
    result.loads.back() = result.loads.back() - Load<double>{torque, force};
  }
  for (std::size_t i = links.size(); i-- > 0;)
    if (links[i].carrier != EngineLink::kBase)
      result.loads[links[i].carrier] += move_to(poses[i].rotation * result.loads[i], poses[i].position);
  return result;
}

}  // namespace kinemate
