#include "recursion/bias.h"

#include "expr/expr.h"

namespace kinemate {

template <class S>
Matrix3<S> spread_of(const Vector3<S>& w, const Vector3<S>& alpha) {
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  return {{{{-(yy + zz), xy - alpha.z, xz + alpha.y},
            {xy + alpha.z, -(xx + zz), yz - alpha.x},
            {xz - alpha.y, yz + alpha.x, -(xx + yy)}}}};
}

namespace {

// Outward, link after link.
template <class S>
class Outward {
 public:
  Outward(const BaseSystem<S>& system, const BaseMotion<S>& base)
      : system_(system),
        start_{base.angular_velocity, base.acceleration, spread_of(base.angular_velocity, base.acceleration.angular)},
        motions(system.links.size()),
        of_base_(system.links.size()) {}

  void move(std::size_t i, const JointMotion<S>& joint) {
    const auto& [carrier, transfer, first, count, inertia] = system_.links[i];
    const LinkMotion<S>& V = carrier == kBase ? start_ : motions[carrier];
    const Turning above =
        carrier == kBase ? Turning{start_.angular_velocity, start_.acceleration.angular} : of_base_[carrier];
    of_base_[i] = {transfer.outward(above.velocity), transfer.outward(above.acceleration)};
    const Turning turning = transfer.turns_with_carrier ? Turning{transfer.outward(V.angular_velocity),
                                                                  transfer.outward(V.acceleration.angular)}
                                                        : of_base_[i];
    const auto& [twist, bias] = joint;
    LinkMotion<S>& motion = motions[i];
    motion.angular_velocity = turning.velocity + twist.angular;
    motion.acceleration.angular = turning.acceleration + cross(turning.velocity, twist.angular) + bias.angular;
    motion.acceleration.linear = transfer.outward(V.acceleration.linear + V.spread * transfer.arm) +
                                 cross(turning.velocity, twist.linear + twist.linear) + bias.linear;
    motion.spread = spread_of(motion.angular_velocity, motion.acceleration.angular);
  }

 private:
  struct Turning {
    Vector3<S> velocity, acceleration;
  };
  const BaseSystem<S>& system_;
  const LinkMotion<S> start_;

 public:
  std::vector<LinkMotion<S>> motions;

 private:
  std::vector<Turning> of_base_;  // the base's own turning, in axes of the links
};

}  // namespace

template <class S>
std::vector<LinkMotion<S>> compute_motions(const BaseSystem<S>& system, const BaseMotion<S>& base,
                                           const std::vector<JointMotion<S>>& joints, const Seen<LinkMotion<S>>& seen) {
  Outward<S> pass(system, base);
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    pass.move(i, joints[i]);
    if (seen) seen(i, pass.motions[i]);
  }
  return std::move(pass.motions);
}

template <class S>
Load<S> required_load(const RigidInertia<S>& inertia, const LinkMotion<S>& motion) {
  const auto& [mass, moment, t] = inertia;
  const Vector3<S>&w = motion.angular_velocity, &alpha = motion.acceleration.angular, &a = motion.acceleration.linear;
  const Matrix3<S>& U = motion.spread;
  const Vector3<S> turning{
      t.xx * alpha.x + (t.zz - t.yy) * (w.y * w.z) + t.xz * U(1, 0) - t.xy * U(2, 0) + t.yz * (U(1, 1) - U(2, 2)),
      t.yy * alpha.y + (t.xx - t.zz) * (w.x * w.z) + t.xy * U(2, 1) - t.yz * U(0, 1) + t.xz * (U(2, 2) - U(0, 0)),
      t.zz * alpha.z + (t.yy - t.xx) * (w.x * w.y) + t.yz * U(0, 2) - t.xz * U(1, 2) + t.xy * (U(0, 0) - U(1, 1))};
  return {turning + cross(moment, a), a * mass + U * moment};
}

