#include "formalism/methods/roberson_wittenburg.h"

#include <unordered_map>

#include "formalism/methods/joint_loads.h"
#include "formalism/methods/lagrange.h"
#include "model/load_terms.h"

namespace kinemate {
namespace {

// One body against the base: its columns, 0 and those of the speeds that move it, in axes of the base.
struct BodyColumns {
  std::vector<std::size_t> index;               // of each column among 0 ... f
  std::vector<Vector> J_T, J_R;                 // of the centre of mass
  std::vector<std::vector<Vector>> DJ_T, DJ_R;  // [k][j]: column j differentiated in the direction of column k
  std::vector<Vector> spin;                     // Θ J_R
  Vector position;                              // of the centre of mass
  Matrix tensor;                                // Θ
};

class MatricesBuilder {
 public:
  MatricesBuilder(const Model& model, const Kinematics& kinematics)
      : model_(model), fixed_(without_base(model)), relative_(with_speeds_of(kinematics, fixed_)) {
    const Rates rates = compute_rates(relative_);
    Substitution still;
    for (Expr s : relative_.speeds) still.symbols.emplace(s, Expr(0));
    const std::vector<Expr> drift = substitute(rates.rates, still);
    directions_.resize(relative_.speeds.size() + 1);
    directions_[0].emplace(make_symbol("t"), Expr(1));
    for (std::size_t q = 0; q < rates.coordinates.size(); ++q) {
      directions_[0].emplace(rates.coordinates[q], drift[q]);
      for (std::size_t k = 0; k < relative_.speeds.size(); ++k)
        if (!rates.H[q][k].is_zero()) directions_[k + 1].emplace(rates.coordinates[q], rates.H[q][k]);
    }
    for (std::size_t i = 0; i < relative_.speeds.size(); ++i) index_.emplace(relative_.speeds[i], i + 1);
  }

  RobersonWittenburg build() {
    const std::size_t f = relative_.speeds.size();
    result_.speeds = relative_.speeds;
    result_.mass.assign(f * (f + 1) / 2, Expr(0));
    result_.R1.assign(f, std::vector<Expr>((f + 1) * (f + 2) / 2, Expr(0)));
    result_.R2.assign(f, std::vector<Vector>(f + 1));
    result_.R3.resize(f);
    result_.R4.resize(f);
    result_.R5.assign(f, std::vector<Vector>(model_.bodies.size()));
    result_.R6 = result_.R5;
    for (std::size_t b = 1; b < model_.bodies.size(); ++b) add_body(b);
    return std::move(result_);
  }

 private:
  // Against the base, its speeds in the order of those of the machine.
  static Kinematics with_speeds_of(const Kinematics& kinematics, const Model& fixed) {
    Kinematics relative = compute_kinematics(fixed, kinematics.tree);
    relative.speeds = kinematics.speeds;
    relative.tree_order = kinematics.tree_order;
    return relative;
  }

  static Model without_base(const Model& model) {
    Model fixed = model;
    fixed.base.reset();
    return fixed;
  }

  BodyColumns columns_of(std::size_t b) const {
    const Body& body = model_.bodies[b];
    const PointMotion motion = compute_point_motion(fixed_, relative_, b, body.center);
    BodyColumns columns;
    columns.index = {0};
    columns.J_T = {motion.drift};
    columns.J_R = {motion.angular_drift};
    for (std::size_t i = 0; i < motion.speeds.size(); ++i) {
      columns.index.push_back(index_.at(motion.speeds[i]));
      columns.J_T.push_back(motion.J_T[i]);
      columns.J_R.push_back(motion.J_R[i]);
    }
    columns.position = motion.position;
    columns.tensor = rotate(body.inertia, motion.rotation).matrix();
    for (const Vector& J : columns.J_R) columns.spin.push_back(columns.tensor * J);
    std::vector<Expr> flat;
    for (const auto* list : {&columns.J_T, &columns.J_R})
      for (const Vector& v : *list) flat.insert(flat.end(), {v.x, v.y, v.z});
    for (std::size_t k : columns.index) {
      const std::vector<Expr> D = differentiate(flat, directions_[k]);
      std::vector<Vector> all;
      for (std::size_t e = 0; e < D.size(); e += 3) all.push_back({D[e], D[e + 1], D[e + 2]});
      const auto middle = all.begin() + static_cast<std::ptrdiff_t>(columns.J_T.size());
      columns.DJ_T.emplace_back(all.begin(), middle);
      columns.DJ_R.emplace_back(middle, all.end());
    }
    return columns;
  }

