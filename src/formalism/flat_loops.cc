#include "formalism/flat_loops.h"

#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "expr/differentiate.h"
#include "model/implicit.h"
#include "model/matrices.h"
#include "model/walker.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

constexpr const char* kGroup = "loops";

// How a frame on a link stands and moves, in its own axes; the pose against the base.
struct FrameMotion {
  Pose<Expr> pose;
  Twist<Expr> twist;
  Acceleration<Expr> acceleration;
};

class LoopMaker {
 public:
  LoopMaker(const Model& model, const Kinematics& kinematics, const MachineLinks& links, const FormulaSystem& system,
            const std::vector<LinkMotion<Expr>>& motions, StepNames& names)
      : model_(model), tree_(kinematics.tree), links_(links), system_(system), motions_(motions), names_(names) {
    made_.on_links.resize(links.links.size());
    poses_.resize(links.links.size());
    velocities_.resize(links.links.size());
  }

  LoopEquations make() {
    const std::set<std::size_t> redundant = find_redundant();
    std::size_t row = 0;
    for (std::size_t j : tree_.secondary) add_joint(model_.joints[j], redundant, row);
    return std::move(made_);
  }

 private:
  // Rows of the conditions of all loops that follow from rows before them.
  std::set<std::size_t> find_redundant() const {
    const Walker walker(model_, tree_, choose_numbers(model_, 0));
    const NewtonResult closed = walker.close(walker.start());
    if (!closed.converged())
      throw Error("the loops cannot be closed from the initial values: " + closed.reason, "kinemate check says more",
                  Error::Kind::kNumerical);
    std::mt19937_64 random(1);
    const Walker::Step step = walker.step(closed.x, random);
    const SparseMatrix conditions =
        with_columns(walker.closure().speed_jacobian(step.end == Walker::Step::End::kMoved ? step.to : closed.x),
                     walker.free_speeds());
    std::set<std::size_t> rows;
    for (Eigen::Index row : find_redundant_rows(conditions)) rows.insert(static_cast<std::size_t>(row));
    return rows;
  }

