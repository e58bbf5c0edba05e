#include "model/load_terms.h"

#include <algorithm>

namespace kinemate {
namespace {

// The line between the two points of a load.
struct Line {
  std::array<std::size_t, 2> bodies;
  std::array<Vector, 2> points;  // in body axes
  Vector between;                // from the first to the second
  Vector relative_velocity;

  Expr length() const { return sqrt(dot(between, between)); }
  Vector direction() const { return between * (Expr(1) / length()); }
  Expr rate() const { return dot(relative_velocity, between) / length(); }
};

class LoadWriter {
 public:
  LoadWriter(const Model& model, const Kinematics& kinematics, const LoadElement& load)
      : model_(model), kinematics_(kinematics), load_(load) {}

  LoadTerms write() {
    switch (load_.type) {
      case LoadType::kForce: act(0, {{}, vector_in_axes()}); break;
      case LoadType::kTorque: act(0, {vector_in_axes(), {}}); break;
      case LoadType::kJoint: drive_joint(); break;
      case LoadType::kSpring: spring(); break;
      case LoadType::kDamper: damper(); break;
      case LoadType::kVectorDamper: vector_damper(); break;
      case LoadType::kTorsion: torsion(); break;
      case LoadType::kLine: line_law(); break;
      case LoadType::kPotential: potential(resolved(load_.formula)); break;
      case LoadType::kDissipation: dissipation(resolved(load_.formula)); break;
      case LoadType::kKinetic: terms_.kinetic = resolved(load_.formula); break;
      case LoadType::kFriction: friction(); break;
      case LoadType::kBushing: bushing(); break;
    }
    return std::move(terms_);
  }

 private:
  Expr resolved(Expr formula) const { return substitute(formula, kinematics_.resolution); }

  Vector resolved(const Vector& v) const { return {resolved(v.x), resolved(v.y), resolved(v.z)}; }

  Vector vector_in_axes() const {
    const Vector v = resolved(load_.vector);
    return inertial_pose(model_, kinematics_, load_.axes.value_or(Attachment{})).rotation * v;
  }

  void act(std::size_t point, const Load<Expr>& load) {
    const Attachment& attachment = load_.points[point];
    terms_.body_loads.push_back({body_of(model_, attachment), pose_on_body(model_, attachment).position, load});
  }

  // Equal and opposite forces: `pull` acts on the first point.
  void act_between(const Line& line, const Vector& pull) {
    terms_.body_loads.push_back({line.bodies[0], line.points[0], {{}, pull}});
    terms_.body_loads.push_back({line.bodies[1], line.points[1], {{}, -pull}});
  }

  Line line() const {
    Line line;
    std::array<Vector, 2> positions, velocities;
    for (std::size_t i = 0; i < 2; ++i) {
      line.bodies[i] = body_of(model_, load_.points[i]);
      line.points[i] = pose_on_body(model_, load_.points[i]).position;
      positions[i] = inertial_pose(model_, kinematics_, load_.points[i]).position;
      velocities[i] = inertial_twist(model_, kinematics_, load_.points[i]).linear;
    }
    line.between = positions[1] - positions[0];
    line.relative_velocity = velocities[1] - velocities[0];
    return line;
  }

  // By independent speeds, also through those that have names and depend on them.
  std::vector<Expr> slopes_of(Expr f, const std::vector<Expr>& speeds) const {
    if (kinematics_.named_speeds.empty()) return gradient(f, speeds);
    std::vector<Expr> slopes;
    for (Expr s : speeds) {
      Seeds seeds = {{s, Expr(1)}};
      for (const auto& [named, formula] : kinematics_.named_speeds)
        if (const Expr slope = differentiate(formula, s); !slope.is_zero()) seeds[named] = slope;
      slopes.push_back(differentiate(std::span(&f, 1), seeds)[0]);
    }
    return slopes;
  }

