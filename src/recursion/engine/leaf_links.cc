#include "recursion/engine/leaf_links.h"

#include <algorithm>
#include <array>

namespace kinemate {
namespace {

void write(const Vector3<double>& v, double* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

Vector3<double> axis_of(const Pose<double>& pose) { return pose.rotation * Vector3<double>{0, 0, 1}; }

LeafLink make_leaf(const Pose<double>& pose) {
  LeafLink leaf{};
  for (std::size_t i = 0; i < 9; ++i) leaf.rotation[i] = pose.rotation(i / 3, i % 3);
  write(pose.position, leaf.arm), write(axis_of(pose), leaf.axis);
  return leaf;
}

// c rᵀ + r cᵀ
Symmetric3<double> both_products(const Vector3<double>& c, const Vector3<double>& r) {
  return {2 * c.x * r.x,         2 * c.y * r.y,         2 * c.z * r.z,
          c.x * r.y + r.x * c.y, c.x * r.z + r.x * c.z, c.y * r.z + r.y * c.z};
}

}  // namespace

// J and m c of the link's own frame as they are after a turn by θ, sorted by the functions of θ. With Φ = [e; h] of the
// carrier's origin, U = M Φ has the torque Θ e + c × h and the force e × c.
LeafLink make_leaf_turn(const Pose<double>& pose, const RigidInertia<double>& inertia) {
  LeafLink leaf = make_leaf(pose);
  const Vector3<double> e = axis_of(pose), r = pose.position, h = cross(r, e);
  leaf.inverse_d = 1 / inertia.tensor.zz;
  write(h, leaf.other), write(r - e * dot(e, r), leaf.foot);
  const Vector3<double>& c = inertia.moment;
  const Vector3<double> moments[] = {pose.rotation * Vector3<double>{c.x, c.y, 0},
                                     pose.rotation * Vector3<double>{-c.y, c.x, 0}};
  const Symmetric3<double> j = to_binet(inertia.tensor);
  const double mean = (j.xx + j.yy) / 2, half = (j.xx - j.yy) / 2;
  const Symmetric3<double> parts[] = {{mean, mean, j.zz, 0, 0, 0},
                                      {0, 0, 0, 0, j.xz, j.yz},
                                      {0, 0, 0, 0, -j.yz, j.xz},
                                      {half, -half, 0, j.xy, 0, 0},
                                      {-j.xy, j.xy, 0, half, 0, 0}};
  for (std::size_t k = 0; k < 5; ++k) {
    Symmetric3<double> part = rotate(parts[k], pose.rotation);
    Vector3<double> torque = from_binet(part) * e;
    if (k == 1 || k == 2) {
      const Vector3<double>& moment = moments[k - 1];
      part = part + both_products(moment, r);
      torque = from_binet(part) * e + cross(moment, h);
      write(moment, leaf.moment[k - 1]);
    }
    std::copy_n(std::array{part.xx, part.yy, part.zz, part.xy, part.xz, part.yz}.begin(), 6, leaf.binet[k]);
    if (k < 3) write(torque, leaf.torque[k]);
  }
  return leaf;
}

LeafLink make_leaf_slide(const Pose<double>& pose, const RigidInertia<double>& inertia) {
  LeafLink leaf = make_leaf(pose);
  const Vector3<double> center = pose.position + pose.rotation * (inertia.moment * (1 / inertia.mass));
  leaf.mass = inertia.mass, leaf.inverse_d = 1 / inertia.mass;
  write(center, leaf.center), write(cross(center, axis_of(pose)), leaf.other);
  return leaf;
}

}  // namespace kinemate