  void add_joint(const Joint& joint, const std::set<std::size_t>& redundant, std::size_t& row) {
    const bool own_pose =
        joint.type == JointType::kMotion || joint.type == JointType::kCustom || joint.type == JointType::kScrew;
    bool driven = false;
    for (std::size_t c : joint.coordinates) driven = driven || model_.coordinates[c].drive.has_value();
    if (own_pose || driven || joint.from.world_axes || joint.to.world_axes)
      throw Error(fmt::format("joint {} closes a loop and {}", joint.name,
                              driven     ? "is driven"
                              : own_pose ? "is known by its own coordinates alone"
                                         : "has world axes"),
                  "let another joint of the loop close it: cut: true");
    const std::size_t V = link_of(joint.from), N = link_of(joint.to);
    const FrameMotion from = move_frame(V, joint.from), to = move_frame(N, joint.to);
    // the relative pose, as symbols
    Pose<Expr> pose = relative(to.pose, from.pose);
    for (std::size_t k = 0; k < 3; ++k) name(joint, fmt::format("R{}", k + 1), pose.rotation.rows[k]);
    name(joint, "r", pose.position);
    // y, ẏ: of the origin of N as V sees it, in axes of V
    Twist<Expr> y = pose.rotation * to.twist - move(from.twist, pose.position);
    name(joint, "w", y.angular);
    name(joint, "v", y.linear);
    const Acceleration<Expr> carried = move(from.acceleration, from.twist.angular, pose.position);
    const Acceleration<Expr> own = pose.rotation * to.acceleration;
    const Vector& omega = from.twist.angular;
    const Twist<Expr> rate{own.angular - carried.angular - cross(omega, y.angular),
                           own.linear - carried.linear - cross(omega, y.linear) * Expr(2)};
    Seeds moving;  // d/dt of the symbols of the relative pose
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector column{pose.rotation(0, k), pose.rotation(1, k), pose.rotation(2, k)};
      const Vector turning = cross(y.angular, column);
      for (std::size_t i = 0; i < 3; ++i) moving.emplace(pose.rotation(i, k), turning[i]);
      moving.emplace(pose.position[k], y.linear[k]);
    }
    bool complete = true;
    for (const ImplicitEquation& condition : make_implicit(model_, joint, pose)) {
      const bool follows = redundant.contains(row++);
      complete = complete && !follows;
      if (!follows) add_condition(joint, V, N, pose, condition.direction, y, rate, moving);
    }
    if (!complete) made_.redundant.push_back(joint.name);
  }

  void add_condition(const Joint& joint, std::size_t V, std::size_t N, const Pose<Expr>& pose, Load<Expr> W,
                     const Twist<Expr>& y, const Twist<Expr>& rate, const Seeds& moving) {
    std::vector<Expr> components{W.torque.x, W.torque.y, W.torque.z, W.force.x, W.force.y, W.force.z};
    const std::vector<Expr> change = differentiate(components, moving);
    const Load<Expr> turning{{change[0], change[1], change[2]}, {change[3], change[4], change[5]}};
    made_.conditions.push_back(power(W, rate) + power(turning, y));
    const Expr multiplier = names_.make_new(fmt::format("{}_l{}", joint.name, made_.multipliers.size() + 1));
    made_.multipliers.push_back(multiplier);
    const Load<Expr> load = W * multiplier;
    const Load<Expr> in_N{transposed_times(pose.rotation, load.torque), transposed_times(pose.rotation, load.force)};
    add_load(N, joint.to, in_N);
    add_load(V, joint.from, move_to(load, pose.position) * Expr(-1));
  }

  // In axes of the attachment's frame, about its origin.
  void add_load(std::size_t link, const Attachment& attachment, const Load<Expr>& load) {
    if (link == kBase) return;
    const Pose<Expr> place = place_on_link(link, attachment);
    made_.on_links[link] += move_to(place.rotation * load, place.position);
  }

  void name(const Joint& joint, const std::string& what, Vector& v) {
    for (std::size_t k = 0; k < 3; ++k) {
      names_.steps.push_back({kGroup, names_.make_new(fmt::format("{}_{}{}", joint.name, what, "xyz"[k])), v[k]});
      v[k] = names_.steps.back().symbol;
    }
  }

  std::size_t link_of(const Attachment& attachment) const { return links_.link_of[body_of(model_, attachment)]; }

  Pose<Expr> place_on_link(std::size_t link, const Attachment& attachment) const {
    const Pose<Expr> on_body = pose_on_body(model_, attachment);
    return link == kBase ? on_body : compose(links_.links[link].body_frame, on_body);
  }

  FrameMotion move_frame(std::size_t link, const Attachment& attachment) {
    const Pose<Expr> place = place_on_link(link, attachment);
    reach(link);
    const Pose<Expr> pose = link == kBase ? Pose<Expr>{} : *poses_[link];
    const Vector velocity = link == kBase ? Vector{} : velocities_[link];
    const Vector omega = link == kBase ? system_.base.angular_velocity : motions_[link].angular_velocity;
    const Acceleration<Expr> x = link == kBase ? system_.base.acceleration : motions_[link].acceleration;
    const Matrix back = transpose(place.rotation);
    return {compose(pose, place), back * move(Twist<Expr>{omega, velocity}, place.position),
            back * move(x, omega, place.position)};
  }

  // Names the poses against the base and the velocities of the links up to this one.
  void reach(std::size_t link) {
    std::vector<std::size_t> way;
    for (std::size_t at = link; at != kBase && !poses_[at]; at = system_.system.links[at].carrier) way.push_back(at);
    for (; !way.empty(); way.pop_back()) {
      const std::size_t i = way.back(), carrier = system_.system.links[i].carrier;
      const Transfer<Expr>& transfer = system_.system.links[i].transfer;
      const Pose<Expr> before = carrier == kBase ? Pose<Expr>{} : *poses_[carrier];
      const Vector omega = carrier == kBase ? system_.base.angular_velocity : motions_[carrier].angular_velocity;
      const Vector velocity = carrier == kBase ? Vector{} : velocities_[carrier];
      Matrix columns;
      for (std::size_t k = 0; k < 3; ++k) columns.rows[k] = before.rotation * transfer.inward(unit<Expr>(k));
      Pose<Expr> pose{transpose(columns), before.at(transfer.arm)};
      for (std::size_t k = 0; k < 3; ++k) names_.name(kGroup, i, fmt::format("R{}", k + 1), pose.rotation.rows[k]);
      names_.name(kGroup, i, "r", pose.position);
      velocities_[i] = transfer.outward(velocity + cross(omega, transfer.arm)) + system_.joints[i].twist.linear;
      names_.name(kGroup, i, "v", velocities_[i]);
      poses_[i] = pose;
    }
  }

  const Model& model_;
  const Tree& tree_;
  const MachineLinks& links_;
  const FormulaSystem& system_;
  const std::vector<LinkMotion<Expr>>& motions_;
  StepNames& names_;
  LoopEquations made_;
  std::vector<std::optional<Pose<Expr>>> poses_;
  std::vector<Vector> velocities_;  // of the origins, in axes of the links
};

}  // namespace

LoopEquations make_loop_equations(const Model& model, const Kinematics& kinematics, const MachineLinks& links,
                                  const FormulaSystem& system, const std::vector<LinkMotion<Expr>>& motions,
                                  StepNames& names) {
  if (kinematics.tree.secondary.empty()) return {{}, {}, std::vector<Load<Expr>>(links.links.size()), {}};
  return LoopMaker(model, kinematics, links, system, motions, names).make();
}

}  // namespace kinemate
