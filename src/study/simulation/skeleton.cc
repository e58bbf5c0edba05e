#include "study/simulation/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "study/simulation/body_places.h"
#include "study/simulation/round_bodies.h"
#include "study/simulation/state_function.h"

namespace kinemate {
namespace {

constexpr double kSamePlace = 1e-9;  // m: what is nearer is one point
constexpr double kOnTheLine = 1e-3;  // of its length: what is nearer to a line is on it

// Whether a joint guides along a line.
bool guides_straight(JointType type) {
  return type == JointType::kPrismatic || type == JointType::kScrew || type == JointType::kCylindrical;
}

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

bool is_pin(JointType type) {
  return type == JointType::kRevolute || type == JointType::kUniversal || type == JointType::kSpherical ||
         type == JointType::kConstantVelocity;
}

// Whether a joint has a place on the world that can be marked.
bool stands_on_world(JointType type) { return type == JointType::kFixed || is_pin(type) || guides_straight(type); }

// All coordinates are known, so what drives them need not be: events may change it.
Model without_drives(Model model) {
  for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
  return model;
}

Vector to_vector(const Vector3<double>& v) { return {make_real(v.x), make_real(v.y), make_real(v.z)}; }

class SkeletonMaker {
 public:
  explicit SkeletonMaker(const Model& model)
      : model_(without_drives(model)),
        kinematics_(compute_kinematics(model_)),
        places_(find_body_places(model_, kinematics_.tree)) {
    for (const auto& [symbol, value] : parameter_values(model)) values_.emplace(symbol, evaluate(value, {}));
    round_ = find_round_bodies(model_, kinematics_.tree, places_, values_);
  }

  Skeleton make() {
    for (std::size_t body = 1; body < model_.bodies.size(); ++body)
      if (kinematics_.tree.reaches(body)) add_body(body);
    for (const TreeJoint& joint : kinematics_.tree.joints)
      add_joint(joint.joint, near_end(model_, joint), far_end(model_, joint));
    for (const std::size_t joint : kinematics_.tree.secondary)
      add_joint(joint, model_.joints[joint].from, model_.joints[joint].to);
    for (const LoadElement& load : model_.loads) add_load(load);
    for (const NamedFrame& frame : model_.frames) add_frame(frame.attachment);
    add_grounds();
    const std::vector<Expr> symbols = free_symbols(formulas_);
    const auto holds = [&](const std::string& name) {
      return std::find(symbols.begin(), symbols.end(), make_symbol(name)) != symbols.end();
    };
    for (const std::string& name : event_parameters(model_)) {
      if (holds(name))  // points are known from t and coordinates alone
        throw Error(ErrorCode::kEvent,
                    fmt::format("there is no film of this run: events set {}, which positions depend on", name));
    }
    for (const Coordinate& coordinate : model_.coordinates) skeleton_.uses.push_back(holds(coordinate.name));
    ProgramSource machine{model_, kinematics_, {}, {}, {}, {}, {}};
    for (const Coordinate& coordinate : model_.coordinates)
      machine.rates.coordinates.push_back(make_symbol(coordinate.name));
    skeleton_.points = formulas_.size() / 3;
    skeleton_.program = make_state_program(machine, {}, formulas_);
    return std::move(skeleton_);
  }

 private:
  std::size_t add_point(std::size_t body, const Vector& place) {
    const Vector position = kinematics_.bodies[body].pose.at(place);
    formulas_.insert(formulas_.end(), {position.x, position.y, position.z});
    return formulas_.size() / 3 - 1;
  }
  std::size_t add_end(const Attachment& end) {
    return add_point(body_of(model_, end), pose_on_body(model_, end).position);
  }

  Vector3<double> numbers(const Vector& v) const {
    return {evaluate(v.x, values_), evaluate(v.y, values_), evaluate(v.z, values_)};
  }
  static double length(const Vector3<double>& v) { return std::hypot(v.x, v.y, v.z); }
  double distance(const Vector& a, const Vector& b) const { return length(numbers(a - b)); }

  // Of a place from the line between two others; from its nearer end where it is not beside it.
  double beside(const Vector& place, const Vector& from, const Vector& to) const {
    const Vector3<double> along = numbers(to - from), arm = numbers(place - from);
    const double share = std::clamp(dot(arm, along) / std::max(dot(along, along), kSamePlace * kSamePlace), 0.0, 1.0);
    return length(arm - along * share);
  }

