// Turns about one axis and shifts along it, of vectors and of articulated inertia, see recursion/engine/passes.h.
// After McMillan and Orin, Efficient computation of articulated-body inertias using successive axial screws, IEEE
// Trans. Robotics and Automation 11 (1995); a tensor of the plane turns as in spatial/turn.h.
#pragma once

#include "recursion/engine/scalars.h"

namespace kinemate {
namespace {

enum class Bend { kAny, kSquare, kParallel };  // the angle α

// A turn about an axis 3 of the axes 1, 2, 3, known as it is met in the program.
template <class S, Bend kBend>
struct Angle {
  S cos, sin;

  // components after the turn of those before: Rᵀ
  [[gnu::always_inline]] inline void outward(S& v1, S& v2) const {
    const S w1 = v1, w2 = v2;
    if constexpr (kBend == Bend::kAny) v1 = cos * w1 + sin * w2, v2 = cos * w2 - sin * w1;
    if constexpr (kBend == Bend::kSquare) v1 = w2, v2 = -w1;
  }

  // components before the turn of those after: R
  [[gnu::always_inline]] inline void inward(S& v1, S& v2) const {
    const S w1 = v1, w2 = v2;
    if constexpr (kBend == Bend::kAny) v1 = cos * w1 - sin * w2, v2 = sin * w1 + cos * w2;
    if constexpr (kBend == Bend::kSquare) v1 = -w2, v2 = w1;
  }

  // R [t11 t12; t12 t22] Rᵀ
  [[gnu::always_inline]] inline void inward(S& t11, S& t12, S& t22) const {
    if constexpr (kBend == Bend::kAny) {
      const S e = sin * (t11 - t22) + (cos + cos) * t12, old = t12;
      t11 = t11 - sin * e, t22 = t22 + sin * e, t12 = cos * e - old;
    }
    if constexpr (kBend == Bend::kSquare) {
      const S old = t11;
      t11 = t22, t22 = old, t12 = -t12;
    }
  }

  // R [t11 t12; t21 t22] Rᵀ
  [[gnu::always_inline]] inline void inward(S& t11, S& t12, S& t21, S& t22) const {
    const S old11 = t11, old12 = t12, old21 = t21;
    if constexpr (kBend == Bend::kAny) {
      const S e = sin * (t11 - t22) + cos * (t12 + t21);
      t11 = t11 - sin * e, t22 = t22 + sin * e, t12 = cos * e - old21, t21 = cos * e - old12;
    }
    if constexpr (kBend == Bend::kSquare) t11 = t22, t22 = old11, t12 = -old21, t21 = -old12;
  }
};

template <class S>
struct Sym3 {
  S xx, yy, zz, xy, xz, yz;
};

// [a b; bᵀ c], and a load.
template <class S>
struct Inertia {
  Sym3<S> a;
  M3<S> b;
  Sym3<S> c;
  Force<S> l;
};

// Gᵀ M G of a shift along the axis 3.
template <class S>
[[gnu::always_inline]] inline void shift(S r, S& a11, S& a12, S& a22, S& a13, S& a23, V3<S>& b_1, V3<S>& b_2, S& b11,
                                         S& b12, S& b21, S& b22, S b31, S b32, const V3<S>& c_1, const V3<S>& c_2,
                                         S& t1, S& t2, S f1, S f2) {
  const S old12 = b12, old21 = b21, old22 = b22;
  b_1 = {b_1.x - r * c_2.x, b_1.y - r * c_2.y, b_1.z - r * c_2.z};
  b_2 = {b_2.x + r * c_1.x, b_2.y + r * c_1.y, b_2.z + r * c_1.z};
  a11 = a11 - r * (old12 + b12);
  a22 = a22 + r * (old21 + b21);
  a12 = a12 + r * (b11 - old22);
  a13 = a13 - r * b32, a23 = a23 + r * b31;
  t1 = t1 - r * f2, t2 = t2 + r * f1;
}

template <bool kShift, class S, Bend kBend>
[[gnu::always_inline]] inline void z_screw(Inertia<S>& m, const Angle<S, kBend>& angle, S r) {
  angle.inward(m.a.xx, m.a.xy, m.a.yy);
  angle.inward(m.a.xz, m.a.yz);
  angle.inward(m.b.x.x, m.b.x.y, m.b.y.x, m.b.y.y);
  angle.inward(m.b.x.z, m.b.y.z);
  angle.inward(m.b.z.x, m.b.z.y);
  angle.inward(m.c.xx, m.c.xy, m.c.yy);
  angle.inward(m.c.xz, m.c.yz);
  angle.inward(m.l.t.x, m.l.t.y);
  angle.inward(m.l.f.x, m.l.f.y);
  if constexpr (kShift)
    shift(r, m.a.xx, m.a.xy, m.a.yy, m.a.xz, m.a.yz, m.b.x, m.b.y, m.b.x.x, m.b.x.y, m.b.y.x, m.b.y.y, m.b.z.x, m.b.z.y,
          {m.c.xx, m.c.xy, m.c.xz}, {m.c.xy, m.c.yy, m.c.yz}, m.l.t.x, m.l.t.y, m.l.f.x, m.l.f.y);
}

template <class S, Bend kBend>
[[gnu::always_inline]] inline void x_screw(Inertia<S>& m, const Angle<S, kBend>& angle, S r) {
  angle.inward(m.a.yy, m.a.yz, m.a.zz);
  angle.inward(m.a.xy, m.a.xz);
  angle.inward(m.b.y.y, m.b.y.z, m.b.z.y, m.b.z.z);
  angle.inward(m.b.y.x, m.b.z.x);
  angle.inward(m.b.x.y, m.b.x.z);
  angle.inward(m.c.yy, m.c.yz, m.c.zz);
  angle.inward(m.c.xy, m.c.xz);
  angle.inward(m.l.t.y, m.l.t.z);
  angle.inward(m.l.f.y, m.l.f.z);
  shift(r, m.a.yy, m.a.yz, m.a.zz, m.a.xy, m.a.xz, m.b.y, m.b.z, m.b.y.y, m.b.y.z, m.b.z.y, m.b.z.z, m.b.x.y, m.b.x.z,
        {m.c.xy, m.c.yy, m.c.yz}, {m.c.xz, m.c.yz, m.c.zz}, m.l.t.y, m.l.t.z, m.l.f.y, m.l.f.z);
}

}  // namespace
}  // namespace kinemate
