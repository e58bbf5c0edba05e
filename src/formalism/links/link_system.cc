#include "formalism/links/link_system.h"

#include <algorithm>
#include <cmath>

#include "expr/evaluate.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

Turn<Expr> turn_by(Expr angle) { return angle.is_zero() ? Turn<Expr>{} : Turn<Expr>{cos(angle), sin(angle)}; }

class SystemMaker {
 public:
  SystemMaker(const MachineLinks& machine, std::span<const LinkAxes> axes) : machine_(machine), axes_(axes) {}

  FormulaSystem make() {
    made_.base = machine_.base;
    made_.speed_count = machine_.efforts.size();
    for (std::size_t i = 0; i < machine_.links.size(); ++i) {
      const MachineLink& link = machine_.links[i];
      pending_.push_back(Expr(0));
      auto& added = made_.system.links.emplace_back();
      added.carrier = link.carrier;
      added.first = made_.speeds.size();
      added.count = link.speeds.size();
      added.transfer = transfer_of(i);
      const Turn<Expr> turn = turn_by(pending_[i]);
      added.inertia = pending_[i].is_zero() ? link.inertia : rotate(link.inertia, turn);
      made_.applied.push_back({turn * link.load.torque, turn * link.load.force});
      made_.joints.push_back(link.motion);
      if (link.shifts_in_near_axes) made_.turned.push_back({added.first, link.pose.rotation});
      made_.system.free.insert(made_.system.free.end(), link.free.begin(), link.free.end());
      made_.speeds.insert(made_.speeds.end(), link.speeds.begin(), link.speeds.end());
      rotations_.push_back({});
    }
    made_.efforts = made_.to_columns(machine_.efforts);
    made_.still = std::move(pending_);
    return std::move(made_);
  }

 private:
  Transfer<Expr> transfer_of(std::size_t i) {
    const MachineLink& link = machine_.links[i];
    const Expr carried = link.carrier == kBase ? Expr(0) : pending_[link.carrier];
    const bool still = axes_[i] == LinkAxes::kStill && link.axial;
    Transfer<Expr> transfer;
    transfer.turns_with_carrier = link.turns_with_carrier;
    Vector arm = link.near.position;
    if (!link.axial) arm += link.near.rotation * link.pose.position;
    if (link.axial) arm += link.near.rotation * (unit<Expr>(2) * link.axial->shift);
    transfer.arm = turn_by(carried) * arm;
    const Expr angle = link.axial ? link.axial->angle : Expr(0);
    if (!link.turns_with_carrier) {  // against the base: back along the way to it
      transfer.fixed = transpose(rotation_of(link.carrier)) * link.near.rotation;
      return transfer;
    }
    if (link.axial && link.near.rotation == Matrix::identity()) {  // one turn by the sum of both angles
      if (still) {
        pending_[i] = carried + angle;
      } else {
        transfer.after = turn_by(carried + angle);
      }
      return transfer;
    }
    if (link.tilt) {
      transfer.before = turn_by(carried + link.tilt->before);
      transfer.tilt = link.tilt->turn;
    } else {
      transfer.before = turn_by(carried);
      transfer.fixed = link.axial ? link.near.rotation : link.near.rotation * link.pose.rotation;
    }
    if (still) {
      pending_[i] = angle;
    } else {
      transfer.after = turn_by(angle);
    }
    return transfer;
  }

  // The axes of a link, in those of the base.
  Matrix rotation_of(std::size_t i) {
    if (i == kBase) return Matrix::identity();
    if (rotations_[i]) return *rotations_[i];
    std::vector<std::size_t> way;
    for (std::size_t at = i; at != kBase && !rotations_[at]; at = made_.system.links[at].carrier) way.push_back(at);
    for (; !way.empty(); way.pop_back()) {
      const std::size_t carrier = made_.system.links[way.back()].carrier;
      const Transfer<Expr>& transfer = made_.system.links[way.back()].transfer;
      Matrix rotation = carrier == kBase ? Matrix::identity() : *rotations_[carrier];
      auto turned = [](const Matrix& R, const Turn<Expr>& turn) {  // R · turn
        return Matrix{
            {transposed_times(turn, R.rows[0]), transposed_times(turn, R.rows[1]), transposed_times(turn, R.rows[2])}};
      };
      const Matrix fixed = transfer.tilt ? tilt_matrix(*transfer.tilt) : transfer.fixed;
      rotations_[way.back()] = turned(turned(rotation, transfer.before) * fixed, transfer.after);
    }
    return *rotations_[i];
  }

