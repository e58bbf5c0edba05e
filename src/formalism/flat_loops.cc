#include "formalism/flat_loops.h"

#include <fmt/format.h>

#include <optional>

#include "formalism/links/cut_joint.h"

namespace kinemate {
namespace {

constexpr const char* kGroup = "loops";

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
    const CutRows rows = find_cut_rows(model_, tree_);
    std::size_t row = 0;
    for (std::size_t j : tree_.secondary) add_joint(model_.joints[j], rows.redundant, row);
    return std::move(made_);
  }

 private:
  void add_joint(const Joint& joint, const std::vector<bool>& redundant, std::size_t& row) {
    const std::size_t V = link_of(joint.from), N = link_of(joint.to);
    const CutFrame from = move_frame(V, joint.from), to = move_frame(N, joint.to);
    CutMotion motion = compare_frames(from, to);
    for (std::size_t k = 0; k < 3; ++k) name(joint, fmt::format("R{}", k + 1), motion.pose.rotation.rows[k]);
    name(joint, "r", motion.pose.position);
    motion.twist = compare_twists(from, to, motion.pose);
    name(joint, "w", motion.twist.angular);
    name(joint, "v", motion.twist.linear);
    bool complete = true;
    for (const CutCondition& condition :
         make_cut_conditions(model_, joint, motion, compute_cut_rate(from, to, motion))) {
      const bool follows = redundant[row++];
      complete = complete && !follows;
      if (!follows) add_condition(joint, V, N, motion, condition);
    }
    if (!complete) made_.redundant.push_back(joint.name);
  }

  void add_condition(const Joint& joint, std::size_t V, std::size_t N, const CutMotion& motion,
                     const CutCondition& condition) {
    made_.conditions.push_back(condition.acceleration);
    const Expr multiplier = names_.make_new(fmt::format("{}_l{}", joint.name, made_.multipliers.size() + 1));
    made_.multipliers.push_back(multiplier);
    const CutLoads loads = make_cut_loads(motion, condition.direction * multiplier);
    add_load(N, joint.to, loads.on_to);
    add_load(V, joint.from, loads.on_from);
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

  CutFrame move_frame(std::size_t link, const Attachment& attachment) {
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
