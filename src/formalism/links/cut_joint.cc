#include "formalism/links/cut_joint.h"

#include <fmt/format.h>

#include <random>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "expr/text/print.h"
#include "loops/loop_samples.h"
#include "model/joints/implicit.h"
#include "model/load_terms.h"
#include "model/topology/assembly.h"
#include "model/topology/matrices.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

constexpr const char* kCutAnother = "let another joint of the loop close it: cut: true";

void require_plain_cut(const Model& model, const Joint& joint) {
  const bool own_pose =
      joint.type == JointType::kMotion || joint.type == JointType::kCustom || joint.type == JointType::kScrew;
  const std::vector<std::size_t> of_several = shared_coordinates(model);
  bool driven = false, shared = false;
  for (std::size_t c : joint.coordinates) {
    driven = driven || model.coordinates[c].drive.has_value();
    shared = shared || std::find(of_several.begin(), of_several.end(), c) != of_several.end();
  }
  if (own_pose || driven || shared || joint.from.world_axes || joint.to.world_axes)
    throw Error(ErrorCode::kAlgorithm,
                fmt::format("joint {} closes a loop and {}", joint.name,
                            driven     ? "is driven"
                            : own_pose ? "is known by its own coordinates alone"
                            : shared   ? "shares a coordinate"
                                       : "has world axes"),
                kCutAnother);
}

// Symbols for what of a pose is no number, so that conditions can be differentiated by it.
class PoseSymbols {
 public:
  explicit PoseSymbols(const CutMotion& motion) : pose(motion.pose) {
    const Vector &w = motion.twist.angular, &v = motion.twist.linear;
    for (std::size_t k = 0; k < 3; ++k) {
      const Matrix& R = motion.pose.rotation;
      const Vector turning = cross(w, Vector{R(0, k), R(1, k), R(2, k)});
      for (std::size_t i = 0; i < 3; ++i) replace(pose.rotation(i, k), turning[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) replace(pose.position[i], v[i]);
  }

  Load<Expr> written_out(const Load<Expr>& load) const { return loads_of(substitute(components_of(load), actual_)); }
  Load<Expr> rate_of(const Load<Expr>& load) const {
    return loads_of(substitute(differentiate(components_of(load), rates_), actual_));
  }

  Pose<Expr> pose;

 private:
  void replace(Expr& entry, Expr rate) {
    if (entry.is_number()) return;
    const Expr symbol = make_symbol(fmt::format("entry {} of a pose", actual_.symbols.size()));
    actual_.symbols.emplace(symbol, entry);
    rates_.emplace(symbol, rate);
    entry = symbol;
  }
  static std::vector<Expr> components_of(const Load<Expr>& load) {
    return {load.torque.x, load.torque.y, load.torque.z, load.force.x, load.force.y, load.force.z};
  }
  static Load<Expr> loads_of(const std::vector<Expr>& c) { return {{c[0], c[1], c[2]}, {c[3], c[4], c[5]}}; }

  Substitution actual_;
  Seeds rates_;
};

}  // namespace

CutMotion compare_frames(const CutFrame& from, const CutFrame& to) {
  const Pose<Expr> pose = relative(to.pose, from.pose);
  return {pose, compare_twists(from, to, pose)};
}

Twist<Expr> compare_twists(const CutFrame& from, const CutFrame& to, const Pose<Expr>& pose) {
  return pose.rotation * to.twist - move(from.twist, pose.position);
}

Twist<Expr> compute_cut_rate(const CutFrame& from, const CutFrame& to, const CutMotion& motion) {
  const auto& [pose, y] = motion;
  const Acceleration<Expr> carried = move(from.acceleration, from.twist.angular, pose.position);
  const Acceleration<Expr> own = pose.rotation * to.acceleration;
  const Vector& omega = from.twist.angular;
  return {own.angular - carried.angular - cross(omega, y.angular),
          own.linear - carried.linear - cross(omega, y.linear) * Expr(2)};
}

std::vector<CutCondition> make_cut_conditions(const Model& model, const Joint& joint, const CutMotion& motion,
                                              const Twist<Expr>& rate) {
  require_plain_cut(model, joint);
  const PoseSymbols symbols(motion);
  std::vector<CutCondition> conditions;
  for (const ImplicitEquation& equation : make_implicit(model, joint, symbols.pose)) {
    const Load<Expr> W = symbols.written_out(equation.direction);
    conditions.push_back({W, power(W, rate) + power(symbols.rate_of(equation.direction), motion.twist)});
  }
  return conditions;
}

CutLoads make_cut_loads(const CutMotion& motion, const Load<Expr>& direction) {
  const Matrix& R = motion.pose.rotation;
  return {move_to(direction, motion.pose.position) * Expr(-1),
          {transposed_times(R, direction.torque), transposed_times(R, direction.force)}};
}

CutRows find_cut_rows(const Model& model, const Tree& tree) {
  for (std::size_t j : tree.secondary) require_plain_cut(model, model.joints[j]);
  const Walker walker(model, tree, choose_numbers(model, 0));
  const Assembly assembly = assemble(walker, initial_placement(walker));
  const NewtonResult& closed = assembly.result;
  if (!assembly.closed) refuse_open_loops(model, walker, closed);
  std::mt19937_64 random(1);
  const Walker::Step step = walker.step(closed.x, random);
  const Eigen::VectorXd& q = step.end == Walker::Step::End::kMoved ? step.to : closed.x;
  CutRows rows{walker.closure().conditions(q), {}};
  rows.redundant.resize(rows.conditions.size(), false);
  const SparseMatrix conditions = with_columns(walker.closure().speed_jacobian(q), walker.free_speeds());
  for (Eigen::Index row : find_redundant_rows(conditions)) rows.redundant[static_cast<std::size_t>(row)] = true;
  return rows;
}

void refuse_loads_on_cuts(const Model& model, const Kinematics& kinematics) {
  if (kinematics.tree.secondary.empty()) return;
  const std::unordered_set<Expr> speeds(kinematics.speeds.begin(), kinematics.speeds.end());
  for (const LoadElement& load : model.loads)
    for (const SpeedEffort& effort : compute_load_terms(model, kinematics, load).efforts)
      if (!speeds.contains(effort.speed))
        throw Error(
            ErrorCode::kAlgorithm,
            fmt::format("load {} acts along {}, of a joint that closes a loop", load.name, to_text(effort.speed)),
            kCutAnother);
}

void refuse_cut_coordinates(const Model& model, const Kinematics& kinematics, std::span<const Expr> formulas) {
  std::unordered_set<Expr> unknown(kinematics.loop_speeds.begin(), kinematics.loop_speeds.end());
  for (std::size_t j : kinematics.tree.secondary)
    for (std::size_t c : model.joints[j].coordinates) unknown.insert(make_symbol(model.coordinates[c].name));
  for (Expr symbol : free_symbols(formulas))
    if (unknown.contains(symbol))
      throw Error(ErrorCode::kAlgorithm,
                  fmt::format("the equations depend on {}, of a joint that closes a loop", to_text(symbol)),
                  kCutAnother);
}

}  // namespace kinemate
