#include "formalism/numeric_system.h"

#include "base/check.h"

namespace kinemate {
namespace {

// Turns formulas into numbers in two runs over the same structure: the first collects them, all are evaluated at once,
// the second puts the values in.
class Numbers {
 public:
  double operator()(Expr formula) {
    if (values_.empty()) {
      formulas_.push_back(formula);
      return 0;
    }
    return values_[next_++];
  }
  Vector3<double> operator()(const Vector& v) {
    const double x = (*this)(v.x), y = (*this)(v.y), z = (*this)(v.z);
    return {x, y, z};
  }
  Matrix3<double> operator()(const Matrix& m) {
    Matrix3<double> result;
    for (std::size_t i = 0; i < 3; ++i) result.rows[i] = (*this)(m.rows[i]);
    return result;
  }
  Turn<double> operator()(const Turn<Expr>& turn) {
    const double cosine = (*this)(turn.cos), sine = (*this)(turn.sin);
    return {cosine, sine};
  }
  Pose<double> operator()(const Pose<Expr>& pose) {
    const Matrix3<double> rotation = (*this)(pose.rotation);
    return {rotation, (*this)(pose.position)};
  }
  Twist<double> operator()(const Twist<Expr>& twist) { return pair<Twist<double>>(twist.angular, twist.linear); }
  Acceleration<double> operator()(const Acceleration<Expr>& x) {
    return pair<Acceleration<double>>(x.angular, x.linear);
  }
  Load<double> operator()(const Load<Expr>& load) { return pair<Load<double>>(load.torque, load.force); }
  JointMotion<double> operator()(const JointMotion<Expr>& motion) {
    const Twist<double> twist = (*this)(motion.twist);
    return {twist, (*this)(motion.bias)};
  }
  BaseMotion<double> operator()(const BaseMotion<Expr>& motion) {
    const Vector3<double> omega = (*this)(motion.angular_velocity);
    return {omega, (*this)(motion.acceleration)};
  }
  RigidInertia<double> operator()(const RigidInertia<Expr>& inertia) {
    RigidInertia<double> result;
    result.mass = (*this)(inertia.mass);
    result.moment = (*this)(inertia.moment);
    const auto& t = inertia.tensor;
    auto& [xx, yy, zz, xy, xz, yz] = result.tensor;
    xx = (*this)(t.xx), yy = (*this)(t.yy), zz = (*this)(t.zz);
    xy = (*this)(t.xy), xz = (*this)(t.xz), yz = (*this)(t.yz);
    return result;
  }

  template <class Make>
  static auto of(const Values& values, Make make) {
    Numbers numbers;
    make(numbers);
    numbers.values_ = evaluate(numbers.formulas_, values);
    numbers.values_.push_back(0);  // so that there is one
    return make(numbers);
  }

 private:
  template <class Pair>
  Pair pair(const Vector& first, const Vector& second) {
    const Vector3<double> a = (*this)(first);
    return {a, (*this)(second)};
  }

  std::vector<Expr> formulas_;
  std::vector<double> values_;
  std::size_t next_ = 0;
};

void append(std::vector<double>& numbers, const Vector3<double>& v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }

EngineLink::Kind kind_of(const MachineLink& link) {
  using Kind = EngineLink::Kind;
  if (!link.axial) return link.speeds.empty() && link.motion.twist == Twist<Expr>() ? Kind::kFixed : Kind::kGeneral;
  const bool plain = link.speeds.size() == 1;  // a driven one comes as a general one, with its motion
  if (plain && link.axial->shift.is_zero() && link.free[0].angular == unit<Expr>(2)) return Kind::kTurn;
  if (plain && link.axial->angle.is_zero() && link.free[0].linear == unit<Expr>(2)) return Kind::kSlide;
  return Kind::kGeneral;
}

// The pose of the link against its near frame.
Pose<Expr> moved_pose(const MachineLink& link) {
  if (!link.axial) return link.pose;
  const ElementaryRotation<Expr> turn{unit<Expr>(2), link.axial->angle};
  return {make_rotation(turn), unit<Expr>(2) * link.axial->shift};
}

}  // namespace

NumericSystem evaluate_system(const FormulaSystem& machine, const Values& values) {
  return Numbers::of(values, [&](Numbers& number) {
    NumericSystem made;
    for (const auto& link : machine.system.links) {
      auto& added = made.system.links.emplace_back();
      added.carrier = link.carrier, added.first = link.first, added.count = link.count;
      added.transfer.before = number(link.transfer.before);
      added.transfer.fixed = number(link.transfer.fixed);
      added.transfer.after = number(link.transfer.after);
      added.transfer.arm = number(link.transfer.arm);
      added.transfer.turns_with_carrier = link.transfer.turns_with_carrier;
      added.inertia = number(link.inertia);
    }
    for (const Twist<Expr>& column : machine.system.free) made.system.free.push_back(number(column));
    made.base = number(machine.base);
    for (const JointMotion<Expr>& joint : machine.joints) made.joints.push_back(number(joint));
    for (const Load<Expr>& load : machine.applied) made.applied.push_back(number(load));
    for (Expr effort : machine.efforts) made.efforts.push_back(number(effort));
    return made;
  });
}

RightSide<double> compute_right_side(const NumericSystem& machine) {
  return {compute_bias_loads(machine.system, machine.base, machine.joints, machine.applied), machine.efforts};
}

EngineInput evaluate_engine_input(const MachineLinks& machine, std::span<const Expr> speeds, const Values& values) {
  const std::vector<LinkAxes> axes(machine.links.size(), LinkAxes::kTurned);
  const FormulaSystem system = make_formula_system(machine, axes);
  return Numbers::of(values, [&](Numbers& number) {
    EngineInput made;
    const BaseMotion<double> base = number(machine.base);
    append(made.base, base.angular_velocity);
    append(made.base, base.acceleration.angular);
    append(made.base, base.acceleration.linear);
    std::size_t column = 0;
    for (const MachineLink& link : machine.links) {
      CHECK(link.turns_with_carrier);
      const EngineLink::Kind kind = kind_of(link);
      EngineLink& added = made.links.emplace_back();
      added.carrier = link.carrier;
      added.near = number(kind == EngineLink::Kind::kFixed ? compose(link.near, link.pose) : link.near);
      added.inertia = number(link.inertia);
      added.kind = kind;
      const Load<double> load = number(link.load);
      append(made.loads, load.torque);
      append(made.loads, load.force);
      for (std::size_t speed : link.speeds) {
        const Expr coordinate = kind == EngineLink::Kind::kTurn ? link.axial->angle
                                : link.axial                    ? link.axial->shift
                                                                : Expr(0);
        made.coordinates.push_back(number(kind == EngineLink::Kind::kGeneral ? Expr(0) : coordinate));
        made.speeds.push_back(number(speeds[speed]));
        made.efforts.push_back(number(system.efforts[column++]));
      }
      if (kind != EngineLink::Kind::kGeneral) continue;
      added.columns = static_cast<unsigned>(link.speeds.size());
      const Pose<double> pose = number(moved_pose(link));
      for (const Vector3<double>& row : pose.rotation.rows) append(made.joints, row);
      append(made.joints, pose.position);
      for (const Twist<Expr>& free : link.free) {
        const Twist<double> motion = number(free);
        append(made.joints, motion.angular), append(made.joints, motion.linear);
      }
      const JointMotion<double> motion = number(link.motion);
      append(made.joints, motion.twist.angular), append(made.joints, motion.twist.linear);
      append(made.joints, motion.bias.angular), append(made.joints, motion.bias.linear);
    }
    return made;
  });
}

}  // namespace kinemate
