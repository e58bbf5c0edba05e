// The first pass of the engine, outward: see recursion/engine/passes.h.
#pragma once

#include "recursion/engine/transfer.h"

namespace kinemate {
namespace {

// Motion of a link: ω, α, a; Ω of both.
template <class S>
struct Motion {
  V3<S> w, al, a;
  M3<S> o;
};

template <class S>
[[gnu::always_inline]] inline void find_omega(Motion<S>& m) {
  const V3<S>&w = m.w, &al = m.al;
  const S xx = w.x * w.x, yy = w.y * w.y;
  m.o = {{-(w.z * w.z) - yy, w.x * w.y - al.z, w.x * w.z + al.y},
         {w.x * w.y + al.z, -(w.z * w.z) - xx, w.y * w.z - al.x},
         {w.x * w.z - al.y, w.y * w.z + al.x, -xx - yy}};
}

// l̄ = l_ext − what the motion takes
template <class Memory, class S>
[[gnu::always_inline]] inline void keep_missing(const EngineCall& call, std::size_t i, const V3<S>& t, const V3<S>& f) {
  Force<S> l{};
  if (call.loaded) l = load_of<Memory>(call, i);
  keep_load<Memory>(call, i, {{l.t.x - t.x, l.t.y - t.y, l.t.z - t.z}, {l.f.x - f.x, l.f.y - f.y, l.f.z - f.z}});
}

template <class Memory, Bend kBend, bool kFlat, bool kAccelerated, class S>
[[gnu::always_inline]] inline void turn_outward(const EngineCall& call, std::size_t i, Motion<S>& m) {
  const AxialLink& k = call.links[i];
  const auto transfer = turn_transfer<S, kBend, kFlat>(call, i);
  const S speed = load<S>(call.speeds + k.speed * call.stride);
  m.a = transfer.outward(plus(m.a, times(m.o, transfer.arm)));
  m.al = transfer.outward(m.al);
  m.w = transfer.outward(m.w);
  m.al.x = m.al.x + m.w.y * speed;
  m.al.y = m.al.y - m.w.x * speed;
  const S given = load<S>(call.given + k.speed * call.stride);
  if constexpr (kAccelerated) m.al.z = m.al.z + given;
  m.w.z = m.w.z + speed;
  find_omega(m);
  const M3<S>& o = m.o;
  const V3<S>& a = m.a;
  const double cx = k.moment_x, cy = k.moment_y, jyy = k.jyy_or_mass, jzz = k.jzz_or_moment_z;
  const double jxy = k.jxy, jxz = k.jxz, jyz = k.jyz;
  V3<S> t{o.z.x * jxy + o.z.y * jyy + (o.z.z - o.y.y) * jyz - o.y.x * jxz - o.y.z * jzz + a.z * cy,
          (o.x.x - o.z.z) * jxz + o.x.y * jyz + (o.x.z + o.z.x) * jzz - o.z.y * jxy - a.z * cx,
          (o.y.y - o.x.x) * jxy - o.y.x * jzz - o.x.y * jyy + o.y.z * jxz - o.x.z * jyz + (a.y * cx - a.x * cy)};
  if constexpr (!kAccelerated) t.z = t.z - given;  // η joins Φᵀ l
  keep_missing<Memory, S>(call, i, t, {o.x.x * cx + o.x.y * cy, o.y.x * cx + o.y.y * cy, o.z.x * cx + o.z.y * cy});
}

template <class Memory, bool kAccelerated, class S>
[[gnu::always_inline]] inline void slide_outward(const EngineCall& call, std::size_t i, Motion<S>& m) {
  const AxialLink& k = call.links[i];
  const auto transfer = slide_transfer<S>(call, i);
  const S speed = load<S>(call.speeds + k.speed * call.stride);
  m.a = transfer.outward(plus(m.a, times(m.o, transfer.arm)));
  m.al = transfer.outward(m.al);
  m.w = transfer.outward(m.w);
  m.a.x = m.a.x + 2.0 * (m.w.y * speed);
  m.a.y = m.a.y - 2.0 * (m.w.x * speed);
  const S given = load<S>(call.given + k.speed * call.stride);
  if constexpr (kAccelerated) m.a.z = m.a.z + given;
  find_omega(m);
  const V3<S> c{all<S>(k.moment_x), all<S>(k.moment_y), all<S>(k.jzz_or_moment_z)};
  const double mass = k.jyy_or_mass;
  V3<S> f = times(m.o, c);
  f = {m.a.x * mass + f.x, m.a.y * mass + f.y, m.a.z * mass + f.z};
  if constexpr (!kAccelerated) f.z = f.z - given;
  keep_missing<Memory, S>(call, i, cross(c, m.a), f);
}

template <class Memory, bool kAccelerated, class S>
[[gnu::noinline]] void general_outward(const EngineCall& call, std::size_t i, Motion<S>& m) {
  const AxialLink& k = call.links[i];
  const GeneralLink& g = call.general[k.extra];
  const JointNumbers<S> joint = joint_of<S>(call, g);
  const auto n = [&](int at) { return all<S>(g.near[at]); };
  const M3<S> near{{n(0), n(1), n(2)}, {n(3), n(4), n(5)}, {n(6), n(7), n(8)}};
  const M3<S> r = times(near, M3<S>{joint.vector(0), joint.vector(3), joint.vector(6)});
  const V3<S> p = plus({n(9), n(10), n(11)}, times(near, joint.vector(9)));
  double* memory = call.general_work + g.memory * kLanes<S>;
  store3(r.x, memory), store3(r.y, memory + 3 * kLanes<S>), store3(r.z, memory + 6 * kLanes<S>);
  store3(p, memory + 9 * kLanes<S>);
  const V3<S> w = transposed_times(r, m.w), relative = joint.after_columns(0), v = joint.after_columns(3);
  m.a = transposed_times(r, plus(m.a, times(m.o, p)));
  m.al = plus(transposed_times(r, m.al), plus(cross(w, relative), joint.after_columns(6)));
  const V3<S> coriolis = cross(w, v);
  m.a = plus(m.a, plus(plus(coriolis, coriolis), joint.after_columns(9)));
  m.w = plus(w, relative);
  if (kAccelerated || g.driven) {
    for (std::uint32_t j = 0; j < g.columns; ++j) {
      const S acceleration = load<S>(call.given + (k.speed + j) * call.stride);
      const Force<S> column = joint.column(j);
      m.al = plus(m.al, {column.t.x * acceleration, column.t.y * acceleration, column.t.z * acceleration});
      m.a = plus(m.a, {column.f.x * acceleration, column.f.y * acceleration, column.f.z * acceleration});
    }
  }
  find_omega(m);
  const double* h = g.inertia;
  const V3<S> c{all<S>(h[1]), all<S>(h[2]), all<S>(h[3])}, f = times(m.o, c), moment = cross(c, m.a);
  const double jxx = (h[5] + h[6] - h[4]) / 2, jyy = (h[4] + h[6] - h[5]) / 2, jzz = (h[4] + h[5] - h[6]) / 2;
  const double jxy = -h[7], jxz = -h[8], jyz = -h[9];
  const M3<S>& o = m.o;
  const V3<S> t{o.z.x * jxy + o.z.y * jyy + (o.z.z - o.y.y) * jyz - o.y.x * jxz - o.y.z * jzz + moment.x,
                (o.x.x - o.z.z) * jxz + o.x.y * jyz + o.x.z * jzz - o.z.x * jxx - o.z.y * jxy + moment.y,
                o.y.x * jxx + (o.y.y - o.x.x) * jxy + o.y.z * jxz - o.x.y * jyy - o.x.z * jyz + moment.z};
  keep_missing<Memory, S>(call, i, t, {m.a.x * h[0] + f.x, m.a.y * h[0] + f.y, m.a.z * h[0] + f.z});
}

// The carrier's motion, in the frame after the constant screw that a link begins with.
template <class S>
[[gnu::always_inline]] inline void begin_outward(const EngineCall& call, std::size_t i, Motion<S>& m) {
  const AxialLink& k = call.links[i];
  if (k.flags & kFromSlot) {
    const double* saved = call.saved + 9 * slot_of(call, k) * kLanes<S>;
    m.w = load3<S>(saved, kLanes<S>);
    m.al = load3<S>(saved + 3 * kLanes<S>, kLanes<S>);
    m.a = load3<S>(saved + 6 * kLanes<S>, kLanes<S>);
    if (!(k.flags & kScrewed)) find_omega(m);
  }
  if (k.flags & kScrewed) {
    const AxialScrew& screw = call.screws[k.extra];
    const Angle<S, Bend::kAny> angle{all<S>(screw.cos), all<S>(screw.sin)};
    angle.outward(m.w.x, m.w.y), angle.outward(m.al.x, m.al.y), angle.outward(m.a.x, m.a.y);
    find_omega(m);
    m.a = plus(m.a, {m.o.x.z * screw.shift, m.o.y.z * screw.shift, m.o.z.z * screw.shift});
  }
}

template <class S>
[[gnu::always_inline]] inline void save(const EngineCall& call, std::uint32_t slot, const Motion<S>& m) {
  double* saved = call.saved + 9 * slot * kLanes<S>;
  store3(m.w, saved), store3(m.al, saved + 3 * kLanes<S>), store3(m.a, saved + 6 * kLanes<S>);
}

template <class Memory, bool kAccelerated, class Kind, class S>
[[gnu::always_inline]] inline void link_outward(Kind, const EngineCall& call, std::size_t i, Motion<S>& m) {
  turn_outward<Memory, Kind::kBend, Kind::kFlat, kAccelerated>(call, i, m);
}
template <class Memory, bool kAccelerated, class S>
[[gnu::always_inline]] inline void link_outward(Slide, const EngineCall& call, std::size_t i, Motion<S>& m) {
  slide_outward<Memory, kAccelerated>(call, i, m);
}
template <class Memory, bool, class S>
[[gnu::always_inline]] inline void link_outward(DrivenTurn, const EngineCall& call, std::size_t i, Motion<S>& m) {
  turn_outward<Memory, Bend::kAny, false, true>(call, i, m);
}
template <class Memory, bool, class S>
[[gnu::always_inline]] inline void link_outward(DrivenSlide, const EngineCall& call, std::size_t i, Motion<S>& m) {
  slide_outward<Memory, true>(call, i, m);
}
template <class Memory, bool kAccelerated, class S>
[[gnu::always_inline]] inline void link_outward(General, const EngineCall& call, std::size_t i, Motion<S>& m) {
  Motion<S> copy = m;  // m itself stays in registers
  general_outward<Memory, kAccelerated>(call, i, copy);
  m = copy;
}

template <class Memory, bool kAccelerated>
void outward_pass(const EngineCall& call) {
  using S = typename Memory::S;
  Motion<S> m;
  m.w = load3<S>(call.base, call.stride);
  m.al = load3<S>(call.base + 3 * call.stride, call.stride);
  m.a = load3<S>(call.base + 6 * call.stride, call.stride);
  m.o = M3<S>{};
  save(call, 0, m);
  for (std::size_t i = 0; i < call.count; ++i) {
    if (call.links[i].flags & (kFromSlot | kScrewed)) begin_outward(call, i, m);
    visit_kind(
        call.links[i].kind, [&](auto kind) __attribute__((always_inline)) {
          link_outward<Memory, kAccelerated>(kind, call, i, m);
          while (call.links[i + 1].flags & kSame) link_outward<Memory, kAccelerated>(kind, call, ++i, m);
        });
    if (call.links[i].flags & kHasSlot) save(call, call.links[i].slot, m);
  }
}

}  // namespace
}  // namespace kinemate