template <class S>
std::vector<Load<S>> compute_bias_loads(const BaseSystem<S>& system, const BaseMotion<S>& base,
                                        const std::vector<JointMotion<S>>& joints, std::vector<Load<S>> applied) {
  Outward<S> pass(system, base);
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    pass.move(i, joints[i]);
    applied[i] = applied[i] - required_load(system.links[i].inertia, pass.motions[i]);
  }
  return applied;
}

template <class S>
std::vector<Load<S>> collect_joint_loads(const BaseSystem<S>& system, std::vector<Load<S>> needed,
                                         const Seen<Load<S>>& seen) {
  for (std::size_t i = system.links.size(); i-- > 0;) {
    if (seen) seen(i, needed[i]);
    if (const auto& link = system.links[i]; link.carrier != kBase)
      needed[link.carrier] += inward(link.transfer, needed[i]);
  }
  return needed;
}

template <class S>
std::vector<S> project_on_speeds(const BaseSystem<S>& system, const std::vector<Load<S>>& loads) {
  std::vector<S> result(system.free.size());
  for (std::size_t i = 0; i < system.links.size(); ++i)
    for (std::size_t k = 0; k < system.links[i].count; ++k) {
      const std::size_t column = system.links[i].first + k;
      result[column] = power(loads[i], system.free[column]);
    }
  return result;
}

template <class S>
std::vector<S> compute_efforts(const BaseSystem<S>& system, const BaseMotion<S>& base,
                               const std::vector<JointMotion<S>>& joints, const std::vector<Load<S>>& applied) {
  std::vector<Load<S>> needed = compute_bias_loads(system, base, joints, applied);
  for (Load<S>& load : needed) load = Load<S>() - load;
  return project_on_speeds(system, collect_joint_loads(system, std::move(needed)));
}

template Matrix3<double> spread_of(const Vector3<double>&, const Vector3<double>&);
template std::vector<LinkMotion<double>> compute_motions(const BaseSystem<double>&, const BaseMotion<double>&,
                                                         const std::vector<JointMotion<double>>&,
                                                         const Seen<LinkMotion<double>>&);
template Load<double> required_load(const RigidInertia<double>&, const LinkMotion<double>&);
template std::vector<Load<double>> compute_bias_loads(const BaseSystem<double>&, const BaseMotion<double>&,
                                                      const std::vector<JointMotion<double>>&,
                                                      std::vector<Load<double>>);
template std::vector<Load<double>> collect_joint_loads(const BaseSystem<double>&, std::vector<Load<double>>,
                                                       const Seen<Load<double>>&);
template std::vector<double> project_on_speeds(const BaseSystem<double>&, const std::vector<Load<double>>&);
template std::vector<double> compute_efforts(const BaseSystem<double>&, const BaseMotion<double>&,
                                             const std::vector<JointMotion<double>>&, const std::vector<Load<double>>&);
template Matrix3<Expr> spread_of(const Vector3<Expr>&, const Vector3<Expr>&);
template std::vector<LinkMotion<Expr>> compute_motions(const BaseSystem<Expr>&, const BaseMotion<Expr>&,
                                                       const std::vector<JointMotion<Expr>>&,
                                                       const Seen<LinkMotion<Expr>>&);
template Load<Expr> required_load(const RigidInertia<Expr>&, const LinkMotion<Expr>&);
template std::vector<Load<Expr>> compute_bias_loads(const BaseSystem<Expr>&, const BaseMotion<Expr>&,
                                                    const std::vector<JointMotion<Expr>>&, std::vector<Load<Expr>>);
template std::vector<Load<Expr>> collect_joint_loads(const BaseSystem<Expr>&, std::vector<Load<Expr>>,
                                                     const Seen<Load<Expr>>&);
template std::vector<Expr> project_on_speeds(const BaseSystem<Expr>&, const std::vector<Load<Expr>>&);
template std::vector<Expr> compute_efforts(const BaseSystem<Expr>&, const BaseMotion<Expr>&,
                                           const std::vector<JointMotion<Expr>>&, const std::vector<Load<Expr>>&);

}  // namespace kinemate
