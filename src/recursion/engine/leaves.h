// Links that carry nothing, in all passes of the engine: see recursion/engine/passes.h.
//
// Such a link feels nothing but its own joint and its carrier, so that D is a constant and all of it cheap in the frame
// of the carrier, without one of its own. It leaves the motion of the carrier as it is and adds to what the carrier
// feels: leaves come next to their carrier and need no slot.
#pragma once

#include "recursion/engine/inward.h"
#include "recursion/engine/outward.h"
#include "recursion/engine/solve.h"

namespace kinemate {
namespace {

template <class S>
[[gnu::always_inline]] inline V3<S> scaled(const V3<S>& v, const S& factor) {
  return {v.x * factor, v.y * factor, v.z * factor};
}

template <class S>
[[gnu::always_inline]] inline V3<S> minus(const V3<S>& a, const V3<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

// The load on a leaf, in the frame of the carrier.
template <class Memory, class S>
[[gnu::always_inline]] inline Force<S> leaf_load(const EngineCall& call, std::size_t i, const V3<S>& arm) {
  Force<S> l = load_of<Memory>(call, i);
  if (call.links[i].kind == AxialKind::kLeafTurn) {
    const Angle<S, Bend::kAny> theta{load<S>(call.cosines + i * kLanes<S>), load<S>(call.sines + i * kLanes<S>)};
    theta.inward(l.t.x, l.t.y), theta.inward(l.f.x, l.f.y);
  }
  const double* r = call.leaves[call.links[i].extra].rotation;
  const M3<S> rotation{all3<S>(r), all3<S>(r + 3), all3<S>(r + 6)};
  l.f = times(rotation, l.f);
  l.t = plus(times(rotation, l.t), cross(arm, l.f));
  return l;
}

template <class Memory, bool kAccelerated, class S>
[[gnu::always_inline]] inline void link_outward(Leaf<true>, const EngineCall& call, std::size_t i, Motion<S>& carrier) {
  const AxialLink& k = call.links[i];
  const LeafLink& leaf = call.leaves[k.extra];
  double* numbers = leaf_memory<S>(call, k);
  const auto number = [&](std::size_t at) { return load<S>(numbers + at * kLanes<S>); };
  Memory::keep_leaf(leaf, load<S>(call.cosines + i * kLanes<S>), load<S>(call.sines + i * kLanes<S>), numbers);
  const S speed = load<S>(call.speeds + k.speed * call.stride), given = load<S>(call.given + k.speed * call.stride);
  const V3<S> e = all3<S>(leaf.axis), h = all3<S>(leaf.other), r = all3<S>(leaf.foot);
  // a of the leaf's point that is at the carrier's origin
  const S along = dot(carrier.w, e), across = dot(carrier.w, r);
  const S radial = speed * (along + along + speed), axial = -2.0 * (speed * across);
  Motion<S> m;
  m.a = {carrier.a.x + (r.x * radial + e.x * axial), carrier.a.y + (r.y * radial + e.y * axial),
         carrier.a.z + (r.z * radial + e.z * axial)};
  const V3<S> relative = scaled(e, speed);
  m.al = plus(carrier.al, cross(carrier.w, relative));
  m.w = plus(carrier.w, relative);
  if constexpr (kAccelerated) m.al = plus(m.al, scaled(e, given)), m.a = plus(m.a, scaled(h, given));
  find_omega(m);
  const S jxx = number(0), jyy = number(1), jzz = number(2), jxy = number(3), jxz = number(4), jyz = number(5);
  const V3<S> c = load3<S>(numbers + kLeafMoment * kLanes<S>, kLanes<S>);
  const M3<S>& o = m.o;
  const V3<S> moment = cross(c, m.a), f = times(o, c);
  const V3<S> t{o.z.x * jxy + o.z.y * jyy + (o.z.z - o.y.y) * jyz - o.y.x * jxz - o.y.z * jzz + moment.x,
                (o.x.x - o.z.z) * jxz + o.x.y * jyz + o.x.z * jzz - o.z.x * jxx - o.z.y * jxy + moment.y,
                o.y.x * jxx + (o.y.y - o.x.x) * jxy + o.y.z * jxz - o.x.y * jyy - o.x.z * jyz + moment.z};
  Force<S> l{};
  if (call.loaded) l = leaf_load<Memory>(call, i, all3<S>(leaf.arm));
  l = {minus(l.t, t), minus(l.f, f)};
  keep_load<Memory>(call, i, l);
  if constexpr (!kAccelerated)
    store(S((given + dot(e, l.t) + dot(h, l.f)) * leaf.inverse_d), numbers + kLeafRest * kLanes<S>);
}

template <class Memory, bool kAccelerated, class S>
[[gnu::always_inline]] inline void link_outward(Leaf<false>, const EngineCall& call, std::size_t i,
                                                Motion<S>& carrier) {
  const AxialLink& k = call.links[i];
  const LeafLink& leaf = call.leaves[k.extra];
  const S q = load<S>(call.coordinates + k.speed * call.stride), speed = load<S>(call.speeds + k.speed * call.stride);
  const S given = load<S>(call.given + k.speed * call.stride), mass = all<S>(leaf.mass);
  const V3<S> e = all3<S>(leaf.axis), shift = scaled(e, q), p = plus(all3<S>(leaf.center), shift);
  const V3<S> relative = scaled(e, S(speed + speed));
  V3<S> a = plus(plus(carrier.a, times(carrier.o, p)), cross(carrier.w, relative));
  if constexpr (kAccelerated) a = plus(a, scaled(e, given));
  const V3<S> f = scaled(a, mass);
  Force<S> l{};
  if (call.loaded) l = leaf_load<Memory>(call, i, plus(all3<S>(leaf.arm), shift));
  l = {minus(l.t, cross(p, f)), minus(l.f, f)};
  keep_load<Memory>(call, i, l);
  if constexpr (!kAccelerated) {
    double* numbers = leaf_memory<S>(call, k);
    const auto keep = [numbers](std::size_t at, const V3<S>& v) { store3(v, numbers + at * kLanes<S>); };
    const V3<S> c = scaled(p, mass), h = all3<S>(leaf.other);
    keep(kLeafBinet, {p.x * c.x, p.y * c.y, p.z * c.z}), keep(kLeafBinet + 3, {p.x * c.y, p.x * c.z, p.y * c.z});
    keep(kLeafMoment, c);
    keep(kLeafTorque, scaled(h, mass)), keep(kLeafForce, scaled(e, mass));
    keep(kLeafTorqueByD, h), keep(kLeafForceByD, e);
    store(S((given + dot(e, l.f)) * leaf.inverse_d), numbers + kLeafRest * kLanes<S>);
  }
}

template <class Memory, bool kTurns, class S>
[[gnu::always_inline]] inline void link_inward(Leaf<kTurns>, const EngineCall& call, std::size_t i, Inertia<S>& m) {
  const double* numbers = leaf_memory<S>(call, call.links[i]);
  const auto vector_at = [&](std::size_t at) { return load3<S>(numbers + at * kLanes<S>, kLanes<S>); };
  const V3<S> c = vector_at(kLeafMoment), t = vector_at(kLeafTorque), f = vector_at(kLeafForce);
  const V3<S> by_d = vector_at(kLeafForceByD);
  const S rest = load<S>(numbers + kLeafRest * kLanes<S>), mass = all<S>(call.leaves[call.links[i].extra].mass);
  m.a = leaf_tensor(vector_at(kLeafTorqueByD), numbers, m.a);
  const auto row = [&](const V3<S>& b, const V3<S>& moment, const S& u) {
    return plus(b, minus(moment, scaled(by_d, u)));
  };
  const S zero{};
  m.b = {row(m.b.x, {zero, -c.z, c.y}, t.x), row(m.b.y, {c.z, zero, -c.x}, t.y), row(m.b.z, {-c.y, c.x, zero}, t.z)};
  m.c = {m.c.xx + (mass - f.x * by_d.x), m.c.yy + (mass - f.y * by_d.y), m.c.zz + (mass - f.z * by_d.z),
         m.c.xy - f.x * by_d.y,          m.c.xz - f.x * by_d.z,          m.c.yz - f.y * by_d.z};
  const Force<S> l = load_of<Memory>(call, i);
  m.l = {plus(m.l.t, minus(l.t, scaled(t, rest))), plus(m.l.f, minus(l.f, scaled(f, rest)))};
}

template <class Memory, bool kTurns, class S>
[[gnu::always_inline]] inline void link_solve(Leaf<kTurns>, const EngineCall& call, std::size_t i, Force<S>& x) {
  const AxialLink& k = call.links[i];
  const double* numbers = leaf_memory<S>(call, k);
  const auto vector_at = [&](std::size_t at) { return load3<S>(numbers + at * kLanes<S>, kLanes<S>); };
  const S rest = load<S>(numbers + kLeafRest * kLanes<S>);
  store(S(rest - product({vector_at(kLeafTorqueByD), vector_at(kLeafForceByD)}, x)),
        call.accelerations + k.speed * call.stride);
}

}  // namespace
}  // namespace kinemate
