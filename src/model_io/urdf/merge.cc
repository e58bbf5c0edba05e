#include "model_io/urdf/merge.h"

#include <algorithm>

#include "model_io/urdf/number.h"
#include "model_io/urdf/rotation.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostTurns = 6;  // of a frame; a matrix is shorter than more

Vector3<double> to_numbers(const Vector& v) { return {v.x.real(), v.y.real(), v.z.real()}; }

Symmetric3<double> to_numbers(const Symmetric3<Expr>& t) {
  return {t.xx.real(), t.yy.real(), t.zz.real(), t.xy.real(), t.xz.real(), t.yz.real()};
}

// From numbers or from formulas that are numbers.
template <class S>
Vector to_decimals(const Vector3<S>& v) {
  return {to_decimal(v.x), to_decimal(v.y), to_decimal(v.z)};
}

template <class S>
Symmetric3<Expr> to_decimals(const Symmetric3<S>& t) {
  return {to_decimal(t.xx), to_decimal(t.yy), to_decimal(t.zz), to_decimal(t.xy), to_decimal(t.xz), to_decimal(t.yz)};
}

Matrix to_decimals(const Matrix3<double>& m) {
  return {{to_decimals(m.rows[0]), to_decimals(m.rows[1]), to_decimals(m.rows[2])}};
}

template <class S>
MergedInertia to_decimals(const PlacedInertia<S>& inertia) {
  return {{to_decimal(inertia.mass), to_decimals(inertia.center), to_decimals(inertia.tensor)}};
}

// Centre c = Σ m_i c_i / m, tensor about it Σ (Θ_i + m_i (r_i² E − r_i r_iᵀ)) with r_i = c_i − c.
template <class S>
PlacedInertia<S> sum_of(const std::vector<PlacedInertia<S>>& parts) {
  PlacedInertia<S> sum;
  for (const PlacedInertia<S>& part : parts) {
    sum.mass += part.mass;
    sum.center += part.center * part.mass;
  }
  sum.center = sum.mass == S(0) ? Vector3<S>{} : sum.center * (S(1) / sum.mass);
  for (const PlacedInertia<S>& part : parts)
    sum.tensor = sum.tensor + steiner(part.tensor, part.mass, part.center - sum.center);
  return sum;
}

// REQUIRES: a matrix of quarter turns.
Matrix to_integers(const Matrix3<double>& m) {
  Matrix result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result(i, j) = Expr(static_cast<int>(m(i, j)));
  return result;
}

// Turns about the same axis are one.
void append(Rotation& rotation, const ElementaryRotation<Expr>& turn) {
  auto& sequence = rotation.sequence;
  if (sequence.empty() || sequence.back().axis != turn.axis) return sequence.push_back(turn);
  sequence.back().angle += turn.angle;
  if (sequence.back().angle.is_zero()) sequence.pop_back();
}

// A point of the frame `on`, in the body.
Vector place(const LinkPose& on, const Vector& point) {
  if (on.is_exact) return on.position + to_integers(on.number.rotation) * point;
  return to_decimals(on.number.at(to_numbers(point)));
}

}  // namespace

LinkPose compose(const LinkPose& on, const Vector& position, const Rotation& rotation) {
  LinkPose result = on;
  result.position = place(on, position);
  result.number.position = on.is_exact ? to_numbers(result.position) : on.number.at(to_numbers(position));
  if (rotation.is_identity()) return result;
  result.number.rotation = on.number.rotation * make_number_matrix(rotation);
  result.is_exact = on.is_exact && is_of_quarter_turns(rotation);
  if (!on.rotation.matrix)
    for (const ElementaryRotation<Expr>& turn : rotation.sequence) append(result.rotation, turn);
  if (on.rotation.matrix || result.rotation.sequence.size() > kMostTurns)
    result.rotation = {{}, to_decimals(result.number.rotation)};
  return result;
}

LinkPose inverse(const LinkPose& pose) {
  LinkPose result;
  result.is_exact = pose.is_exact;
  result.number = inverse(pose.number);
  result.position =
      pose.is_exact ? -(to_integers(result.number.rotation) * pose.position) : to_decimals(result.number.position);
  if (pose.rotation.matrix) result.rotation.matrix = to_decimals(result.number.rotation);
  for (auto turn = pose.rotation.sequence.rbegin(); turn != pose.rotation.sequence.rend(); ++turn)
    result.rotation.sequence.push_back({turn->axis, -turn->angle});
  return result;
}

std::vector<LinkPlace> place_links(const UrdfRobot& robot, const UrdfTree& tree, std::size_t root_top) {
  std::vector<LinkPlace> places(robot.links.size());
  auto place_on = [&](std::size_t joint, const LinkPlace& on) {
    return LinkPlace{on.top, compose(on.pose, robot.joints[joint].position, robot.joints[joint].rotation)};
  };
  // the way from the root to the link that gives the frame of its body, backwards
  LinkPose seen;
  for (std::size_t link = root_top; link != tree.root; link = tree.parent_of[tree.joint_to[link]]) {
    const UrdfJoint& joint = robot.joints[tree.joint_to[link]];
    const LinkPose back = inverse(compose({}, joint.position, joint.rotation));
    seen = compose(seen, back.position, back.rotation);
  }
  for (const std::size_t link : tree.order) {
    const std::size_t joint = tree.joint_to[link];
    if (joint == kNone) {
      places[link] = {root_top, seen};
    } else if (robot.joints[joint].type != UrdfJointType::kFixed) {
      places[link] = {link, {}};
    } else {
      places[link] = link == root_top ? LinkPlace{link, {}} : place_on(joint, places[tree.parent_of[joint]]);
    }
  }
  return places;
}

MergedInertia place_inertia(const UrdfInertial& inertial, const LinkPose& pose) {
  MergedInertia result;
  result.mass = inertial.mass;
  result.center = place(pose, inertial.center);
  result.tensor = inertial.tensor;
  result.is_exact = pose.is_exact && is_of_quarter_turns(inertial.rotation);
  const Matrix3<double> axes = pose.number.rotation * make_number_matrix(inertial.rotation);
  if (!result.is_exact) {
    result.tensor = to_decimals(rotate(to_numbers(inertial.tensor), axes));
  } else if (axes != Matrix3<double>::identity()) {
    result.tensor = rotate(inertial.tensor, to_integers(axes));
  }
  return result;
}

MergedInertia combine(std::span<const MergedInertia> parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1) return parts[0];
  const bool is_exact =
      std::all_of(parts.begin(), parts.end(), [](const MergedInertia& part) { return part.is_exact; });
  if (is_exact) return to_decimals(sum_of(std::vector<PlacedInertia<Expr>>(parts.begin(), parts.end())));
  std::vector<PlacedInertia<double>> numbers;
  for (const MergedInertia& part : parts)
    numbers.push_back({part.mass.real(), to_numbers(part.center), to_numbers(part.tensor)});
  return to_decimals(sum_of(numbers));
}

}  // namespace kinemate
