#include "loops/positions/elementary_motions.h"

#include <algorithm>
#include <optional>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "model/joints/homokinetic.h"

namespace kinemate {
namespace {

bool holds_any(Expr formula, std::span<const Expr> symbols) {
  const std::vector<Expr> held = free_symbols(formula);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](Expr q) { return std::find(held.begin(), held.end(), q) != held.end(); });
}

// A joint's motions, gathered one after the other.
class MotionList {
 public:
  MotionList(const Model& model, std::size_t joint) : joint_(joint) {
    for (std::size_t index : model.joints[joint].coordinates) q_.push_back(make_symbol(model.coordinates[index].name));
  }

  const std::vector<Expr>& coordinates() const { return q_; }

  void fix(const SteadyPose& pose) { motions_.push_back({MotionKind::kFixed, {}, {}, pose, joint_}); }
  void turn(const Vector& axis, Expr q) {
    motions_.push_back({MotionKind::kTurn, axis, {q}, make_steady_turn(axis, q), joint_});
  }
  void shift(const Vector& way, Expr q) {
    motions_.push_back({MotionKind::kShift, way, {q}, make_steady_shift(way * q), joint_});
  }
  void turn_as_ball(std::span<const Expr> p) {
    const SteadyPose pose{make_rotation(EulerParameters<Expr>{p[0], {p[1], p[2], p[3]}}), {}, {}, std::nullopt};
    motions_.push_back({MotionKind::kBall, {}, {p.begin(), p.end()}, pose, joint_});
  }
  void move_otherwise(const SteadyPose& pose) { motions_.push_back({MotionKind::kOther, {}, q_, pose, joint_}); }

  std::vector<ElementaryMotion> take() { return std::move(motions_); }

 private:
  std::size_t joint_;
  std::vector<Expr> q_;
  std::vector<ElementaryMotion> motions_;
};

// Angles about given axes, or Euler parameters, from the coordinate `first` on.
void add_orientation(const Joint& joint, std::size_t first, MotionList& list) {
  const auto q = std::span(list.coordinates()).subspan(first);
  if (joint.euler_parameters) return list.turn_as_ball(q);
  for (std::size_t i = 0; i < q.size(); ++i) list.turn(joint.axes[i], q[i]);
}

// One elementary rotation of a pose that is given by formulas: fixed, or ± a coordinate + what is fixed.
bool add_turn_formula(const ElementaryRotation<Expr>& rotation, MotionList& list) {
  const std::vector<Expr>& q = list.coordinates();
  const auto found = std::find_if(q.begin(), q.end(), [&](Expr x) { return holds_any(rotation.angle, {&x, 1}); });
  if (found == q.end()) {
    list.fix(make_steady_turn(rotation.axis, rotation.angle));
    return true;
  }
  const Expr rate = differentiate(rotation.angle, *found);
  if (!rate.is_one() && !(-rate).is_one()) return false;
  const Expr rest = substitute(rotation.angle, {{{*found, Expr(0)}}, {}});
  if (holds_any(rest, q)) return false;
  if (!rest.is_zero()) list.fix(make_steady_turn(rotation.axis, rest));
  list.turn(rotation.axis * rate, *found);
  return true;
}

// A position that is linear in the coordinates: one shift for each.
bool add_shift_formulas(const Vector& position, MotionList& list) {
  const std::vector<Expr>& q = list.coordinates();
  Substitution origin;
  for (Expr x : q) origin.symbols.emplace(x, Expr(0));
  const Vector rest{substitute(position.x, origin), substitute(position.y, origin), substitute(position.z, origin)};
  if (!(rest == Vector{})) list.fix(make_steady_shift(rest));
  for (Expr x : q) {
    const Vector way{differentiate(position.x, x), differentiate(position.y, x), differentiate(position.z, x)};
    for (std::size_t i = 0; i < 3; ++i)
      if (holds_any(way[i], q)) return false;
    if (!(way == Vector{})) list.shift(way, x);
  }
  return true;
}

bool add_pose_formulas(const Joint& joint, MotionList& list) {
  if (!add_shift_formulas(joint.position, list)) return false;
  if (joint.rotation.matrix) {
    for (const Vector& row : joint.rotation.matrix->rows)
      for (std::size_t i = 0; i < 3; ++i)
        if (holds_any(row[i], list.coordinates())) return false;
    list.fix(make_steady_rotation(joint.rotation));
  }
  return joint.rotation.matrix ||
         std::all_of(joint.rotation.sequence.begin(), joint.rotation.sequence.end(),
                     [&](const ElementaryRotation<Expr>& rotation) { return add_turn_formula(rotation, list); });
}

// A pose by formulas whose motions are no sequence of simple ones moves as one thing.
void add_given_pose(const Joint& joint, MotionList& list) {
  MotionList simple = list;
  if (add_pose_formulas(joint, simple)) {
    list = simple;
    return;
  }
  list.move_otherwise(make_steady_pose(joint.position, joint.rotation));
}

void add_joint_motions(const Joint& joint, MotionList& list) {
  const std::vector<Expr> q = list.coordinates();
  switch (joint.type) {
    case JointType::kFixed: break;
    case JointType::kRevolute: list.turn(joint.axes[0], q[0]); break;
    case JointType::kPrismatic: list.shift(joint.axes[0], q[0]); break;
    case JointType::kScrew:
      list.turn(joint.axes[0], q[0]);
      if (!joint.pitch.is_zero()) list.shift(joint.axes[0] * joint.pitch, q[0]);
      break;
    case JointType::kCylindrical:
      list.turn(joint.axes[0], q[0]);
      list.shift(joint.axes[0], q[1]);
      break;
    case JointType::kUniversal:
    case JointType::kSpherical: add_orientation(joint, 0, list); break;
    case JointType::kPlanar: {
      const auto [a, b] = perpendicular(joint.axes[0]);
      list.shift(a, q[0]);
      list.shift(b, q[1]);
      list.turn(joint.axes[0], q[2]);
      break;
    }
    case JointType::kFree:
      for (std::size_t i = 0; i < 3; ++i) list.shift(unit<Expr>(i), q[i]);
      add_orientation(joint, 3, list);
      break;
    case JointType::kConstantVelocity: {
      const auto [a, b] = perpendicular(joint.axes[0]);
      if (joint.euler_parameters) {
        list.move_otherwise({make_homokinetic_shape(joint, q).pose.rotation, {}, {}, std::nullopt});
        break;
      }
      list.turn(a, q[0]);
      list.turn(b, q[1]);
      if (joint.double_cardan) {
        list.fix(make_steady_shift(joint.axes[0] * joint.length));
        list.turn(b, q[1]);
      }
      list.turn(a, q[0]);
      break;
    }
    case JointType::kMotion:
    case JointType::kCustom: add_given_pose(joint, list); break;
  }
}

}  // namespace

std::vector<ElementaryMotion> make_elementary_motions(const Model& model, std::size_t joint) {
  MotionList list(model, joint);
  list.fix(make_steady_place(model, model.joints[joint].from));
  add_joint_motions(model.joints[joint], list);
  list.fix(inverse(make_steady_place(model, model.joints[joint].to)));
  return list.take();
}

std::vector<ElementaryMotion> reverse(const std::vector<ElementaryMotion>& motions) {
  std::vector<ElementaryMotion> other(motions.rbegin(), motions.rend());
  for (ElementaryMotion& motion : other) {
    motion.axis = -motion.axis;
    motion.pose = inverse(motion.pose);
  }
  return other;
}

}  // namespace kinemate