  void add_body(std::size_t b) {
    const Expr m = model_.bodies[b].mass;
    const BodyColumns at = columns_of(b);
    for (std::size_t i = 1; i < at.index.size(); ++i) {
      const std::size_t row = at.index[i] - 1;
      const Vector &T = at.J_T[i], &R = at.J_R[i], &spin = at.spin[i];
      result_.R5[row][b] = T;
      result_.R6[row][b] = R;
      result_.R4[row] -= cross(at.position, T) * m + spin;
      add_R3(result_.R3[row], at, T * m, R);
      for (std::size_t j = 1; j <= i; ++j)
        result_.mass[Equations::place(row, at.index[j] - 1)] += dot(T, at.J_T[j]) * m + dot(R, at.spin[j]);
      for (std::size_t k = 0; k < at.index.size(); ++k) {
        const Vector &T_k = at.J_T[k], &R_k = at.J_R[k];
        result_.R2[row][at.index[k]] -=
            cross(T_k, T) * (Expr(2) * m) + cross(R_k, spin) + cross(at.spin[k], R) + at.tensor * cross(R, R_k);
        for (std::size_t j = 0; j < at.index.size(); ++j)
          result_.R1[row][Equations::place(at.index[j], at.index[k])] -=
              dot(T, at.DJ_T[k][j]) * m + dot(spin, at.DJ_R[k][j]) + dot(R, cross(R_k, at.spin[j]));
      }
    }
  }

  // −(T·(ω₀ × (ω₀ × r)) + R·(ω₀ × Θ ω₀)) = ω₀ᵀ R³ ω₀, T with the mass
  static void add_R3(Symmetric3<Expr>& R3, const BodyColumns& at, const Vector& T, const Vector& R) {
    const Vector& r = at.position;
    const Expr along = dot(T, r);
    Matrix sum = at.tensor * tilde(R) - tilde(R) * at.tensor;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        sum(i, j) += T[i] * r[j] + r[i] * T[j];
        if (i == j) sum(i, j) -= Expr(2) * along;
      }
    R3 = R3 + make_symmetric(sum * (Expr(-1) / Expr(2)));
  }

  const Model& model_;
  const Model fixed_;
  const Kinematics relative_;
  std::vector<Seeds> directions_;  // what column k does with the coordinates
  std::unordered_map<Expr, std::size_t> index_;
  RobersonWittenburg result_;
};

Expr quadratic(const Symmetric3<Expr>& a, const Vector& v) { return dot(v, a * v); }

}  // namespace

RobersonWittenburg compute_roberson_wittenburg(const Model& model, const Kinematics& kinematics) {
  RobersonWittenburg result = MatricesBuilder(model, kinematics).build();
  const BodyMotion& base = kinematics.bodies[kWorld];
  const Matrix& R = base.pose.rotation;
  result.angular_velocity = transposed_times(R, base.twist.angular);
  result.angular_acceleration = transposed_times(R, base.bias.angular);
  result.acceleration = transposed_times(R, base.bias.linear);
  result.external = compute_body_loads(model, kinematics);
  for (std::size_t b = 0; b < result.external.size(); ++b) {
    const Vector arm = kinematics.bodies[b].pose.rotation * model.bodies[b].center;
    const Load<Expr> load = move_to(result.external[b], -arm);
    result.external[b] = {transposed_times(R, load.torque), transposed_times(R, load.force)};
  }
  LoadTerms efforts;
  for (const LoadElement& load : model.loads)
    for (const SpeedEffort& effort : compute_load_terms(model, kinematics, load).efforts)
      efforts.efforts.push_back(effort);
  result.efforts = generalised_forces(model, kinematics, efforts, kinematics.speeds);
  Equations added = make_equations(result.speeds);
  add_kinetic_terms(model, kinematics, added);
  for (std::size_t e = 0; e < added.mass.size(); ++e) result.mass[e] += added.mass[e];
  result.added = added.bias;
  return result;
}

Equations assemble(const Model& model, const Kinematics& kinematics, const RobersonWittenburg& parts) {
  Equations equations = make_equations(parts.speeds);
  equations.mass = parts.mass;
  const std::size_t f = parts.speeds.size();
  auto speed = [&](std::size_t k) { return k == 0 ? Expr(1) : parts.speeds[k - 1]; };
  add_applied_forces(model, kinematics, equations);
  for (std::size_t i = 0; i < f; ++i) {
    Expr k = quadratic(parts.R3[i], parts.angular_velocity) + dot(parts.R4[i], parts.angular_acceleration);
    for (std::size_t j = 0; j <= f; ++j) {
      k += dot(parts.angular_velocity, parts.R2[i][j]) * speed(j);
      for (std::size_t l = 0; l <= j; ++l) k += parts.R1[i][Equations::place(j, l)] * (speed(j) * speed(l));
    }
    equations.forces[i] = parts.efforts[i];
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
      k -= dot(parts.R5[i][b], parts.acceleration) * model.bodies[b].mass;
      equations.forces[i] +=
          dot(parts.R5[i][b], parts.external[b].force) + dot(parts.R6[i][b], parts.external[b].torque);
    }
    equations.bias[i] = parts.added[i] - k;
  }
  return equations;
}

Equations derive_by_roberson_wittenburg(const Model& model, const Kinematics& kinematics) {
  return assemble(model, kinematics, compute_roberson_wittenburg(model, kinematics));
}

}  // namespace kinemate