  const MachineLinks& machine_;
  const std::span<const LinkAxes> axes_;
  FormulaSystem made_;
  std::vector<Expr> pending_;  // by which angle a still link has turned against its axes
  std::vector<std::optional<Matrix>> rotations_;
};

}  // namespace

std::vector<LinkAxes> choose_axes(const MachineLinks& machine, AxesRule rule) {
  const auto& links = machine.links;
  std::vector<std::size_t> children(links.size(), 0);
  std::vector<bool> parallel_child(links.size(), false);
  auto turns = [&](std::size_t i) { return links[i].axial && !links[i].axial->angle.is_zero(); };
  auto is_parallel = [&](std::size_t i) {
    return links[i].carrier != kBase && turns(i) && turns(links[i].carrier) &&
           links[i].near.rotation == Matrix::identity();
  };
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].carrier == kBase) continue;
    ++children[links[i].carrier];
    if (is_parallel(i)) parallel_child[links[i].carrier] = true;
  }
  const bool parallels = rule != AxesRule::kTurned && rule != AxesRule::kStillLast;
  const bool runs = rule == AxesRule::kStillRuns || rule == AxesRule::kStillRunsAndLast;
  const bool last =
      rule == AxesRule::kStillLast || rule == AxesRule::kStillParallelsAndLast || rule == AxesRule::kStillRunsAndLast;
  std::vector<LinkAxes> axes(links.size(), LinkAxes::kTurned);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool leaf = children[i] == 0;
    const bool in_run = parallel_child[i] || (is_parallel(i) && (leaf || runs));
    if (turns(i) && ((parallels && in_run) || (last && leaf))) axes[i] = LinkAxes::kStill;
  }
  return axes;
}

std::vector<Expr> FormulaSystem::to_speeds(std::vector<Expr> of_columns) const {
  for (const auto& [first, R] : turned) {
    const Vector v = R * Vector{of_columns[first], of_columns[first + 1], of_columns[first + 2]};
    for (std::size_t k = 0; k < 3; ++k) of_columns[first + k] = v[k];
  }
  std::vector<Expr> result(speed_count);
  for (std::size_t i = 0; i < speeds.size(); ++i) result[speeds[i]] += of_columns[i];
  return result;
}

std::vector<Expr> FormulaSystem::to_columns(std::span<const Expr> of_speeds) const {
  std::vector<Expr> result;
  for (std::size_t speed : speeds) result.push_back(of_speeds[speed]);
  for (const auto& [first, R] : turned) {
    const Vector v = transposed_times(R, Vector{result[first], result[first + 1], result[first + 2]});
    for (std::size_t k = 0; k < 3; ++k) result[first + k] = v[k];
  }
  return result;
}

FormulaSystem make_formula_system(const MachineLinks& machine, std::span<const LinkAxes> axes) {
  return SystemMaker(machine, axes).make();
}

namespace {

bool is_still(const MachineLink& link) { return link.free.empty() && link.motion.twist == Twist<Expr>(); }

constexpr std::uint64_t kLongestFraction = 60;  // bits of a fraction that recursions multiply further

void round_constant(Expr& formula) {
  if (formula.is_zero() || formula.kind() == Kind::kReal) return;
  if (formula.is_rational()) {
    if (bits(formula.rational()) <= kLongestFraction) return;
  } else if (!free_symbols(formula).empty() || !unspecified_calls(std::span(&formula, 1)).empty()) {
    return;
  }
  const double value = evaluate(formula, {});
  formula = std::abs(value) < 1e-15 ? Expr(0) : make_real(value);
}

void round_constants(Vector& v) {
  for (std::size_t i = 0; i < 3; ++i) round_constant(v[i]);
}

void round_constants(RigidInertia<Expr>& inertia) {
  auto& [xx, yy, zz, xy, xz, yz] = inertia.tensor;
  for (Expr* formula : {&inertia.mass, &xx, &yy, &zz, &xy, &xz, &yz}) round_constant(*formula);
  round_constants(inertia.moment);
}

}  // namespace

