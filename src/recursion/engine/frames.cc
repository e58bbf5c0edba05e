#include "recursion/engine/frames.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "recursion/engine/leaf_links.h"

namespace kinemate {
namespace {

using Kind = EngineLink::Kind;

constexpr std::size_t kNone = EngineLink::kBase;
constexpr double kParallel = 1e-14;       // sines below are zeros with rounding
constexpr double kAlmostParallel = 1e-2;  // below, the common normal is far away, and inertia loses its square
constexpr double kSquare = 4e-16;         // cosines below are zeros with rounding

Matrix3<double> about_x(double cos, double sin) { return {{{{1, 0, 0}, {0, cos, -sin}, {0, sin, cos}}}}; }
Matrix3<double> about_z(double cos, double sin) { return {{{{cos, -sin, 0}, {sin, cos, 0}, {0, 0, 1}}}}; }

Pose<double> z_screw(double angle, double shift) { return {about_z(std::cos(angle), std::sin(angle)), {0, 0, shift}}; }

/// A pose as screws: about z by γ and b, about x by α and a, about z by θ and d.
struct Screws {
  double cos_gamma, sin_gamma, b;
  double cos_alpha, sin_alpha, a;
  double theta, d;

  /// Up to θ, which is left out.
  Pose<double> without_theta() const {
    const Pose<double> first{about_z(cos_gamma, sin_gamma), {0, 0, b}};
    const Pose<double> second{about_x(cos_alpha, sin_alpha), {a, 0, 0}};
    return compose(compose(first, second), {Matrix3<double>::identity(), {0, 0, d}});
  }
};

bool almost_parallel(const Pose<double>& pose) {
  const double sine = std::hypot(pose.rotation(0, 2), pose.rotation(1, 2));
  return sine > kParallel && sine < kAlmostParallel;
}

// Of parallel axes the common normal may be anywhere: it is where d becomes `wanted_d`.
Screws find_screws(const Pose<double>& pose, double wanted_d) {
  const Matrix3<double>& r = pose.rotation;
  const Vector3<double>& p = pose.position;
  const double sine = std::hypot(r(0, 2), r(1, 2));
  Screws s{};
  if (sine > kParallel) {
    s.cos_gamma = -r(1, 2) / sine, s.sin_gamma = r(0, 2) / sine;
    s.cos_alpha = std::abs(r(2, 2)) < kSquare ? 0 : r(2, 2), s.sin_alpha = sine;
    s.a = p.x * s.cos_gamma + p.y * s.sin_gamma;
    s.d = (p.x * r(0, 2) + p.y * r(1, 2)) / (sine * sine);
    s.b = p.z - s.d * r(2, 2);
  } else {
    const double distance = std::hypot(p.x, p.y);
    const bool apart = distance > kParallel * std::abs(p.z);
    s.cos_gamma = apart ? p.x / distance : r(0, 0), s.sin_gamma = apart ? p.y / distance : r(1, 0);
    s.cos_alpha = r(2, 2) < 0 ? -1 : 1, s.sin_alpha = 0;
    s.a = apart ? distance : 0;
    s.d = wanted_d;
    s.b = p.z - s.d * s.cos_alpha;
  }
  const Matrix3<double> turn = transpose(about_z(s.cos_gamma, s.sin_gamma) * about_x(s.cos_alpha, s.sin_alpha)) * r;
  s.theta = std::atan2(turn(1, 0), turn(0, 0));
  return s;
}

// About the origin of the frame at `pose`, in its axes.
RigidInertia<double> seen_from(const RigidInertia<double>& inertia, const Pose<double>& pose) {
  return rotate(move(inertia, pose.position), transpose(pose.rotation));
}

/// What a link of the caller's becomes, as far as it moves.
struct Node {
  std::size_t carrier = kNone;
  Pose<double> near;             ///< in the frame of the carrier: first the caller's, then the engine's
  RigidInertia<double> inertia;  ///< likewise
  bool axial = false;
  std::size_t main = kNone;   ///< the link it carries that its frame is chosen for
  double phi = 0, shift = 0;  ///< from the caller's frame to the engine's, a screw about z
  Screws screws{};            ///< of `near`, where axial
  std::vector<std::size_t> carried;
};

class Chooser {
 public:
  explicit Chooser(const std::vector<EngineLink>& links) : links_(links), nodes_(links.size()) {}

