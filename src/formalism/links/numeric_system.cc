#include "formalism/links/numeric_system.h"

#include "base/check.h"

namespace kinemate {
namespace {

// Turns formulas into numbers in two runs over the same structure: the first collects them, all are evaluated at once,
// the second puts the values in.
class NumberSource {
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

  std::vector<Share<double>> operator()(const std::vector<Share<Expr>>& shares) {
    std::vector<Share<double>> result;
    for (const Share<Expr>& share : shares) result.push_back({share.speed, (*this)(share.factor)});
    return result;
  }
  BaseSystem<double> operator()(const BaseSystem<Expr>& system) {
    BaseSystem<double> result;
    for (const auto& link : system.links) {
      auto& added = result.links.emplace_back();
      added.carrier = link.carrier, added.first = link.first, added.count = link.count;
      added.transfer.before = (*this)(link.transfer.before);
      added.transfer.fixed = (*this)(link.transfer.tilt ? tilt_matrix(*link.transfer.tilt) : link.transfer.fixed);
      added.transfer.after = (*this)(link.transfer.after);
      added.transfer.arm = (*this)(link.transfer.arm);
      added.transfer.turns_with_carrier = link.transfer.turns_with_carrier;
      added.inertia = (*this)(link.inertia);
    }
    for (const Twist<Expr>& column : system.free) result.free.push_back((*this)(column));
    return result;
  }

  template <class Make>
  static auto of(const Values& values, Make make) {
    NumberSource numbers;
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

template <class Pair>
void append(std::vector<Expr>& formulas, const Pair& pair) {
  const auto& [first, second] = pair;
  formulas.insert(formulas.end(), {first.x, first.y, first.z, second.x, second.y, second.z});
}

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
  return NumberSource::of(values, [&](NumberSource& number) {
    NumericSystem made;
    made.system = number(machine.system);
    made.base = number(machine.base);
    for (const JointMotion<Expr>& joint : machine.joints) made.joints.push_back(number(joint));
    for (const Load<Expr>& load : machine.applied) made.applied.push_back(number(load));
    for (Expr effort : machine.efforts) made.efforts.push_back(number(effort));
    return made;
  });
}

NumericMacro evaluate_macro(const MacroMachine& machine, const Values& values) {
  return NumberSource::of(values, [&](NumberSource& number) {
    NumericMacro made;
    made.system.system = number(machine.system.system);
    made.system.speed_count = machine.system.speed_count;
    for (const auto& shares : machine.system.shares) made.system.shares.push_back(number(shares));
    for (const MacroJoint<Expr>& joint : machine.system.joints) {
      auto& added = made.system.joints.emplace_back(MacroJoint<double>{joint.carrier, joint.links, joint.speeds, {}});
      for (const MacroRelation<Expr>& relation : joint.relations) {
        MacroRelation<double>& numbers = added.relations.emplace_back();
        numbers.shares = number(relation.shares);
        numbers.primary = number(relation.primary);
        numbers.rest = number(relation.rest);
      }
    }
    for (const Load<Expr>& load : machine.right.loads) made.right.loads.push_back(number(load));
    for (Expr effort : machine.right.efforts) made.right.efforts.push_back(number(effort));
    for (Expr effort : machine.efforts) made.efforts.push_back(number(effort));
    return made;
  });
}

RightSide<double> compute_right_side(const NumericSystem& machine) {
  return {compute_bias_loads(machine.system, machine.base, machine.joints, machine.applied), machine.efforts};
}

EngineFormulas make_engine_formulas(const MachineLinks& machine, std::span<const Expr> speeds,
                                    const Values& constants) {
  const std::vector<LinkAxes> axes(machine.links.size(), LinkAxes::kTurned);
  EngineFormulas made;
  made.efforts = make_formula_system(machine, axes).efforts;
  const auto& [omega, acceleration] = machine.base;
  made.base = {omega.x, omega.y, omega.z};
  append(made.base, acceleration);
  for (const MachineLink& link : machine.links) {
    CHECK(link.turns_with_carrier);
    const EngineLink::Kind kind = kind_of(link);
    const bool general = kind == EngineLink::Kind::kGeneral;
    made.links.push_back(NumberSource::of(constants, [&](NumberSource& number) {
      const Pose<double> near = number(kind == EngineLink::Kind::kFixed ? compose(link.near, link.pose) : link.near);
      const auto columns = static_cast<unsigned>(general ? link.speeds.size() : 0);
      return EngineLink{link.carrier, near, number(link.inertia), kind, columns};
    }));
    append(made.loads, link.load);
    for (std::size_t speed : link.speeds) {
      made.coordinates.push_back(general                           ? Expr(0)
                                 : kind == EngineLink::Kind::kTurn ? link.axial->angle
                                                                   : link.axial->shift);
      made.speeds.push_back(speeds[speed]);
    }
    if (!general) continue;
    const Pose<Expr> pose = moved_pose(link);
    for (const Vector& row : pose.rotation.rows) made.joints.insert(made.joints.end(), {row.x, row.y, row.z});
    made.joints.insert(made.joints.end(), {pose.position.x, pose.position.y, pose.position.z});
    for (const Twist<Expr>& free : link.free) append(made.joints, free);
    append(made.joints, link.motion.twist);
    append(made.joints, link.motion.bias);
  }
  return made;
}

EngineInput evaluate_engine_input(const EngineFormulas& formulas, const Values& values) {
  return {evaluate(formulas.coordinates, values), evaluate(formulas.speeds, values), evaluate(formulas.efforts, values),
          evaluate(formulas.base, values),        evaluate(formulas.loads, values),  evaluate(formulas.joints, values)};
}

}  // namespace kinemate
