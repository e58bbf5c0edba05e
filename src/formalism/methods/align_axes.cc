#include "formalism/methods/align_axes.h"

#include <cmath>

#include "expr/evaluate.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

constexpr double kTiny = 1e-12;  // of a sine or an angle

constexpr double kAlmostParallel = 1e-2;  // the common normal is far away, and inertia loses its square

Turn<Expr> turn_by(double angle) { return {make_real(std::cos(angle)), make_real(std::sin(angle))}; }

bool is_number(Expr formula) { return formula.is_rational() || formula.kind() == Kind::kReal; }

bool is_number(const Vector& v) { return is_number(v.x) && is_number(v.y) && is_number(v.z); }

bool is_number(const Matrix& R) { return is_number(R.rows[0]) && is_number(R.rows[1]) && is_number(R.rows[2]); }

bool exchanges_axes(const Matrix& R) {
  for (const Vector& row : R.rows)
    for (std::size_t k = 0; k < 3; ++k)
      if (!row[k].is_zero() && !row[k].is_one() && !(-row[k]).is_one()) return false;
  return true;
}

Vector3<double> numbers(const Vector& v) { return {evaluate(v.x, {}), evaluate(v.y, {}), evaluate(v.z, {})}; }

bool is_fixed(const MachineLink& link) {
  return !link.axial && link.free.empty() && link.turns_with_carrier && link.motion.twist == Twist<Expr>() &&
         is_number(link.near.rotation) && is_number(link.pose.rotation);
}

class Aligner {
 public:
  explicit Aligner(MachineLinks& machine) : links_(machine.links), children_(links_.size()), turned_(links_.size()) {}

  void align() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      skip_fixed(links_[i]);
      if (links_[i].carrier != kBase) children_[links_[i].carrier].push_back(i);
    }
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (is_askew(links_[i])) align(i);
  }

 private:
  void skip_fixed(MachineLink& link) {
    if (!is_number(link.near.rotation) || !link.turns_with_carrier) return;
    while (link.carrier != kBase && is_fixed(links_[link.carrier])) {
      const MachineLink& fixed = links_[link.carrier];
      link.near = compose(compose(fixed.near, fixed.pose), link.near);
      link.carrier = fixed.carrier;
    }
  }

  static bool is_askew(const MachineLink& link) {
    return link.axial && link.turns_with_carrier && is_number(link.near.rotation) &&
           !exchanges_axes(link.near.rotation);
  }

  // near.rotation = turn about z by `before`, about x, about z by `after`
  void align(std::size_t i) {
    MachineLink& link = links_[i];
    const Matrix& R = link.near.rotation;
    const Vector3<double> first = numbers({R(0, 0), R(1, 0), R(2, 0)}), axis = numbers({R(0, 2), R(1, 2), R(2, 2)});
    const double sine = std::hypot(axis.x, axis.y);
    const bool parallel = sine < kTiny;
    double before = parallel ? 0 : std::atan2(axis.x, -axis.y);
    const double c = std::cos(before), s = std::sin(before);
    const double across = c * first.y - s * first.x;  // in axes turned by `before`
    const double after = std::atan2(parallel ? std::copysign(1, axis.z) * across : axis.z * across + sine * first.z,
                                    c * first.x + s * first.y);
    if (parallel) {
      link.near.rotation = Matrix::identity();
      if (axis.z < 0) link.near.rotation(1, 1) = link.near.rotation(2, 2) = Expr(-1);
    } else {
      if (std::abs(before) < kTiny) before = 0;
      if (before != 0 && can_turn(link.carrier, i)) {
        turn_frame(link.carrier, before);
        links_[link.carrier].axial->angle += make_real(before);
        before = 0;
      }
      link.tilt = {before == 0 ? Expr(0) : make_real(before), {make_real(axis.z), make_real(sine)}};
      link.near.rotation = tilt_matrix(link.tilt->turn);
      if (before != 0) link.near.rotation = turn_matrix(turn_by(before)) * link.near.rotation;
    }
    if (before == 0 && link.carrier != kBase) turned_[link.carrier] = true;
    if (std::abs(after) > kTiny) absorb(i, after);
    shift_origin(i);
  }

  // A turn of the link's frame by a constant, which ends the way to it.
  void absorb(std::size_t i, double angle) {
    if (links_[i].axial->angle.is_zero()) {
      turn_frame(i, -angle);
    } else {
      links_[i].axial->angle += make_real(angle);
    }
  }

  // For one of its children, unless others are aligned with it as it is.
  bool can_turn(std::size_t carrier, std::size_t child) const {
    if (carrier == kBase || turned_[carrier] || !links_[carrier].axial || links_[carrier].axial->angle.is_zero())
      return false;
    for (std::size_t other : children_[carrier])
      if (other != child && !is_askew(links_[other])) return false;
    return true;
  }

  // New axes, turned about z against the old ones. How the link itself stands against its carrier is the caller's.
  void turn_frame(std::size_t i, double angle) {
    MachineLink& link = links_[i];
    const Turn<Expr> back = turn_by(-angle);
    link.inertia = rotate(link.inertia, back);
    link.load = {back * link.load.torque, back * link.load.force};
    const Pose<Expr> old{turn_matrix(back), {}};
    link.body_frame = compose(old, link.body_frame);
    for (std::size_t child : children_[i]) {
      MachineLink& carried = links_[child];
      carried.near.position = back * carried.near.position;
      if (carried.turns_with_carrier) carried.near.rotation = old.rotation * carried.near.rotation;
    }
  }

  // Along z, so that the way from the carrier has one component less.
  void shift_origin(std::size_t i) {
    MachineLink& link = links_[i];
    if (!is_number(link.near.position) || (link.tilt && !link.tilt->before.is_zero())) return;
    const Vector3<double> way = numbers(link.near.position);
    if (way.y == 0 && (link.tilt || way.z == 0)) return;
    const double sine = link.tilt ? evaluate(link.tilt->turn.sin, {}) : 0;
    if (link.tilt && sine < kAlmostParallel) return;
    const double cosine = evaluate(link.near.rotation(2, 2), {});
    const double shift = link.tilt ? way.y / sine : -way.z * cosine;
    link.near.position.y = link.tilt ? Expr(0) : link.near.position.y;
    link.near.position.z = link.tilt ? make_real(way.z + shift * cosine) : Expr(0);
    const Vector by = unit<Expr>(2) * make_real(shift);
    link.inertia = move(link.inertia, by);
    link.load.torque -= cross(by, link.load.force);
    link.body_frame.position -= by;
    for (std::size_t child : children_[i]) links_[child].near.position -= by;
  }

  std::vector<MachineLink>& links_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<bool> turned_;  // whether a child is aligned with it
};

}  // namespace

void align_axes(MachineLinks& machine) { Aligner(machine).align(); }

}  // namespace kinemate
