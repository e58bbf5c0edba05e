// What the passes of the engine keep of a link between them, see recursion/engine/passes.h: first the load that is
// missing, then what the elimination of its joint leaves.
#pragma once

#include "recursion/engine/scalars.h"

namespace kinemate {
namespace {

// U/D and the acceleration ṡ for a carrier that has none.
template <class S>
struct Eliminated {
  Force<S> u;  // 1 at the place of the joint
  S rest;
};

// Six numbers a link.
template <class Scalar>
struct Compact {
  using S = Scalar;
  static constexpr EngineMemory kMemory{.numbers = 6, .first_load = 0, .load_step = 1};

  [[gnu::always_inline]] inline static void keep_turn(const Eliminated<S>& e, double* work) {
    store3<S>({e.u.t.x, e.u.t.y, e.rest}, work), store3(e.u.f, work + 3 * kLanes<S>);
  }
  [[gnu::always_inline]] inline static void keep_slide(const Eliminated<S>& e, double* work) {
    store3(e.u.t, work), store3<S>({e.u.f.x, e.u.f.y, e.rest}, work + 3 * kLanes<S>);
  }
  [[gnu::always_inline]] inline static Eliminated<S> turn(const double* work) {
    const V3<S> t = load3<S>(work, kLanes<S>);
    return {{{t.x, t.y, all<S>(1)}, load3<S>(work + 3 * kLanes<S>, kLanes<S>)}, t.z};
  }
  [[gnu::always_inline]] inline static Eliminated<S> slide(const double* work) {
    const V3<S> f = load3<S>(work + 3 * kLanes<S>, kLanes<S>);
    return {{load3<S>(work, kLanes<S>), {f.x, f.y, all<S>(1)}}, f.z};
  }

  // J, m c, U and U/D of a leaf that turns
  [[gnu::always_inline]] inline static void keep_leaf(const LeafLink& leaf, S cos, S sin, double* to) {
    const auto keep = [to](std::size_t at, const S& number) { store(number, to + at * kLanes<S>); };
    const S cos2 = cos * cos - sin * sin, sin2 = 2.0 * (cos * sin);
    for (std::size_t j = 0; j < 6; ++j)
      keep(kLeafBinet + j, leaf.binet[1][j] * cos + leaf.binet[2][j] * sin +
                               (leaf.binet[3][j] * cos2 + leaf.binet[4][j] * sin2 + leaf.binet[0][j]));
    for (std::size_t j = 0; j < 3; ++j) {
      const S torque = leaf.torque[1][j] * cos + leaf.torque[2][j] * sin + leaf.torque[0][j];
      const S force = leaf.moment[1][j] * cos - leaf.moment[0][j] * sin;
      keep(kLeafMoment + j, leaf.moment[0][j] * cos + leaf.moment[1][j] * sin);
      keep(kLeafTorque + j, torque), keep(kLeafTorqueByD + j, torque * leaf.inverse_d);
      keep(kLeafForce + j, force), keep(kLeafForceByD + j, force * leaf.inverse_d);
    }
  }
};

template <class Memory>
[[gnu::always_inline]] inline double* work_of(const EngineCall& call, std::size_t i) {
  return call.work + Memory::kMemory.numbers * i * kLanes<typename Memory::S>;
}

template <class Memory>
[[gnu::always_inline]] inline Force<typename Memory::S> load_of(const EngineCall& call, std::size_t i) {
  using S = typename Memory::S;
  constexpr std::size_t step = Memory::kMemory.load_step * kLanes<S>;
  const double* at = work_of<Memory>(call, i) + Memory::kMemory.first_load * kLanes<S>;
  return {load3<S>(at, step), load3<S>(at + 3 * step, step)};
}

template <class Memory>
[[gnu::always_inline]] inline void keep_load(const EngineCall& call, std::size_t i,
                                             const Force<typename Memory::S>& l) {
  using S = typename Memory::S;
  constexpr std::size_t step = Memory::kMemory.load_step * kLanes<S>;
  double* at = work_of<Memory>(call, i) + Memory::kMemory.first_load * kLanes<S>;
  store(l.t.x, at), store(l.t.y, at + step), store(l.t.z, at + 2 * step);
  store(l.f.x, at + 3 * step), store(l.f.y, at + 4 * step), store(l.f.z, at + 5 * step);
}

}  // namespace
}  // namespace kinemate
