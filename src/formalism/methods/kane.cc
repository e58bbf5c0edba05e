#include "formalism/methods/kane.h"

#include <unordered_map>

#include "formalism/methods/lagrange.h"

namespace kinemate {
namespace {

struct HashVector {
  std::size_t operator()(const Vector& v) const {
    std::size_t h = 0;
    for (Expr e : {v.x, v.y, v.z}) h = h * 1'000'003 + std::hash<Expr>()(e);
    return h;
  }
};

// Σ factor · weight, where equal factors stand once: points of several bodies often move alike.
template <class Factor, class Weight, class Hash = std::hash<Factor>>
class GroupedSum {
 public:
  void add(const Factor& factor, const Weight& weight) {
    const auto [place, is_new] = place_.try_emplace(factor, terms_.size());
    if (is_new) {
      terms_.emplace_back(factor, weight);
    } else {
      terms_[place->second].second += weight;
    }
  }
  const std::vector<std::pair<Factor, Weight>>& terms() const { return terms_; }

 private:
  std::vector<std::pair<Factor, Weight>> terms_;
  std::unordered_map<Factor, std::size_t, Hash> place_;
};

}  // namespace

Equations derive_by_kane(const Model& model, const Kinematics& kinematics) {
  Equations equations = make_equations(kinematics.speeds);
  std::unordered_map<Expr, std::size_t> index;
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) index.emplace(equations.speeds[i], i);
  std::vector<GroupedSum<Expr, Expr>> masses(equations.mass.size());                    // J_T · J_T and m
  std::vector<GroupedSum<Vector, Vector, HashVector>> forces(equations.speeds.size());  // J_T and m ā
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.mass.is_zero() && body.inertia == Symmetric3<Expr>{}) continue;
    const PointMotion motion = compute_point_motion(model, kinematics, b, body.center);
    const PointMotion turned = in_axes(motion, motion.rotation);
    const Vector& omega = turned.angular_velocity;
    const Vector force = motion.bias * body.mass;
    const Vector torque = body.inertia * turned.angular_bias + cross(omega, body.inertia * omega);
    for (std::size_t i = 0; i < motion.speeds.size(); ++i) {
      const std::size_t row = index.at(motion.speeds[i]);
      forces[row].add(motion.J_T[i], force);
      equations.bias[row] += dot(turned.J_R[i], torque);
      const Vector spin = body.inertia * turned.J_R[i];
      for (std::size_t j = 0; j <= i; ++j) {
        const std::size_t place = Equations::place(row, index.at(motion.speeds[j]));
        masses[place].add(dot(motion.J_T[i], motion.J_T[j]), body.mass);
        equations.mass[place] += dot(spin, turned.J_R[j]);
      }
    }
  }
  for (std::size_t e = 0; e < masses.size(); ++e)
    for (const auto& [product, mass] : masses[e].terms()) equations.mass[e] += product * mass;
  for (std::size_t row = 0; row < forces.size(); ++row)
    for (const auto& [direction, force] : forces[row].terms()) equations.bias[row] += dot(direction, force);
  add_kinetic_terms(model, kinematics, equations);
  add_applied_forces(model, kinematics, equations);
  return equations;
}

}  // namespace kinemate
