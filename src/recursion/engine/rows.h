// Articulated inertia of one lane in vectors of four, for processors with AVX2: rows of [b; c], each with the component
// of the load that belongs to it as a fourth number, and the six numbers of a.
//
//   [a b t; bᵀ c f]: what turns or shifts the rows of b and c does the same to the load; an elimination subtracts
//   multiples of one row from the others, load included.
// Included like recursion/engine/passes.h, by files made for one processor.
#pragma once

#include <immintrin.h>

#include "recursion/engine/inward.h"

namespace kinemate {
namespace {

using Four = double __attribute__((vector_size(32)));

struct Rows {
  Sym3<double> a;
  Four bx, by, bz, cx, cy, cz;
};

[[gnu::always_inline]] inline Four four(double x) { return Four{x, x, x, x}; }

[[gnu::always_inline]] inline Four four(double x, double y, double z, double w) { return Four{x, y, z, w}; }

template <int kLane>
[[gnu::always_inline]] inline Four spread(const Four& v) {
  return __builtin_shufflevector(v, v, kLane, kLane, kLane, kLane);
}

// The columns after a turn, as factors of the row itself and of the row with two columns exchanged.
struct Columns {
  Four same, other;
};

[[gnu::always_inline]] inline Four turn_xy(const Four& row, const Columns& k) {
  return row * k.same + __builtin_shufflevector(row, row, 1, 0, 2, 3) * k.other;
}

[[gnu::always_inline]] inline Four turn_yz(const Four& row, const Columns& k) {
  return row * k.same + __builtin_shufflevector(row, row, 0, 2, 1, 3) * k.other;
}

// Columns y and z exchanged, then the signs of those with 1 changed.
template <int kX, int kY, int kZ, int kLoad>
[[gnu::always_inline]] inline Four quarter_turn(const Four& row) {
  constexpr long long sign = 1ll << 63;
  const __m256i signs = _mm256_setr_epi64x(kX * sign, kY * sign, kZ * sign, kLoad * sign);
  return _mm256_xor_pd(__builtin_shufflevector(row, row, 0, 2, 1, 3), _mm256_castsi256_pd(signs));
}

// R of two rows.
[[gnu::always_inline]] inline void turn_rows(Four& r1, Four& r2, const Four& cos, const Four& sin) {
  const Four old1 = r1, old2 = r2;
  r1 = cos * old1 - sin * old2;
  r2 = sin * old1 + cos * old2;
}

template <bool kShift>
[[gnu::always_inline]] inline void z_screw(Rows& m, double cos, double sin, double r) {
  const Angle<double, Bend::kAny> angle{cos, sin};
  const Four c = four(cos), s = four(sin);
  const Columns columns{__builtin_shufflevector(c, four(1), 0, 1, 4, 5), s * four(-1, 1, 0, 0)};
  turn_rows(m.cx, m.cy, c, s);
  m.cx = turn_xy(m.cx, columns), m.cy = turn_xy(m.cy, columns), m.cz = turn_xy(m.cz, columns);
  turn_rows(m.bx, m.by, c, s);
  m.bx = turn_xy(m.bx, columns), m.by = turn_xy(m.by, columns);
  m.bz = turn_xy(m.bz, columns);
  angle.inward(m.a.xx, m.a.xy, m.a.yy);
  angle.inward(m.a.xz, m.a.yz);
  if constexpr (kShift) {
    const Four old_x = m.bx, old_y = m.by, d = four(r);
    m.bx = m.bx - d * m.cy;
    m.by = m.by + d * m.cx;
    m.a.xx = m.a.xx - r * (old_x + m.bx)[1];
    m.a.yy = m.a.yy + r * (old_y + m.by)[0];
    m.a.xy = m.a.xy + r * (m.bx[0] - old_y[1]);
    m.a.xz = m.a.xz - r * m.bz[1], m.a.yz = m.a.yz + r * m.bz[0];
  }
}

// a_zz of the next elimination as a whole is known long before the parts of it: the division need not wait for them.
template <bool kFullZ, Bend kBend>
[[gnu::always_inline]] inline double next_pivot(const Rows& m, const Angle<double, kBend>& angle, double r) {
  if constexpr (kFullZ) return 0;
  if constexpr (kBend == Bend::kParallel) return r * r * m.cy[1];
  if constexpr (kBend == Bend::kSquare) return m.a.yy + r * (r * m.cz[2] - (m.by[2] + m.by[2]));
  const double s = angle.sin, rc = r * angle.cos, rs = r * s;
  return s * s * m.a.yy + (2 * s * rc) * m.by[1] - (2 * s * rs) * m.by[2] +
         ((rc * rc) * m.cy[1] - (2 * rc * rs) * m.cy[2] + (rs * rs) * m.cz[2]);
}

template <bool kFullZ, Bend kBend>
[[gnu::always_inline]] inline void x_screw(Rows& m, const Angle<double, kBend>& angle, double r) {
  const double pivot = next_pivot<kFullZ>(m, angle, r);
  if constexpr (kBend == Bend::kAny) {
    const Four c = four(angle.cos), s = four(angle.sin);
    const Columns columns{__builtin_shufflevector(c, four(1), 4, 0, 1, 5), s * four(0, -1, 1, 0)};
    m.cy = turn_yz(m.cy, columns), m.cz = turn_yz(m.cz, columns), m.cx = turn_yz(m.cx, columns);
    turn_rows(m.cy, m.cz, c, s);
    m.bx = turn_yz(m.bx, columns), m.by = turn_yz(m.by, columns);
    if constexpr (kFullZ) m.bz = turn_yz(m.bz, columns);
    turn_rows(m.by, m.bz, c, s);
  }
  if constexpr (kBend == Bend::kSquare) {
    const Four cy = m.cy, by = m.by;
    m.cx = quarter_turn<0, 1, 0, 0>(m.cx), m.cy = quarter_turn<1, 0, 1, 1>(m.cz), m.cz = quarter_turn<0, 1, 0, 0>(cy);
    m.bx = quarter_turn<0, 1, 0, 0>(m.bx), m.by = quarter_turn<1, 0, 1, 1>(m.bz), m.bz = quarter_turn<0, 1, 0, 0>(by);
  }
  angle.inward(m.a.yy, m.a.yz, m.a.zz);
  angle.inward(m.a.xy, m.a.xz);
  const Four old_y = m.by, old_z = m.bz, a = four(r);
  m.by = m.by - a * m.cz;
  m.bz = m.bz + a * m.cy;
  m.a.zz = kFullZ ? m.a.zz + r * (old_z + m.bz)[1] : pivot;
  m.a.xy = m.a.xy - r * m.bx[2], m.a.xz = m.a.xz + r * m.bx[1];
  m.a.yy = m.a.yy - r * (old_y + m.by)[2];
  m.a.yz = m.a.yz + r * (m.by[1] - old_z[2]);
}

[[gnu::always_inline]] inline Inertia<double> scattered(const Rows& m) {
  const auto row = [](const Four& r) { return V3<double>{r[0], r[1], r[2]}; };
  return {m.a,
          {row(m.bx), row(m.by), row(m.bz)},
          {m.cx[0], m.cy[1], m.cz[2], m.cx[1], m.cx[2], m.cy[2]},
          {{m.bx[3], m.by[3], m.bz[3]}, {m.cx[3], m.cy[3], m.cz[3]}}};
}

[[gnu::always_inline]] inline Rows in_rows(const Inertia<double>& m) {
  const auto row = [](const V3<double>& r, double l) { return four(r.x, r.y, r.z, l); };
  const M3<double> c = full(m.c);
  return {m.a,
          row(m.b.x, m.l.t.x),
          row(m.b.y, m.l.t.y),
          row(m.b.z, m.l.t.z),
          row(c.x, m.l.f.x),
          row(c.y, m.l.f.y),
          row(c.z, m.l.f.z)};
}

// For each link six rows, where the inertia of the link itself stands and each call adds the load; then U/D.
struct ByRows {
  using S = double;
  static constexpr EngineMemory kMemory{.numbers = 32, .first_load = 3, .load_step = 4};
  static constexpr std::size_t kForce = 24, kRest = 27, kTorque = 28;  // of U/D

