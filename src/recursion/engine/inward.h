// The second pass of the engine, inward: see recursion/engine/passes.h.
#pragma once

#include "recursion/engine/transfer.h"

namespace kinemate {
namespace {

template <class Memory, class S>
[[gnu::always_inline]] inline void add_missing(const EngineCall& call, std::size_t i, Force<S>& l) {
  const Force<S> missing = load_of<Memory>(call, i);
  l = {plus(l.t, missing.t), plus(l.f, missing.f)};
}

template <class S>
[[gnu::always_inline]] inline void add_turn_inertia(const AxialLink& k, Inertia<S>& m) {
  m.a.zz = m.a.zz + (k.jyy_or_mass - k.jzz_or_moment_z);
  m.a.xz = m.a.xz - k.jxz, m.a.yz = m.a.yz - k.jyz;
  m.b.z.x = m.b.z.x - k.moment_y, m.b.z.y = m.b.z.y + k.moment_x;
  m.a.xx = m.a.xx + (k.jyy_or_mass + k.jzz_or_moment_z);
  m.a.xy = m.a.xy - k.jxy;
  m.b.x.z = m.b.x.z + k.moment_y, m.b.y.z = m.b.y.z - k.moment_x;
}

template <class S>
[[gnu::always_inline]] inline void add_slide_inertia(const AxialLink& k, Inertia<S>& m) {
  const double mass = k.jyy_or_mass, cz = k.jzz_or_moment_z;
  m.c.xx = m.c.xx + mass, m.c.yy = m.c.yy + mass, m.c.zz = m.c.zz + mass;
  m.b.x.y = m.b.x.y - cz, m.b.x.z = m.b.x.z + k.moment_y;
  m.b.y.x = m.b.y.x + cz, m.b.y.z = m.b.y.z - k.moment_x;
  m.b.z.x = m.b.z.x - k.moment_y, m.b.z.y = m.b.z.y + k.moment_x;
}

// The screw about the joint's own axis comes first: it leaves the joint's column as it is, and does not wait for D.
template <class Memory, Bend kBend, bool kFlat, class S>
[[gnu::always_inline]] inline void turn_inward(const EngineCall& call, std::size_t i, Inertia<S>& m) {
  const AxialLink& k = call.links[i];
  add_turn_inertia(k, m);
  const S inverse = 1.0 / m.a.zz;
  add_missing<Memory>(call, i, m.l);
  const auto transfer = turn_transfer<S, kBend, kFlat>(call, i);
  z_screw<!kFlat>(m, transfer.theta, all<S>(k.d));
  const S ax = m.a.xz, ay = m.a.yz;
  const V3<S> b = m.b.z;
  const S ux = ax * inverse, uy = ay * inverse;
  const V3<S> v{b.x * inverse, b.y * inverse, b.z * inverse};
  const S rest = m.l.t.z * inverse;
  Memory::keep_turn({{{ux, uy, all<S>(1)}, v}, rest}, work_of<Memory>(call, i));
  const S zero{};
  m.a = {m.a.xx - ax * ux, m.a.yy - ay * uy, zero, m.a.xy - ax * uy, zero, zero};
  m.b.x = {m.b.x.x - ax * v.x, m.b.x.y - ax * v.y, m.b.x.z - ax * v.z};
  m.b.y = {m.b.y.x - ay * v.x, m.b.y.y - ay * v.y, m.b.y.z - ay * v.z};
  m.b.z = {zero, zero, zero};
  m.c = {m.c.xx - b.x * v.x, m.c.yy - b.y * v.y, m.c.zz - b.z * v.z,
         m.c.xy - b.x * v.y, m.c.xz - b.x * v.z, m.c.yz - b.y * v.z};
  m.l.t = {m.l.t.x - ax * rest, m.l.t.y - ay * rest, -load<S>(call.given + k.speed * call.stride)};
  m.l.f = {m.l.f.x - b.x * rest, m.l.f.y - b.y * rest, m.l.f.z - b.z * rest};
  x_screw(m, transfer.alpha, all<S>(k.a));
}

template <class Memory, class S>
[[gnu::always_inline]] inline void slide_inward(const EngineCall& call, std::size_t i, Inertia<S>& m) {
  const AxialLink& k = call.links[i];
  add_slide_inertia(k, m);
  const S inverse = 1.0 / m.c.zz;
  add_missing<Memory>(call, i, m.l);
  const auto transfer = slide_transfer<S>(call, i);
  z_screw<true>(m, transfer.theta, load<S>(call.coordinates + k.speed * call.stride) + k.d);
  const V3<S> b{m.b.x.z, m.b.y.z, m.b.z.z}, u{b.x * inverse, b.y * inverse, b.z * inverse};
  const S cx = m.c.xz, cy = m.c.yz, vx = cx * inverse, vy = cy * inverse;
  const S rest = m.l.f.z * inverse;
  Memory::keep_slide({{u, {vx, vy, all<S>(1)}}, rest}, work_of<Memory>(call, i));
  const S zero{};
  m.a = {m.a.xx - b.x * u.x, m.a.yy - b.y * u.y, m.a.zz - b.z * u.z,
         m.a.xy - b.x * u.y, m.a.xz - b.x * u.z, m.a.yz - b.y * u.z};
  m.b.x = {m.b.x.x - b.x * vx, m.b.x.y - b.x * vy, zero};
  m.b.y = {m.b.y.x - b.y * vx, m.b.y.y - b.y * vy, zero};
  m.b.z = {m.b.z.x - b.z * vx, m.b.z.y - b.z * vy, zero};
  m.c = {m.c.xx - cx * vx, m.c.yy - cy * vy, zero, m.c.xy - cx * vy, zero, zero};
  m.l.t = {m.l.t.x - b.x * rest, m.l.t.y - b.y * rest, m.l.t.z - b.z * rest};
  m.l.f = {m.l.f.x - cx * rest, m.l.f.y - cy * rest, -load<S>(call.given + k.speed * call.stride)};
  x_screw(m, transfer.alpha, all<S>(k.a));
}

// A joint whose acceleration is given: nothing is eliminated.
template <class Memory, class S>
[[gnu::noinline]] void driven_inward(const EngineCall& call, std::size_t i, Inertia<S>& m) {
  const AxialLink& k = call.links[i];
  const bool turns = k.kind == AxialKind::kDrivenTurn;
  if (turns)
    add_turn_inertia(k, m);
  else
    add_slide_inertia(k, m);
  add_missing<Memory>(call, i, m.l);
  if (k.flags & kOnBase) return;
  const S d = turns ? all<S>(k.d) : load<S>(call.coordinates + k.speed * call.stride) + k.d;
  const auto transfer = turn_transfer<S, Bend::kAny, false>(call, i);
  z_screw<true>(m, transfer.theta, d);
  x_screw(m, transfer.alpha, all<S>(k.a));
}

template <class S>
[[gnu::always_inline]] inline M3<S> full(const Sym3<S>& a) {
  return {{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}};
}

template <class S>
[[gnu::always_inline]] inline Sym3<S> upper(const M3<S>& a) {
  return {a.x.x, a.y.y, a.z.z, a.x.y, a.x.z, a.y.z};
}

template <class S>
[[gnu::always_inline]] inline M3<S> rotated(const M3<S>& a, const M3<S>& rotation) {
  return times(rotation, times(a, transposed(rotation)));
}

template <class S>
[[gnu::always_inline]] inline M3<S> sum(const M3<S>& a, const M3<S>& b) {
  return {plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z)};
}

// Gᵀ M G of any place.
template <class S>
void move_inward(const Place<S>& place, Inertia<S>& m) {
  const S zero{};
  const V3<S>& p = place.position;
  const M3<S> tilde{{zero, -p.z, p.y}, {p.z, zero, -p.x}, {-p.y, p.x, zero}};
  const M3<S> c = rotated(full(m.c), place.rotation), b = rotated(m.b, place.rotation);
  m.b = sum(b, times(tilde, c));
  const M3<S> half = times(tilde, transposed(b));                 // r̃ bᵀ
  const M3<S> other = transposed(times(tilde, transposed(m.b)));  // b' r̃ᵀ
  m.a = upper(sum(rotated(full(m.a), place.rotation), sum(half, other)));
  m.c = upper(c);
  m.l.f = times(place.rotation, m.l.f);
  m.l.t = plus(times(place.rotation, m.l.t), cross(p, m.l.f));
}

template <class S>
[[gnu::always_inline]] inline void add_general_inertia(const GeneralLink& g, Inertia<S>& m) {
  const double* h = g.inertia;
  m.a = {m.a.xx + h[4], m.a.yy + h[5], m.a.zz + h[6], m.a.xy + h[7], m.a.xz + h[8], m.a.yz + h[9]};
  m.b.x.y = m.b.x.y - h[3], m.b.x.z = m.b.x.z + h[2];
  m.b.y.x = m.b.y.x + h[3], m.b.y.z = m.b.y.z - h[1];
  m.b.z.x = m.b.z.x - h[2], m.b.z.y = m.b.z.y + h[1];
  m.c.xx = m.c.xx + h[0], m.c.yy = m.c.yy + h[0], m.c.zz = m.c.zz + h[0];
}

// Column after column, the last first.
template <class Memory, class S>
[[gnu::noinline]] void general_inward(const EngineCall& call, std::size_t i, Inertia<S>& m) {
  const AxialLink& k = call.links[i];
  const GeneralLink& g = call.general[k.extra];
  const JointNumbers<S> joint = joint_of<S>(call, g);
  double* memory = call.general_work + g.memory * kLanes<S>;
  add_general_inertia(g, m);
  add_missing<Memory>(call, i, m.l);
  for (std::uint32_t j = g.driven ? 0 : g.columns; j-- > 0;) {
    const Force<S> column = joint.column(j);
    const Force<S> u{plus(times(full(m.a), column.t), times(m.b, column.f)),
                     plus(transposed_times(m.b, column.t), times(full(m.c), column.f))};
    const S inverse = 1.0 / product(u, column);
    const S effort = load<S>(call.given + (k.speed + j) * call.stride);
    const S rest = (effort + product(column, m.l)) * inverse;
    const V3<S> t{u.t.x * inverse, u.t.y * inverse, u.t.z * inverse};
    const V3<S> f{u.f.x * inverse, u.f.y * inverse, u.f.z * inverse};
    double* at = memory + (12 + 7 * j) * kLanes<S>;
    store3(t, at), store3(f, at + 3 * kLanes<S>), store(rest, at + 6 * kLanes<S>);
    m.a = {m.a.xx - u.t.x * t.x, m.a.yy - u.t.y * t.y, m.a.zz - u.t.z * t.z,
           m.a.xy - u.t.x * t.y, m.a.xz - u.t.x * t.z, m.a.yz - u.t.y * t.z};
    m.b.x = {m.b.x.x - u.t.x * f.x, m.b.x.y - u.t.x * f.y, m.b.x.z - u.t.x * f.z};
    m.b.y = {m.b.y.x - u.t.y * f.x, m.b.y.y - u.t.y * f.y, m.b.y.z - u.t.y * f.z};
    m.b.z = {m.b.z.x - u.t.z * f.x, m.b.z.y - u.t.z * f.y, m.b.z.z - u.t.z * f.z};
    m.c = {m.c.xx - u.f.x * f.x, m.c.yy - u.f.y * f.y, m.c.zz - u.f.z * f.z,
           m.c.xy - u.f.x * f.y, m.c.xz - u.f.x * f.z, m.c.yz - u.f.y * f.z};
    m.l.t = {m.l.t.x - u.t.x * rest, m.l.t.y - u.t.y * rest, m.l.t.z - u.t.z * rest};
    m.l.f = {m.l.f.x - u.f.x * rest, m.l.f.y - u.f.y * rest, m.l.f.z - u.f.z * rest};
  }
  if (!(k.flags & kOnBase)) move_inward(load_place<S>(memory), m);
}

template <class S>
[[gnu::always_inline]] inline void add_gathered(const double* from, Inertia<S>& m) {
  const auto at = [from](std::size_t j) { return load<S>(from + j * kLanes<S>); };
  const auto vector = [at](std::size_t j) { return V3<S>{at(j), at(j + 1), at(j + 2)}; };
  m.a = {m.a.xx + at(0), m.a.yy + at(1), m.a.zz + at(2), m.a.xy + at(3), m.a.xz + at(4), m.a.yz + at(5)};
  m.b = {plus(m.b.x, vector(6)), plus(m.b.y, vector(9)), plus(m.b.z, vector(12))};
  m.c = {m.c.xx + at(15), m.c.yy + at(16), m.c.zz + at(17), m.c.xy + at(18), m.c.xz + at(19), m.c.yz + at(20)};
  m.l = {plus(m.l.t, vector(21)), plus(m.l.f, vector(24))};
}

template <class S>
[[gnu::always_inline]] inline void gather(const Inertia<S>& m, double* to) {
  const auto keep = [to](std::size_t j, const V3<S>& v) { store3(v, to + j * kLanes<S>); };
  keep(0, {m.a.xx, m.a.yy, m.a.zz}), keep(3, {m.a.xy, m.a.xz, m.a.yz});
  keep(6, m.b.x), keep(9, m.b.y), keep(12, m.b.z);
  keep(15, {m.c.xx, m.c.yy, m.c.zz}), keep(18, {m.c.xy, m.c.xz, m.c.yz});
  keep(21, m.l.t), keep(24, m.l.f);
}

template <class S>
[[gnu::always_inline]] inline void constant_screw(const AxialScrew& screw, Inertia<S>& m) {
  z_screw<true>(m, Angle<S, Bend::kAny>{all<S>(screw.cos), all<S>(screw.sin)}, all<S>(screw.shift));
}

template <class Memory, class Kind, class S>
[[gnu::always_inline]] inline void link_inward(Kind, const EngineCall& call, std::size_t i, Inertia<S>& m) {
  turn_inward<Memory, Kind::kBend, Kind::kFlat>(call, i, m);
}
template <class Memory, class S>
[[gnu::always_inline]] inline void link_inward(Slide, const EngineCall& call, std::size_t i, Inertia<S>& m) {
  slide_inward<Memory>(call, i, m);
}
template <class Memory, class S>
[[gnu::always_inline]] inline void link_inward(DrivenTurn, const EngineCall& call, std::size_t i, Inertia<S>& m) {
  driven_inward<Memory>(call, i, m);
}
template <class Memory, class S>
[[gnu::always_inline]] inline void link_inward(DrivenSlide, const EngineCall& call, std::size_t i, Inertia<S>& m) {
  driven_inward<Memory>(call, i, m);
}
template <class Memory, class S>
[[gnu::always_inline]] inline void link_inward(General, const EngineCall& call, std::size_t i, Inertia<S>& m) {
  general_inward<Memory>(call, i, m);
}

// Matter is Inertia, or another form of it.
template <class Memory, class Matter>
void inward_pass(const EngineCall& call) {
  constexpr std::size_t slot_size = kGathered * kLanes<typename Memory::S>;
  Matter m{};
  for (std::size_t i = call.count; i-- > 0;) {
    if (!(call.links[i].flags & kCarriesNext)) m = Matter{};
    if (call.links[i].flags & kHasSlot) add_gathered(call.gathered + slot_size * call.links[i].slot, m);
    visit_kind(
        call.links[i].kind, [&](auto kind) __attribute__((always_inline)) {
          link_inward<Memory>(kind, call, i, m);
          while (call.links[i].flags & kSame) link_inward<Memory>(kind, call, --i, m);
        });
    const AxialLink& k = call.links[i];
    if (!(k.flags & (kFromSlot | kScrewed)) || (k.flags & kOnBase)) continue;
    if (k.flags & kScrewed) constant_screw(call.screws[k.extra], m);
    if (!(k.flags & kFromSlot)) continue;
    double* gathered = call.gathered + slot_size * slot_of(call, k);
    if (!(k.flags & kGathersFirst)) add_gathered(gathered, m);
    gather(m, gathered);
  }
}

}  // namespace
}  // namespace kinemate