  // What a speed of the joint does of those that are independent.
  void act_on_speed(Expr speed, Expr effort) {
    const Expr rate = resolved(speed);
    for (const auto* speeds : {&kinematics_.speeds, &kinematics_.loop_speeds}) {
      const std::vector<Expr> slopes = slopes_of(rate, *speeds);
      for (std::size_t i = 0; i < slopes.size(); ++i)
        if (!slopes[i].is_zero()) terms_.efforts.push_back({(*speeds)[i], slopes[i] * effort});
    }
  }

  void drive_joint() {
    const std::vector<Expr> speeds = joint_speeds(model_, model_.joints[load_.joint]);
    for (std::size_t i = 0; i < speeds.size(); ++i) act_on_speed(speeds[i], resolved(load_.efforts[i]));
  }

  // ½ k (l − l0)²; without a length at rest the force is k times the distance, defined at distance 0 too
  void spring() {
    const Line at = line();
    const Expr k = resolved(load_.stiffness), rest = resolved(load_.rest);
    if (rest.is_zero()) {
      terms_.potential = k * dot(at.between, at.between) / Expr(2);
      act_between(at, at.between * k);
      return;
    }
    const Expr stretch = at.length() - rest;
    terms_.potential = k * pow(stretch, Expr(2)) / Expr(2);
    act_between(at, at.direction() * (k * stretch));
  }

  void damper() {
    const Line at = line();
    const Expr d = resolved(load_.damping), rate = at.rate();
    terms_.dissipation = d * pow(rate, Expr(2)) / Expr(2);
    act_between(at, at.direction() * (d * rate));
  }

  // LAGR's damper (source A (36), (37)): all components of the relative velocity
  void vector_damper() {
    const Line at = line();
    const Expr d = resolved(load_.damping);
    terms_.dissipation = d * dot(at.relative_velocity, at.relative_velocity) / Expr(2);
    act_between(at, at.relative_velocity * d);
  }

  // ½ k (q − a)² and ½ d (q̇ − ȧ)²: spring and damper stand on one foot, which a(t) moves
  void torsion() {
    const std::string& name = model_.coordinates[load_.coordinate].name;
    const Expr stretch = make_symbol(name) - load_.rest,
               rate = make_symbol(name, 1) - differentiate(load_.rest, time_symbol());
    potential(resolved(load_.stiffness * pow(stretch, Expr(2)) / Expr(2)));
    dissipation(resolved(load_.damping * pow(rate, Expr(2)) / Expr(2)));
  }

  // The formula pushes the points apart.
  void line_law() {
    const Line at = line();
    Substitution law = kinematics_.resolution;
    law.symbols.emplace(make_symbol(load_.distance), at.length());
    law.symbols.emplace(make_symbol(load_.distance, 1), at.rate());
    act_between(at, at.direction() * -substitute(load_.formula, law));
  }

  // −F tanh(s/s₀): no force at rest, nearly all of F from 2 s₀ on
  void friction() {
    const Friction& f = load_.friction;
    const Expr level = f.coefficient ? *f.coefficient * f.radius.value_or(Expr(1)) * f.normal : load_.formula;
    const Expr speed = load_.coordinate == kNone ? joint_speeds(model_, model_.joints[load_.joint]).front()
                                                 : make_symbol(model_.coordinates[load_.coordinate].name, 1);
    act_on_speed(speed, -resolved(level) * make_call(Function::kTanh, resolved(speed) / resolved(f.speed)));
  }

  static Vector scaled(const Vector& by, const Vector& v) { return {by.x * v.x, by.y * v.y, by.z * v.z}; }