void round_constants(MachineLinks& machine) {
  for (MachineLink& link : machine.links) {
    for (Vector& row : link.near.rotation.rows) round_constants(row);
    round_constants(link.near.position);
    round_constants(link.inertia);
  }
}

void use_common_length(MachineLinks& machine) {
  std::vector<std::pair<Expr, int>> lengths;  // in the order of the links
  for (const MachineLink& link : machine.links) {
    const bool shifts = link.axial ? !link.axial->shift.is_zero() : !link.speeds.empty() || !is_still(link);
    if (shifts) return;
    for (std::size_t k = 0; k < 3; ++k) {
      const Expr component = link.near.position[k];
      if (component.is_zero()) continue;
      const auto same = std::find_if(lengths.begin(), lengths.end(), [&](const auto& entry) {
        return entry.first == component || entry.first == -component;
      });
      if (same == lengths.end()) {
        lengths.emplace_back(component, 1);
      } else {
        ++same->second;
      }
    }
  }
  const auto most = std::max_element(lengths.begin(), lengths.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == lengths.end() || most->second < 2 || most->first.is_one()) return;
  const Expr length = most->first;
  machine.base.acceleration.linear = machine.base.acceleration.linear * (Expr(1) / length);
  for (MachineLink& link : machine.links) {
    for (std::size_t k = 0; k < 3; ++k) link.near.position[k] /= length;
    link.inertia.mass = link.inertia.mass * length * length;
    link.inertia.moment = link.inertia.moment * length;
    link.load.force = link.load.force * length;
  }
  round_constants(machine);
}

RigidInertia<Expr> unfelt_part(const MachineLink& link, const RigidInertia<Expr>& inertia) {
  const auto& [mass, moment, tensor] = inertia;
  const Symmetric3<Expr> across{tensor.yy, tensor.yy, Expr(0), Expr(0), Expr(0), Expr(0)};
  if (!link.turns_with_carrier) return {mass, {}, {}};
  if (!link.axial) {
    if (is_still(link)) return inertia;
    const bool stays = std::all_of(link.free.begin(), link.free.end(),
                                   [](const Twist<Expr>& column) { return column.linear == Vector(); }) &&
                       link.motion.twist.linear == Vector();
    return stays ? RigidInertia<Expr>{mass, {}, {}} : RigidInertia<Expr>{};
  }
  if (link.axial->shift.is_zero()) return {mass, {Expr(0), Expr(0), moment.z}, across};
  if (link.axial->angle.is_zero()) return {Expr(0), {}, tensor};
  return {Expr(0), {}, across};
}

RigidInertia<Expr> on_carrier(const MachineLink& link, const RigidInertia<Expr>& inertia) {
  if (!link.turns_with_carrier) return move(RigidInertia<Expr>{inertia.mass, {}, {}}, -link.near.position);
  RigidInertia<Expr> moved = inertia;
  if (!link.axial) moved = move(rotate(moved, link.pose.rotation), -link.pose.position);
  return move(rotate(moved, link.near.rotation), -link.near.position);
}

void regroup_inertia(MachineLinks& machine) {
  for (std::size_t i = machine.links.size(); i-- > 0;) {
    MachineLink& link = machine.links[i];
    const RigidInertia<Expr> moved = unfelt_part(link, link.inertia);
    link.inertia = {link.inertia.mass - moved.mass, link.inertia.moment - moved.moment,
                    link.inertia.tensor - moved.tensor};
    if (link.carrier == kBase) continue;
    MachineLink& carrier = machine.links[link.carrier];
    carrier.inertia = carrier.inertia + on_carrier(link, moved);
    round_constants(carrier.inertia);
  }
}

}  // namespace kinemate
