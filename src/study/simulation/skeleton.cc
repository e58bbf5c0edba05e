#include "study/simulation/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "study/simulation/state_function.h"

namespace kinemate {
namespace {

constexpr double kSamePlace = 1e-9;  // m: what is nearer is one point

// Whether the frames of a joint part by more than turns. A free joint guides nothing.
bool slides(const Joint& joint) {
  switch (joint.type) {
    case JointType::kPrismatic:
    case JointType::kScrew:
    case JointType::kCylindrical:
    case JointType::kPlanar:
    case JointType::kMotion:
    case JointType::kCustom: return true;
    case JointType::kFixed:
    case JointType::kRevolute:
    case JointType::kUniversal:
    case JointType::kSpherical:
    case JointType::kFree: return false;
    case JointType::kConstantVelocity: return joint.double_cardan && !joint.length.is_zero();
  }
  return false;
}

// All coordinates are known, so what drives them need not be: events may change it.
Model without_drives(Model model) {
  for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
  return model;
}

class SkeletonMaker {
 public:
  explicit SkeletonMaker(const Model& model) : model_(without_drives(model)), kinematics_(compute_kinematics(model_)) {
    for (const auto& [symbol, value] : parameter_values(model)) values_.emplace(symbol, evaluate(value, {}));
    carried_.resize(model.bodies.size());
    places_.resize(model.bodies.size());
    closings_.resize(model.bodies.size());
    for (const TreeJoint& joint : kinematics_.tree.joints) carried_[joint.parent].push_back(&joint);
    for (std::size_t joint : kinematics_.tree.secondary)
      for (const Attachment* end : {&model_.joints[joint].from, &model_.joints[joint].to})
        closings_[body_of(model_, *end)].push_back(pose_on_body(model_, *end).position);
    for (const NamedFrame& frame : model.frames) add_place(frame.attachment);
    for (const Output& output : model.outputs)
      if (output.quantity == Output::Quantity::kPosition) add_place(output.point);
  }

  Skeleton make() {
    for (const TreeJoint* joint : carried_[kWorld])
      if (model_.joints[joint->joint].type != JointType::kFree)
        skeleton_.marks.push_back(add_point(kWorld, near_end(*joint)));
    for (const Vector& place : closings_[kWorld]) skeleton_.marks.push_back(add_point(kWorld, place));
    for (std::size_t body = 1; body < model_.bodies.size(); ++body)
      if (kinematics_.tree.reaches(body)) add_body(body);
    for (const TreeJoint& joint : kinematics_.tree.joints)
      if (joint.parent != kWorld && slides(model_.joints[joint.joint]))
        skeleton_.guides.push_back(
            {joint.child, add_point(joint.parent, near_end(joint)), add_point(joint.child, far_end(joint))});
    for (std::size_t index : kinematics_.tree.secondary)
      if (const Joint& joint = model_.joints[index]; slides(joint))
        skeleton_.guides.push_back({body_of(model_, joint.to), add_end(joint.from), add_end(joint.to)});
    require_lasting();
    ProgramSource machine{model_, kinematics_, {}, {}, {}, {}, {}};
    for (const Coordinate& coordinate : model_.coordinates)
      machine.rates.coordinates.push_back(make_symbol(coordinate.name));
    skeleton_.points = formulas_.size() / 3;
    skeleton_.program = make_state_program(machine, {}, formulas_);
    return std::move(skeleton_);
  }

 private:
  // Of the joint's frame on the parent, and on the child.
  Vector near_end(const TreeJoint& joint) const {
    const Joint& described = model_.joints[joint.joint];
    return pose_on_body(model_, joint.reversed ? described.to : described.from).position;
  }
  Vector far_end(const TreeJoint& joint) const {
    const Joint& described = model_.joints[joint.joint];
    return pose_on_body(model_, joint.reversed ? described.from : described.to).position;
  }

  void add_place(const Attachment& attachment) {
    places_[body_of(model_, attachment)].push_back(pose_on_body(model_, attachment).position);
  }