  // Motion of the second place against the first one, in axes of the first one. The torques of the stiffnesses have a
  // potential only where these are equal: then it is c·(1 − cos a) of the angle a between the frames.
  void bushing() {
    const Pose<Expr> first = inertial_pose(model_, kinematics_, load_.points[0]),
                     second = inertial_pose(model_, kinematics_, load_.points[1]);
    const Twist<Expr> of_first = inertial_twist(model_, kinematics_, load_.points[0]),
                      of_second = inertial_twist(model_, kinematics_, load_.points[1]);
    const Vector between = second.position - first.position;
    auto in_first = [&](const Vector& v) { return transposed_times(first.rotation, v); };
    const Vector shift = in_first(between),
                 rate = in_first(of_second.linear - of_first.linear - cross(of_first.angular, between)),
                 omega = in_first(of_second.angular - of_first.angular);
    const Matrix R = transpose(first.rotation) * second.rotation;
    const Vector turn =
        Vector{R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)} * Expr(Rational(1, 2));  // sin(a)·axis
    const Vector k = resolved(load_.bushing.stiffness), d = resolved(load_.bushing.damping),
                 c = resolved(load_.bushing.torsional_stiffness), b = resolved(load_.bushing.torsional_damping);
    const Vector force = first.rotation * -(scaled(k, shift) + scaled(d, rate)),
                 torque = first.rotation * -(scaled(c, turn) + scaled(b, omega));
    act(1, {torque, force});
    act(0, {-torque - cross(between, force), -force});  // opposite at the same point
    if (!(c.x == c.y && c.y == c.z)) return;
    const Expr half(Rational(1, 2));
    terms_.potential = half * (dot(shift, scaled(k, shift)) + c.x * (Expr(3) - R(0, 0) - R(1, 1) - R(2, 2)));
    terms_.dissipation = half * (dot(rate, scaled(d, rate)) + dot(omega, scaled(b, omega)));
  }

  // −∂V/∂q · ∂q̇/∂s
  void potential(Expr V) {
    terms_.potential = V;
    if (V.is_zero()) return;
    std::vector<Expr> coordinates, rates;
    for (const Coordinate& coordinate : model_.coordinates) {
      const auto seed = kinematics_.time_derivative.find(make_symbol(coordinate.name));
      if (seed == kinematics_.time_derivative.end()) continue;
      coordinates.push_back(seed->first);
      rates.push_back(seed->second);
    }
    const std::vector<Expr> by_coordinates = gradient(V, coordinates);
    Expr power;  // of −V: linear in the speeds
    for (std::size_t i = 0; i < rates.size(); ++i) power -= by_coordinates[i] * rates[i];
    add_efforts(power);
  }

  void dissipation(Expr D) {
    terms_.dissipation = D;
    add_efforts(-D);
  }

  // ∂f/∂s
  void add_efforts(Expr f) {
    for (const auto* speeds : {&kinematics_.speeds, &kinematics_.loop_speeds}) {
      const std::vector<Expr> efforts = slopes_of(f, *speeds);
      for (std::size_t i = 0; i < efforts.size(); ++i)
        if (!efforts[i].is_zero()) terms_.efforts.push_back({(*speeds)[i], efforts[i]});
    }
  }

  const Model& model_;
  const Kinematics& kinematics_;
  const LoadElement& load_;
  LoadTerms terms_;
};

}  // namespace

LoadTerms compute_load_terms(const Model& model, const Kinematics& kinematics, const LoadElement& load) {
  return LoadWriter(model, kinematics, load).write();
}

std::vector<Expr> generalised_forces(const Model& model, const Kinematics& kinematics, const LoadTerms& terms,
                                     std::span<const Expr> speeds) {
  std::unordered_map<Expr, Expr> forces;
  for (const SpeedEffort& effort : terms.efforts) forces[effort.speed] += effort.effort;
  for (const BodyLoad& load : terms.body_loads) {
    if (load.body == kWorld) continue;
    const PointMotion motion = compute_point_motion(model, kinematics, load.body, load.point);
    for (std::size_t i = 0; i < motion.speeds.size(); ++i)
      forces[motion.speeds[i]] += power(load.load, Twist<Expr>{motion.J_R[i], motion.J_T[i]});
  }
  std::vector<Expr> result;
  for (Expr s : speeds) result.push_back(forces[s]);
  return result;
}

}  // namespace kinemate
