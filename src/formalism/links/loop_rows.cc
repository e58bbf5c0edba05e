#include "formalism/links/loop_rows.h"

#include <algorithm>
#include <map>

namespace kinemate {
namespace {

Turn<Expr> turn_of_still(const FormulaSystem& machine, std::size_t link) {
  const Expr angle = machine.still[link];
  return angle.is_zero() ? Turn<Expr>{} : Turn<Expr>{cos(angle), sin(angle)};
}

// From a link to the base, the link first.
std::vector<std::size_t> way_to_base(const FormulaSystem& machine, std::size_t link) {
  std::vector<std::size_t> way;
  for (; link != kBase; link = machine.system.links[link].carrier) way.push_back(link);
  return way;
}

// The links of both sides of a loop and how they stand and move against what carries both.
class LoopSides {
 public:
  LoopSides(const FormulaSystem& machine, std::size_t V, std::size_t N) : machine_(machine) {
    std::vector<std::size_t> from = way_to_base(machine, V), to = way_to_base(machine, N);
    // links that do not turn with their carriers are oriented against the base
    const auto stands_alone = [&](std::size_t i) { return !machine.system.links[i].transfer.turns_with_carrier; };
    const auto is_common = [&] { return !from.empty() && !to.empty() && from.back() == to.back(); };
    std::vector<std::size_t> common;
    for (; is_common(); from.pop_back(), to.pop_back()) common.push_back(from.back());
    if (std::any_of(from.begin(), from.end(), stands_alone) || std::any_of(to.begin(), to.end(), stands_alone)) {
      links_ = std::move(common);
    } else if (!common.empty()) {
      carrier = common.back();
    }
    links_.insert(links_.end(), from.begin(), from.end());
    links_.insert(links_.end(), to.begin(), to.end());
    std::sort(links_.begin(), links_.end());
    move_links();
  }

  CutFrame frame_of(std::size_t link, const Pose<Expr>& place) const {
    const Matrix back = transpose(place.rotation);
    if (link == carrier)
      return {place, back * move(Twist<Expr>{base_.angular_velocity, {}}, place.position),
              back * move(base_.acceleration, base_.angular_velocity, place.position)};
    const Side& side = sides_.at(link);
    return {compose(side.pose, place), back * move(side.twist, place.position),
            back * move(side.acceleration, side.twist.angular, place.position)};
  }

  std::size_t carrier = kBase;

 private:
  struct Side {
    Pose<Expr> pose;
    Twist<Expr> twist;
    Acceleration<Expr> acceleration;
  };

  void move_links() {
    BaseSystem<Expr> system;
    std::vector<JointMotion<Expr>> joints;
    std::map<std::size_t, std::size_t> place{{carrier, kBase}};
    for (std::size_t i : links_) {
      auto& link = system.links.emplace_back(machine_.system.links[i]);
      link.carrier = place.at(link.carrier);
      place.emplace(i, place.size() - 1);
      joints.push_back(machine_.joints[i]);
    }
    // the base's own motion is in the motions of all links anyway: they are shared formulas
    if (carrier == kBase) base_ = machine_.base;
    const std::vector<LinkMotion<Expr>> motions = compute_motions(system, base_, joints);
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const auto& [V, transfer, first, count, inertia] = system.links[k];
      const Side before = V == kBase ? Side{{}, {base_.angular_velocity, {}}, {}} : sides_.at(links_[V]);
      Matrix columns;
      for (std::size_t i = 0; i < 3; ++i) columns.rows[i] = before.pose.rotation * transfer.inward(unit<Expr>(i));
      const Vector velocity = before.twist.linear + cross(before.twist.angular, transfer.arm);
      sides_[links_[k]] = {{transpose(columns), before.pose.at(transfer.arm)},
                           {motions[k].angular_velocity, transfer.outward(velocity) + joints[k].twist.linear},
                           motions[k].acceleration};
    }
  }

  const FormulaSystem& machine_;
  std::vector<std::size_t> links_;
  BaseMotion<Expr> base_;
  std::map<std::size_t, Side> sides_;
};

class RowMaker {
 public:
  RowMaker(const Model& model, const MachineLinks& links, const FormulaSystem& machine)
      : model_(model), links_(links), machine_(machine) {}

  std::vector<LoopRow> make(const Joint& joint) const {
    const std::size_t V = link_of(joint.from), N = link_of(joint.to);
    const LoopSides sides(machine_, V, N);
    const Pose<Expr> on_V = place_on_link(V, joint.from), on_N = place_on_link(N, joint.to);
    const CutFrame from = sides.frame_of(V, on_V), to = sides.frame_of(N, on_N);
    const CutMotion motion = compare_frames(from, to);
    std::vector<LoopRow> rows;
    for (const CutCondition& condition :
         make_cut_conditions(model_, joint, motion, compute_cut_rate(from, to, motion))) {
      LoopRow& row = rows.emplace_back();
      row.bias = condition.acceleration;
      row.carrier = sides.carrier;
      const CutLoads loads = make_cut_loads(motion, condition.direction);
      add_load(row, V, on_V, loads.on_from);
      add_load(row, N, on_N, loads.on_to);
    }
    return rows;
  }

 private:
  std::size_t link_of(const Attachment& attachment) const { return links_.link_of[body_of(model_, attachment)]; }

  Pose<Expr> place_on_link(std::size_t link, const Attachment& attachment) const {
    const Pose<Expr> on_body = pose_on_body(model_, attachment);
    if (link == kBase) return on_body;
    const Pose<Expr> on_link = compose(links_.links[link].body_frame, on_body);
    return compose({turn_matrix(turn_of_still(machine_, link)), {}}, on_link);
  }

  // On what carries both sides loads have no efforts; on the base they do nothing.
  static void add_load(LoopRow& row, std::size_t link, const Pose<Expr>& place, const Load<Expr>& load) {
    if (link != kBase) row.loads.emplace_back(link, move_to(place.rotation * load, place.position));
  }

  const Model& model_;
  const MachineLinks& links_;
  const FormulaSystem& machine_;
};

}  // namespace

LoopRows make_loop_rows(const Model& model, const Tree& tree, const MachineLinks& links, const FormulaSystem& machine) {
  LoopRows made;
  if (tree.secondary.empty()) return made;
  const CutRows all = find_cut_rows(model, tree);
  const RowMaker maker(model, links, machine);
  std::size_t next = 0;
  for (std::size_t j : tree.secondary) {
    bool complete = true;
    for (LoopRow& row : maker.make(model.joints[j])) {
      row.condition = all.conditions[next];
      if (!all.redundant[next++]) {
        made.rows.push_back(std::move(row));
      } else {
        complete = false;
      }
    }
    if (!complete) made.redundant.push_back(model.joints[j].name);
  }
  return made;
}

std::vector<Expr> compute_loop_efforts(const FormulaSystem& machine, const LoopRow& row) {
  std::vector<Expr> efforts(machine.system.free.size());
  for (const auto& [end, on_end] : row.loads) {
    Load<Expr> load = on_end;
    for (std::size_t i = end; i != row.carrier; i = machine.system.links[i].carrier) {
      const auto& link = machine.system.links[i];
      for (std::size_t k = link.first; k < link.first + link.count; ++k)
        efforts[k] += power(load, machine.system.free[k]);
      load = inward(link.transfer, load);
    }
  }
  return efforts;
}

}  // namespace kinemate