  EngineFrames choose() {
    merge_fixed();
    choose_axes();
    express();
    regroup();
    order();
    write();
    return std::move(result_);
  }

 private:
  bool moves(std::size_t i) const { return links_[i].kind != Kind::kFixed; }

  void merge_fixed() {
    result_.placed.resize(links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const EngineLink& link = links_[i];
      CHECK(link.carrier == kNone || link.carrier < i);
      CHECK(link.columns <= 6 && (link.kind == Kind::kGeneral || link.columns == 0));
      PlacedLink carrier{kNone, {}, false};
      if (link.carrier != kNone) carrier = result_.placed[link.carrier];
      PlacedLink& placed = result_.placed[i];
      if (moves(i)) {
        placed = {i, {}, true};
        nodes_[i].carrier = carrier.link;
        nodes_[i].near = compose(carrier.pose, link.near);
        nodes_[i].inertia = link.inertia;
        nodes_[i].axial = link.kind != Kind::kGeneral;
        if (carrier.moves) nodes_[carrier.link].carried.push_back(i);
      } else {
        placed = {carrier.link, compose(carrier.pose, link.near), carrier.moves};
        if (!carrier.moves) continue;
        RigidInertia<double>& sum = nodes_[carrier.link].inertia;
        sum = sum + seen_from(link.inertia, inverse(placed.pose));
      }
    }
  }

  // From the last to the first: where axes are parallel, a link's frame follows that of the link it carries.
  void choose_axes() {
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (almost_parallel(nodes_[i].near)) nodes_[i].axial = false;
    for (std::size_t i = links_.size(); i-- > 0;) {
      Node& node = nodes_[i];
      if (!moves(i) || !node.axial) continue;
      for (std::size_t k : node.carried)
        if (nodes_[k].axial && !is_leaf(k) && node.main == kNone) node.main = k;
      if (node.main != kNone) {
        const Screws s = find_screws(nodes_[node.main].near, -nodes_[node.main].shift);
        node.phi = std::atan2(s.sin_gamma, s.cos_gamma), node.shift = s.b;
      } else {
        node.shift = -find_screws(node.near, 0).d;  // so that d = 0
      }
    }
  }

  Pose<double> to_engine(std::size_t i) const { return z_screw(nodes_[i].phi, nodes_[i].shift); }

  // Near poses and inertias in the frames of the engine.
  void express() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      PlacedLink& placed = result_.placed[i];
      if (placed.moves) placed.pose = compose(inverse(to_engine(placed.link)), placed.pose);
      if (!moves(i)) continue;
      Node& node = nodes_[i];
      node.inertia = seen_from(node.inertia, to_engine(i));
      if (node.carrier != kNone) node.near = compose(inverse(to_engine(node.carrier)), node.near);
      if (!node.axial) continue;
      node.screws = find_screws(node.near, -node.shift);
      if (is_main(i)) node.screws.cos_gamma = 1, node.screws.sin_gamma = node.screws.b = 0;
      node.screws.theta += node.phi, node.screws.d += node.shift;
    }
  }

  // Links on the base are no leaves, since nothing is handed to it; a slide without mass has no centre.
  bool is_leaf(std::size_t i) const {
    const Node& node = nodes_[i];
    return node.axial && !links_[i].driven && node.carrier != kNone && node.carried.empty() &&
           (links_[i].kind == Kind::kTurn || node.inertia.mass != 0);
  }

  bool is_main(std::size_t i) const { return nodes_[i].carrier != kNone && nodes_[nodes_[i].carrier].main == i; }

  void regroup() {
    for (std::size_t i = links_.size(); i-- > 0;) {
      Node& node = nodes_[i];
      if (!moves(i) || !node.axial) continue;
      RigidInertia<double> moved;
      Symmetric3<double>& tensor = node.inertia.tensor;
      Pose<double> place = node.screws.without_theta();
      if (links_[i].kind == Kind::kTurn) {
        const double j = tensor.yy;
        moved = {node.inertia.mass, {0, 0, node.inertia.moment.z}, {j, j, 0, 0, 0, 0}};
        node.inertia.mass = node.inertia.moment.z = 0;
        tensor.xx -= j, tensor.yy = 0;
      } else {
        Symmetric3<double> left;
        if (is_leaf(i)) left = steiner<double>({}, node.inertia.mass, node.inertia.moment * (1 / node.inertia.mass));
        moved.tensor = tensor - left;
        tensor = left;
        place = {place.rotation * about_z(std::cos(node.screws.theta), std::sin(node.screws.theta)), {}};
      }
      if (node.carrier == kNone) continue;
      RigidInertia<double>& sum = nodes_[node.carrier].inertia;
      sum = sum + seen_from(moved, inverse(place));
    }
  }