  [[gnu::always_inline]] inline static Eliminated<double> turn(const double* work) {
    return {{{work[kTorque], work[kTorque + 1], 1}, load3<double>(work + kForce, 1)}, work[kRest]};
  }
  [[gnu::always_inline]] inline static Eliminated<double> slide(const double* work) {
    return {{load3<double>(work + kTorque, 1), {work[kForce], work[kForce + 1], 1}}, work[kRest]};
  }

  [[gnu::always_inline]] inline static void keep_leaf(const LeafLink& leaf, double cos, double sin, double* to) {
    const Four c = four(cos), s = four(sin), c2 = four(cos * cos - sin * sin), s2 = four(2 * (cos * sin));
    const auto part = [](const double* from) { return load<Four>(from); };
    for (std::size_t j = 0; j < 8; j += 4)
      store(Four(part(leaf.binet[1] + j) * c + part(leaf.binet[2] + j) * s +
                 (part(leaf.binet[3] + j) * c2 + (part(leaf.binet[4] + j) * s2 + part(leaf.binet[0] + j)))),
            to + kLeafBinet + j);
    const Four moment = part(leaf.moment[0]), other = part(leaf.moment[1]), inverse = four(leaf.inverse_d);
    const Four force = other * c - moment * s;
    const Four torque = part(leaf.torque[1]) * c + (part(leaf.torque[2]) * s + part(leaf.torque[0]));
    store(Four(moment * c + other * s), to + kLeafMoment);
    store(torque, to + kLeafTorque), store(Four(torque * inverse), to + kLeafTorqueByD);
    store(force, to + kLeafForce), store(Four(force * inverse), to + kLeafForceByD);
  }
};

// Rows of the inertia that is left with a link.
void prepare_rows(const AxialLink* links, std::size_t count, double* work) {
  for (std::size_t i = 0; i < count; ++i, work += ByRows::kMemory.numbers) {
    const AxialLink& k = links[i];
    const bool slides =
        k.kind == AxialKind::kSlide || k.kind == AxialKind::kLeafSlide || k.kind == AxialKind::kDrivenSlide;
    const double cx = k.moment_x, cy = k.moment_y, cz = slides ? k.jzz_or_moment_z : 0, m = slides ? k.jyy_or_mass : 0;
    const double rows[6][3] = {{0, -cz, cy}, {cz, 0, -cx}, {-cy, cx, 0}, {m, 0, 0}, {0, m, 0}, {0, 0, m}};
    for (std::size_t row = 0; row < 6; ++row)
      for (std::size_t column = 0; column < 3; ++column) work[4 * row + column] = rows[row][column];
  }
}

[[gnu::always_inline]] inline void add_rows(const double* work, Rows& m) {
  m.bz = m.bz + load<Four>(work + 8);
  m.bx = m.bx + load<Four>(work), m.by = m.by + load<Four>(work + 4);
  m.cx = m.cx + load<Four>(work + 12), m.cy = m.cy + load<Four>(work + 16), m.cz = m.cz + load<Four>(work + 20);
}

template <class Memory, class Kind>
[[gnu::always_inline]] inline void link_inward(Kind, const EngineCall& call, std::size_t i, Rows& m) {
  const AxialLink& k = call.links[i];
  double* work = work_of<ByRows>(call, i);
  m.a.zz = m.a.zz + (k.jyy_or_mass - k.jzz_or_moment_z);
  const Four inverse = four(1) / four(m.a.zz);
  add_rows(work, m);
  m.a.xz = m.a.xz - k.jxz, m.a.yz = m.a.yz - k.jyz, m.a.xy = m.a.xy - k.jxy;
  m.a.xx = m.a.xx + (k.jyy_or_mass + k.jzz_or_moment_z);
  z_screw<!Kind::kFlat>(m, call.cosines[i], call.sines[i], k.d);
  const double ax = m.a.xz, ay = m.a.yz, ux = ax * inverse[0], uy = ay * inverse[0];
  const Four b = m.bz;
  const Four xb = spread<0>(b) * b, yb = spread<1>(b) * b, zb = spread<2>(b) * b;  // before the division is done
  const Four axb = four(ax) * b, ayb = four(ay) * b;
  store(Four(b * inverse), work + ByRows::kForce);
  work[ByRows::kTorque] = ux, work[ByRows::kTorque + 1] = uy;
  m.cx = m.cx - xb * inverse, m.cy = m.cy - yb * inverse, m.cz = m.cz - zb * inverse;
  m.bx = m.bx - axb * inverse, m.by = m.by - ayb * inverse;
  m.bz = four(0, 0, 0, -call.given[k.speed * call.stride]);
  m.a = {m.a.xx - ax * ux, m.a.yy - ay * uy, 0, m.a.xy - ax * uy, 0, 0};
  x_screw<false>(m, Angle<double, Kind::kBend>{k.cos_alpha, k.sin_alpha}, k.a);
}

template <class Memory>
[[gnu::always_inline]] inline void link_inward(Slide, const EngineCall& call, std::size_t i, Rows& m) {
  const AxialLink& k = call.links[i];
  double* work = work_of<ByRows>(call, i);
  add_rows(work, m);
  const Four inverse = four(1) / spread<2>(m.cz);
  z_screw<true>(m, call.cosines[i], call.sines[i], call.coordinates[k.speed * call.stride] + k.d);
  const Four v = m.cz * inverse;
  const V3<double> b{m.bx[2], m.by[2], m.bz[2]}, u{b.x * inverse[0], b.y * inverse[0], b.z * inverse[0]};
  store(v, work + ByRows::kForce), store3(u, work + ByRows::kTorque);
  m.bx = m.bx - spread<2>(m.bx) * v, m.by = m.by - spread<2>(m.by) * v, m.bz = m.bz - spread<2>(m.bz) * v;
  m.cx = m.cx - spread<2>(m.cx) * v, m.cy = m.cy - spread<2>(m.cy) * v;
  m.cz = four(0, 0, 0, -call.given[k.speed * call.stride]);
  m.a = {m.a.xx - b.x * u.x, m.a.yy - b.y * u.y, m.a.zz - b.z * u.z,
         m.a.xy - b.x * u.y, m.a.xz - b.x * u.z, m.a.yz - b.y * u.z};
  x_screw<true>(m, Angle<double, Bend::kAny>{k.cos_alpha, k.sin_alpha}, k.a);
}

// Other kinds by the form that all processors have.
template <class Kind>
[[gnu::always_inline]] inline void inward_scattered(Kind kind, const EngineCall& call, std::size_t i, Rows& m) {
  Inertia<double> inertia = scattered(m);
  link_inward<ByRows>(kind, call, i, inertia);
  m = in_rows(inertia);
}
template <class Memory>
[[gnu::always_inline]] inline void link_inward(DrivenTurn kind, const EngineCall& call, std::size_t i, Rows& m) {
  inward_scattered(kind, call, i, m);
}
template <class Memory>
[[gnu::always_inline]] inline void link_inward(DrivenSlide kind, const EngineCall& call, std::size_t i, Rows& m) {
  inward_scattered(kind, call, i, m);
}
template <class Memory>
[[gnu::always_inline]] inline void link_inward(General kind, const EngineCall& call, std::size_t i, Rows& m) {
  inward_scattered(kind, call, i, m);
}

[[gnu::always_inline]] inline void add_gathered(const double* from, Rows& m) {
  m.bx = m.bx + load<Four>(from), m.by = m.by + load<Four>(from + 4), m.bz = m.bz + load<Four>(from + 8);
  m.cx = m.cx + load<Four>(from + 12), m.cy = m.cy + load<Four>(from + 16), m.cz = m.cz + load<Four>(from + 20);
  m.a = {m.a.xx + from[24], m.a.yy + from[25], m.a.zz + from[26],
         m.a.xy + from[27], m.a.xz + from[28], m.a.yz + from[29]};
}

[[gnu::always_inline]] inline void gather(const Rows& m, double* to) {
  store(m.bx, to), store(m.by, to + 4), store(m.bz, to + 8);
  store(m.cx, to + 12), store(m.cy, to + 16), store(m.cz, to + 20);
  store3<double>({m.a.xx, m.a.yy, m.a.zz}, to + 24), store3<double>({m.a.xy, m.a.xz, m.a.yz}, to + 27);
}

template <class Memory, bool kTurns>
[[gnu::always_inline]] inline void link_inward(Leaf<kTurns>, const EngineCall& call, std::size_t i, Rows& m) {
  const double* n = leaf_memory<double>(call, call.links[i]);
  add_rows(work_of<ByRows>(call, i), m);
  const Four c = load<Four>(n + kLeafMoment);
  const Four by_d = _mm256_blend_pd(load<Four>(n + kLeafForceByD), four(n[kLeafRest]), 8);
  const double *t = n + kLeafTorque, *f = n + kLeafForce;
  m.bx = m.bx + __builtin_shufflevector(c, c, 0, 2, 1, 3) * four(0, -1, 1, 0) - four(t[0]) * by_d;
  m.by = m.by + __builtin_shufflevector(c, c, 2, 1, 0, 3) * four(1, 0, -1, 0) - four(t[1]) * by_d;
  m.bz = m.bz + __builtin_shufflevector(c, c, 1, 0, 2, 3) * four(-1, 1, 0, 0) - four(t[2]) * by_d;
  m.cx = m.cx - four(f[0]) * by_d, m.cy = m.cy - four(f[1]) * by_d, m.cz = m.cz - four(f[2]) * by_d;
  m.a = leaf_tensor(load3<double>(n + kLeafTorqueByD, 1), n, m.a);
}

[[gnu::always_inline]] inline void constant_screw(const AxialScrew& screw, Rows& m) {
  z_screw<true>(m, screw.cos, screw.sin, screw.shift);
}

}  // namespace
}  // namespace kinemate
