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

class Writer {
 public:
  Writer(const Model& model, const Kinematics& kinematics, const LoadElement& load)
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
    }
    return std::move(terms_);
  }

 private:
  Expr resolved(Expr formula) const { return substitute(formula, kinematics_.resolution); }

  Vector vector_in_axes() const {
    const Vector v{resolved(load_.vector.x), resolved(load_.vector.y), resolved(load_.vector.z)};
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

  void drive_joint() {
    const auto& joints = kinematics_.tree.joints;
    const auto found =
        std::find_if(joints.begin(), joints.end(), [&](const TreeJoint& j) { return j.joint == load_.joint; });
    const std::vector<Expr> speeds =
        found == joints.end() ? make_relation(model_, model_.joints[load_.joint]).speeds
                              : kinematics_.relations[static_cast<std::size_t>(found - joints.begin())].speeds;
    for (std::size_t i = 0; i < speeds.size(); ++i) terms_.efforts.push_back({speeds[i], resolved(load_.efforts[i])});
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

  void torsion() {
    const std::string& name = model_.coordinates[load_.coordinate].name;
    const Expr q = make_symbol(name), rate = make_symbol(name, 1);
    const Expr stretch = q - load_.rest;
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
      const std::vector<Expr> efforts = gradient(f, *speeds);
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
  return Writer(model, kinematics, load).write();
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