  // What a link carries: leaves first, then the main one.
  void order() {
    for (Node& node : nodes_) {
      const auto rank = [&](std::size_t k) { return is_leaf(k) ? 0 : k == node.main ? 1 : 2; };
      std::stable_sort(node.carried.begin(), node.carried.end(),
                       [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    }
  }

  bool needs_slot(const Node& node) const {
    return std::count_if(node.carried.begin(), node.carried.end(), [&](std::size_t k) { return !is_leaf(k); }) > 1;
  }

  // In the order of a walk: what a link carries comes right after it.
  void write() {
    std::vector<std::uint32_t> speeds, joints;  // numbers before each link
    std::uint32_t speed = 0, joint = 0;
    for (const EngineLink& link : links_) {
      const bool general = link.kind == Kind::kGeneral;
      speeds.push_back(speed), joints.push_back(joint);
      speed += general ? link.columns : link.kind == Kind::kFixed ? 0 : 1;
      joint += general ? joint_numbers(link.columns) : 0;
    }
    result_.speed_count = speed;
    result_.joint_number_count = joint;
    result_.slot_count = 1;  // of the base
    std::vector<std::size_t> waiting;
    for (std::size_t i = links_.size(); i-- > 0;)
      if (moves(i) && nodes_[i].carrier == kNone) waiting.push_back(i);
    std::vector<std::uint32_t> slots(links_.size(), 0);
    std::vector<std::size_t> places(links_.size(), kNone);
    std::size_t before = kNone;
    while (!waiting.empty()) {
      const std::size_t i = waiting.back();
      waiting.pop_back();
      const Node& node = nodes_[i];
      waiting.insert(waiting.end(), node.carried.rbegin(), node.carried.rend());
      const bool follows = node.carrier != kNone && node.carrier == before;
      AxialLink link;
      link.speed = speeds[i];
      if (node.carrier == kNone) link.flags |= kOnBase;
      if (!follows) link.flags |= kFromSlot;
      if (is_leaf(i) ? nodes_[node.carrier].carried.back() != i : !node.carried.empty()) link.flags |= kCarriesNext;
      if (needs_slot(node)) {
        link.flags |= kHasSlot;
        link.slot = slots[i] = static_cast<std::uint32_t>(result_.slot_count++);
      }
      const std::uint32_t slot = node.carrier == kNone ? 0 : slots[node.carrier];
      if (is_leaf(i))
        write_leaf(i, link);
      else if (node.axial)
        write_axial(i, slot, link);
      else
        write_general(i, slot, joints[i], link);
      places[i] = result_.links.size();
      result_.links.push_back(link);
      if (!is_leaf(i)) before = i;
    }
    for (PlacedLink& placed : result_.placed)
      if (placed.moves) placed.link = places[placed.link];
    mark_runs_and_slots();
  }

  void mark_runs_and_slots() {
    for (std::size_t i = 1; i < result_.links.size(); ++i) {
      AxialLink &before = result_.links[i - 1], &link = result_.links[i];
      if (link.kind == before.kind && link.kind <= AxialKind::kLeafSlide && !(link.flags & (kFromSlot | kScrewed)) &&
          !(before.flags & kHasSlot))
        link.flags |= kSame;
    }
    std::vector<bool> begun(result_.slot_count, false);
    for (std::size_t i = result_.links.size(); i-- > 0;) {
      AxialLink& link = result_.links[i];
      if (!(link.flags & kFromSlot)) continue;
      const std::uint32_t slot =
          link.kind == AxialKind::kGeneral ? result_.general[link.extra].slot : result_.screws[link.extra].slot;
      if (!begun[slot]) link.flags |= kGathersFirst;
      begun[slot] = true;
    }
    result_.links.emplace_back();  // where runs end
  }

  void write_axial(std::size_t i, std::uint32_t slot, AxialLink& link) {
    const Node& node = nodes_[i];
    const Screws& s = node.screws;
    const RigidInertia<double>& inertia = node.inertia;
    const bool turns = links_[i].kind == Kind::kTurn;
    const Symmetric3<double> binet = to_binet(inertia.tensor);
    link.cos_alpha = s.cos_alpha, link.sin_alpha = s.sin_alpha, link.a = s.a, link.angle = s.theta;
    const double size = std::abs(s.a) + std::abs(s.d) + std::abs(s.b) + std::abs(node.shift);
    link.d = std::abs(s.d) < kParallel * size ? 0 : s.d;
    link.arm_y = -link.d * s.sin_alpha, link.arm_z = link.d * s.cos_alpha;
    link.moment_x = inertia.moment.x, link.moment_y = inertia.moment.y;
    link.jyy_or_mass = turns ? binet.yy : inertia.mass;
    link.jzz_or_moment_z = turns ? binet.zz : inertia.moment.z;
    link.jxy = binet.xy, link.jxz = binet.xz, link.jyz = binet.yz;
    link.kind = axial_kind(links_[i], link);
    if (is_main(i)) return;
    link.flags |= kScrewed;
    link.extra = static_cast<std::uint32_t>(result_.screws.size());
    result_.screws.push_back({s.cos_gamma, s.sin_gamma, s.b, slot});
  }

  void write_leaf(std::size_t i, AxialLink& link) {
    const Node& node = nodes_[i];
    const bool turns = links_[i].kind == Kind::kTurn;
    link.kind = turns ? AxialKind::kLeafTurn : AxialKind::kLeafSlide;
    link.angle = node.screws.theta;
    if (!turns) link.jyy_or_mass = node.inertia.mass;
    link.extra = static_cast<std::uint32_t>(result_.leaves.size());
    result_.leaves.push_back(
        turns ? make_leaf_turn(node.screws.without_theta(), node.inertia)
              : make_leaf_slide(compose(node.screws.without_theta(), z_screw(link.angle, 0)), node.inertia));
  }

  static AxialKind axial_kind(const EngineLink& given, const AxialLink& link) {
    if (given.kind == Kind::kSlide) return given.driven ? AxialKind::kDrivenSlide : AxialKind::kSlide;
    if (given.driven) return AxialKind::kDrivenTurn;
    const bool flat = link.d == 0;
    if (link.cos_alpha == 0 && link.sin_alpha > 0) return flat ? AxialKind::kTurnSquareFlat : AxialKind::kTurnSquare;
    if (link.sin_alpha == 0 && link.cos_alpha > 0)
      return flat ? AxialKind::kTurnParallelFlat : AxialKind::kTurnParallel;
    return flat ? AxialKind::kTurnFlat : AxialKind::kTurn;
  }

  void write_general(std::size_t i, std::uint32_t slot, std::uint32_t joint, AxialLink& link) {
    const Node& node = nodes_[i];
    GeneralLink general{};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) general.near[3 * r + c] = node.near.rotation(r, c);
      general.near[9 + r] = node.near.position[r];
      general.inertia[1 + r] = node.inertia.moment[r];
    }
    const Symmetric3<double>& t = node.inertia.tensor;
    general.inertia[0] = node.inertia.mass;
    std::copy_n(std::array{t.xx, t.yy, t.zz, t.xy, t.xz, t.yz}.begin(), 6, general.inertia + 4);
    general.slot = slot;
    general.own = links_[i].kind != Kind::kGeneral;
    general.driven = links_[i].driven;
    general.columns = general.own ? 1 : links_[i].columns;
    general.joint = joint;
    if (general.own) {
      general.joint = static_cast<std::uint32_t>(result_.own_joint_number_count);
      result_.own_joint_number_count += joint_numbers(general.columns);
      result_.own_joints.push_back({general.joint, link.speed, links_[i].kind});
    }
    general.memory = static_cast<std::uint32_t>(result_.general_memory_count);
    result_.general_memory_count += general_memory(general.columns);
    link.kind = AxialKind::kGeneral;
    link.extra = static_cast<std::uint32_t>(result_.general.size());
    result_.general.push_back(general);
  }

  const std::vector<EngineLink>& links_;
  std::vector<Node> nodes_;
  EngineFrames result_;
};

}  // namespace

EngineFrames choose_frames(const std::vector<EngineLink>& links) { return Chooser(links).choose(); }

}  // namespace kinemate