  std::size_t add_point(std::size_t body, const Vector& place) {
    const Vector position = kinematics_.bodies[body].pose.at(place);
    formulas_.insert(formulas_.end(), {position.x, position.y, position.z});
    return formulas_.size() / 3 - 1;
  }

  std::size_t add_end(const Attachment& end) {
    return add_point(body_of(model_, end), pose_on_body(model_, end).position);
  }

  double number(Expr formula) const { return evaluate(formula, values_); }
  double distance(const Vector& a, const Vector& b) const {
    const Vector d = a - b;
    return std::hypot(number(d.x), number(d.y), number(d.z));
  }

  void add_body(std::size_t body) {
    const Vector origin = far_end(kinematics_.tree.joints[kinematics_.tree.joint_of[body]]);
    const std::size_t from = add_point(body, origin), lines_before = skeleton_.lines.size();
    const auto add_line = [&](const Vector& end) {
      if (distance(end, origin) > kSamePlace) skeleton_.lines.push_back({body, from, add_point(body, end)});
    };
    for (const Vector& place : closings_[body]) add_line(place);
    if (!carried_[body].empty()) {
      for (const TreeJoint* joint : carried_[body]) add_line(near_end(*joint));
      if (skeleton_.lines.size() == lines_before) skeleton_.discs.push_back({body, from});
      return;
    }
    std::vector<Vector> ends = {model_.bodies[body].center};
    ends.insert(ends.end(), places_[body].begin(), places_[body].end());
    // what loops hold shows how it lies: then its centre is no end
    for (auto end = ends.begin() + (closings_[body].empty() ? 0 : 1); end != ends.end(); ++end) add_line(*end);
    ends.insert(ends.end(), closings_[body].begin(), closings_[body].end());
    const auto nearer = [&](const Vector& a, const Vector& b) {
      return distance(a, origin) + kSamePlace < distance(b, origin);
    };
    if (closings_[body].empty() || skeleton_.lines.size() == lines_before)
      skeleton_.discs.push_back({body, add_point(body, ends[0])});
    skeleton_.tips.push_back({body, add_point(body, *std::max_element(ends.begin(), ends.end(), nearer))});
    if (skeleton_.lines.size() == lines_before) add_cross(body);
  }

  // A disc alone would not show how a body turns: strokes along its axes, each as long as those of the box with this
  // inertia. ∫x² dm = (I_yy + I_zz - I_xx)/2 is m a²/3 of a box from -a to a.
  void add_cross(std::size_t body) {
    const Body& described = model_.bodies[body];
    const Symmetric3<Expr>& inertia = described.inertia;
    const double mass = number(described.mass);
    const double moments[] = {number(inertia.xx), number(inertia.yy), number(inertia.zz)};
    const double half_sum = (moments[0] + moments[1] + moments[2]) / 2;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double square = 3 * (half_sum - moments[axis]) / mass;
      if (!(square > kSamePlace * kSamePlace) || !std::isfinite(square)) continue;
      Vector arm;
      arm[axis] = make_real(std::sqrt(square));
      const std::size_t from = add_point(body, described.center - arm);
      skeleton_.lines.push_back({body, from, add_point(body, described.center + arm)});
    }
  }

  // Points are known from t and coordinates alone.
  void require_lasting() const {
    const std::vector<Expr> symbols = free_symbols(formulas_);
    for (const std::string& name : event_parameters(model_))
      if (std::find(symbols.begin(), symbols.end(), make_symbol(name)) != symbols.end())
        throw Error(ErrorCode::kEvent,
                    fmt::format("there is no film of this run: events set {}, which positions depend on", name));
  }

  Model model_;
  Kinematics kinematics_;
  Values values_;                                       // of parameters that events set, at the start
  std::vector<std::vector<const TreeJoint*>> carried_;  // for each body
  std::vector<std::vector<Vector>> places_;             // for each body: what users name on it
  std::vector<std::vector<Vector>> closings_;           // for each body: ends on it of joints that close loops
  std::vector<Expr> formulas_;
  Skeleton skeleton_;
};

}  // namespace

Skeleton make_skeleton(const Model& model) { return SkeletonMaker(model).make(); }

}  // namespace kinemate