  void add_body(std::size_t body) {
    const BodyPlaces& places = places_[body];
    const Body& described = model_.bodies[body];
    const bool has_mass = !described.mass.is_zero(), is_last = places.joints.size() == places.closings;
    const std::size_t hub = add_point(body, places.hub);
    std::vector<Vector> thick, drawn;
    const auto add_line = [&](const Vector& end, std::vector<Skeleton::Stroke>& into) {
      if (distance(end, places.hub) <= kSamePlace) return;
      for (const Vector& other : drawn)
        if (beside(end, places.hub, other) <= kOnTheLine * distance(other, places.hub)) return;
      into.push_back({body, hub, add_point(body, end)});
      drawn.push_back(end);
    };
    for (const Vector& place : places.joints) add_line(place, skeleton_.lines);
    std::vector<Vector> ends = places.named;
    if (has_mass) ends.insert(ends.begin(), described.center);
    // far ones first, so that what lies on the way to them has no line of its own
    std::stable_sort(ends.begin(), ends.end(), [&](const Vector& a, const Vector& b) {
      return distance(a, places.hub) > distance(b, places.hub) + kSamePlace;
    });
    const bool is_link = !drawn.empty();
    for (const Vector& place : ends) add_line(place, is_link ? skeleton_.twigs : skeleton_.lines);
    const bool is_round = add_circles(body);
    if (drawn.empty() && !is_round) {
      skeleton_.discs.push_back({body, has_mass ? add_point(body, described.center) : hub});
      add_cross(body);
    } else if (has_mass) {
      skeleton_.centres.push_back({body, add_point(body, described.center)});
    }
    if (is_last) add_tip(body, ends);
  }

  void add_tip(std::size_t body, std::vector<Vector> ends) {
    const BodyPlaces& places = places_[body];
    if (places.closings > 0) ends = places.joints;  // what loops hold shows how it lies
    ends.insert(ends.end(), places.named.begin(), places.named.end());
    ends.push_back(places.hub);
    const auto nearer = [&](const Vector& a, const Vector& b) {
      return distance(a, places.hub) + kSamePlace < distance(b, places.hub);
    };
    skeleton_.tips.push_back({body, add_point(body, *std::max_element(ends.begin(), ends.end(), nearer))});
  }

  // With a spoke, which shows how it turns; a ball has two circles instead.
  bool add_circles(std::size_t body) {
    bool is_round = false;
    for (const RoundBody& one : round_) {
      if (one.body != body) continue;
      is_round = true;
      const Vector3<double> axis = length(one.axis) > 0 ? one.axis : Vector3<double>{0, 0, 1};
      // from the coordinate axis that is most across
      const double sizes[] = {std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)};
      const auto across = static_cast<std::size_t>(std::min_element(sizes, sizes + 3) - sizes);
      Vector3<double> u = unit<double>(across) - axis * axis[across];
      u = u * (1 / length(u));
      const Vector3<double> v = cross(axis, u);
      const auto at = [&](const Vector3<double>& arm) {
        return add_point(body, to_vector(one.centre + arm * one.radius));
      };
      const std::size_t centre = at({}), to_u = at(u), to_v = at(v);
      skeleton_.circles.push_back({body, centre, to_u, to_v});
      at(-u), at(-v);  // so that pictures have room for it
      skeleton_.twigs.push_back({body, centre, to_u});
      if (length(one.axis) == 0) skeleton_.circles.push_back({body, centre, to_u, at(axis)});
    }
    return is_round;
  }

  // A disc alone would not show how a body turns: strokes along its axes, each as long as those of the box with this
  // inertia. ∫x² dm = (I_yy + I_zz - I_xx)/2 is m a²/3 of a box from -a to a.
  void add_cross(std::size_t body) {
    const Body& described = model_.bodies[body];
    const Symmetric3<Expr>& inertia = described.inertia;
    const double mass = evaluate(described.mass, values_);
    const Vector3<double> moments = numbers({inertia.xx, inertia.yy, inertia.zz});
    const double half_sum = (moments.x + moments.y + moments.z) / 2;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double square = 3 * (half_sum - moments[axis]) / mass;
      if (!(square > kSamePlace * kSamePlace) || !std::isfinite(square)) continue;
      Vector arm;
      arm[axis] = make_real(std::sqrt(square));
      const std::size_t from = add_point(body, described.center - arm);
      skeleton_.lines.push_back({body, from, add_point(body, described.center + arm)});
    }
  }

  void add_joint(std::size_t index, const Attachment& near, const Attachment& far) {
    const Joint& joint = model_.joints[index];
    const std::size_t carrier = body_of(model_, near), carried = body_of(model_, far);
    for (const Attachment* end : {&near, &far})
      if (body_of(model_, *end) == kWorld && stands_on_world(joint.type)) skeleton_.marks.push_back(add_end(*end));
    if (is_pin(joint.type)) skeleton_.pins.push_back(add_end(far));
    if (guides_straight(joint.type))
      add_slider(joint, carried == kWorld ? near : far, carried == kWorld ? carrier : carried);
    if (slides(joint) && (guides_straight(joint.type) || carrier != kWorld))
      skeleton_.guides.push_back({carried == kWorld ? carrier : carried, add_end(near), add_end(far)});
  }

  // A joint along a line has the same axis in both of its frames.
  void add_slider(const Joint& joint, const Attachment& end, std::size_t body) {
    const Pose<Expr> pose = pose_on_body(model_, end);
    const Pose<Expr> of_axis = end.world_axes ? pose_on_body(model_, joint.to) : pose;
    const Vector step = of_axis.rotation * joint.axes[0] * make_real(kSkeletonStep);
    skeleton_.sliders.push_back({body, add_point(body, pose.position), add_point(body, pose.position + step)});
  }

  void add_load(const LoadElement& load) {
    if (load.type == LoadType::kTorsion) return add_torsion(load);
    if (!is_wire(model_, load)) return;
    const bool damps =
        !load.damping.is_zero() || load.type == LoadType::kDamper || load.type == LoadType::kVectorDamper;
    const bool springs =
        load.type == LoadType::kBushing || (load.type == LoadType::kSpring && !load.stiffness.is_zero());
    add_wire(load.type == LoadType::kLine ? Skeleton::WireKind::kLine
             : springs && damps           ? Skeleton::WireKind::kSpringDamper
             : damps                      ? Skeleton::WireKind::kDamper
                                          : Skeleton::WireKind::kSpring,
             load.points[0], load.points[1]);
  }

  void add_wire(Skeleton::WireKind kind, const Attachment& from, const Attachment& to) {
    using Kind = Skeleton::WireKind;
    const Skeleton::Wire wire{kind, add_end(from), add_end(to)};
    for (Skeleton::Wire& other : skeleton_.wires) {
      const bool same = (is_one_place(wire.from, other.from) && is_one_place(wire.to, other.to)) ||
                        (is_one_place(wire.from, other.to) && is_one_place(wire.to, other.from));
      if (!same || wire.kind == Kind::kLine || other.kind == Kind::kLine) continue;
      if (wire.kind != other.kind) other.kind = Kind::kSpringDamper;  // side by side
      return;
    }
    skeleton_.wires.push_back(wire);
    if (body_of(model_, from) == kWorld) skeleton_.marks.push_back(wire.from);
    if (body_of(model_, to) == kWorld) skeleton_.marks.push_back(wire.to);
  }

  bool is_one_place(std::size_t a, std::size_t b) const {
    return std::equal(formulas_.begin() + static_cast<std::ptrdiff_t>(3 * a),
                      formulas_.begin() + static_cast<std::ptrdiff_t>(3 * a + 3),
                      formulas_.begin() + static_cast<std::ptrdiff_t>(3 * b));
  }

  // Between the frames of a joint along a line; at the pin of one that turns.
  void add_torsion(const LoadElement& load) {
    for (const Joint& joint : model_.joints) {
      if (std::find(joint.coordinates.begin(), joint.coordinates.end(), load.coordinate) == joint.coordinates.end())
        continue;
      const bool springs = !load.stiffness.is_zero(), damps = !load.damping.is_zero();
      if (joint.type == JointType::kRevolute && springs) skeleton_.spirals.push_back(add_end(joint.to));
      if (joint.type == JointType::kPrismatic && (springs || damps))
        add_wire(springs && damps ? Skeleton::WireKind::kSpringDamper
                 : damps          ? Skeleton::WireKind::kDamper
                                  : Skeleton::WireKind::kSpring,
                 joint.from, joint.to);
      return;
    }
  }

  void add_frame(const Attachment& frame) {
    const std::size_t body = body_of(model_, frame);
    const Pose<Expr> pose = pose_on_body(model_, frame);
    Skeleton::Axes axes{add_point(body, pose.position), {}};
    for (std::size_t i = 0; i < 3; ++i)
      axes.towards[i] = add_point(body, pose.position + pose.rotation.column(i) * make_real(kSkeletonStep));
    skeleton_.frames.push_back(axes);
  }

  void add_grounds() {
    std::vector<Pose<Expr>> known;
    for (const Constraint& constraint : model_.constraints) {
      const bool none =
          constraint.type == ConstraintType::kHolonomic || constraint.type == ConstraintType::kNonholonomic;
      if (none || constraint.type == ConstraintType::kSkate || body_of(model_, constraint.plane) != kWorld) continue;
      const Pose<Expr> pose = pose_on_body(model_, constraint.plane);
      if (std::find(known.begin(), known.end(), pose) != known.end()) continue;
      known.push_back(pose);
      const Vector normal = pose.rotation.column(2) * make_real(kSkeletonStep);
      skeleton_.grounds.push_back(
          {kWorld, add_point(kWorld, pose.position), add_point(kWorld, pose.position + normal)});
    }
  }

  Model model_;
  Kinematics kinematics_;
  Values values_;                   // of parameters that events set, at the start
  std::vector<BodyPlaces> places_;  // for each body
  std::vector<RoundBody> round_;
  std::vector<Expr> formulas_;
  Skeleton skeleton_;
};

}  // namespace

Skeleton make_skeleton(const Model& model) { return SkeletonMaker(model).make(); }

}  // namespace kinemate
