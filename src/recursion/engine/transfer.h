// Where a link is against its carrier, see recursion/engine/passes.h.
#pragma once

#include "recursion/engine/memory.h"
#include "recursion/engine/screws.h"

namespace kinemate {
namespace {

// Axes and the place of a link on the way out, as its carrier feels it.
template <class S, Bend kBend>
struct Transfer {
  Angle<S, kBend> alpha;
  Angle<S, Bend::kAny> theta;
  V3<S> arm;

  [[gnu::always_inline]] inline V3<S> outward(V3<S> v) const {
    alpha.outward(v.y, v.z);
    theta.outward(v.x, v.y);
    return v;
  }
  [[gnu::always_inline]] inline V3<S> inward(V3<S> v) const {
    theta.inward(v.x, v.y);
    alpha.inward(v.y, v.z);
    return v;
  }
};

template <class S, Bend kBend, bool kFlat>
[[gnu::always_inline]] inline Transfer<S, kBend> turn_transfer(const EngineCall& call, std::size_t i) {
  const AxialLink& k = call.links[i];
  const S zero{};
  return {{all<S>(k.cos_alpha), all<S>(k.sin_alpha)},
          {load<S>(call.cosines + i * kLanes<S>), load<S>(call.sines + i * kLanes<S>)},
          {all<S>(k.a), kFlat || kBend == Bend::kParallel ? zero : all<S>(k.arm_y),
           kFlat || kBend == Bend::kSquare ? zero : all<S>(k.arm_z)}};
}

template <class S>
[[gnu::always_inline]] inline Transfer<S, Bend::kAny> slide_transfer(const EngineCall& call, std::size_t i) {
  const AxialLink& k = call.links[i];
  const S d = load<S>(call.coordinates + k.speed * call.stride) + k.d;
  return {{all<S>(k.cos_alpha), all<S>(k.sin_alpha)},
          {load<S>(call.cosines + i * kLanes<S>), load<S>(call.sines + i * kLanes<S>)},
          {all<S>(k.a), -k.sin_alpha * d, k.cos_alpha * d}};
}

// The numbers of a general joint, as the caller gave them.
template <class S>
struct JointNumbers {
  const double* at;
  std::size_t stride;
  std::uint32_t columns;

  [[gnu::always_inline]] inline S number(std::uint32_t i) const { return load<S>(at + i * stride); }
  [[gnu::always_inline]] inline V3<S> vector(std::uint32_t i) const {
    return {number(i), number(i + 1), number(i + 2)};
  }
  [[gnu::always_inline]] inline Force<S> column(std::uint32_t j) const {
    return {vector(12 + 6 * j), vector(15 + 6 * j)};
  }
  [[gnu::always_inline]] inline V3<S> after_columns(std::uint32_t i) const { return vector(12 + 6 * columns + i); }
};

template <class S>
[[gnu::always_inline]] inline JointNumbers<S> joint_of(const EngineCall& call, const GeneralLink& g) {
  if (g.own) return {call.own_joints + g.joint * kLanes<S>, kLanes<S>, g.columns};
  return {call.joints + g.joint * call.stride, call.stride, g.columns};
}

template <class S>
struct Place {
  M3<S> rotation;
  V3<S> position;
};

template <class S>
[[gnu::always_inline]] inline Place<S> load_place(const double* at) {
  constexpr std::size_t n = kLanes<S>;
  return {{load3<S>(at, n), load3<S>(at + 3 * n, n), load3<S>(at + 6 * n, n)}, load3<S>(at + 9 * n, n)};
}

template <Bend kBendOf, bool kFlatOf>
struct Turn {
  static constexpr Bend kBend = kBendOf;
  static constexpr bool kFlat = kFlatOf;
};
struct Slide {};
struct DrivenTurn {};
struct DrivenSlide {};
template <bool kTurns>
struct Leaf {};
struct General {};

// visit(one of these)
template <class Visit>
[[gnu::always_inline]] inline void visit_kind(AxialKind kind, Visit visit) {
  switch (kind) {
    case AxialKind::kTurn: visit(Turn<Bend::kAny, false>()); break;
    case AxialKind::kTurnFlat: visit(Turn<Bend::kAny, true>()); break;
    case AxialKind::kTurnSquare: visit(Turn<Bend::kSquare, false>()); break;
    case AxialKind::kTurnSquareFlat: visit(Turn<Bend::kSquare, true>()); break;
    case AxialKind::kTurnParallel: visit(Turn<Bend::kParallel, false>()); break;
    case AxialKind::kTurnParallelFlat: visit(Turn<Bend::kParallel, true>()); break;
    case AxialKind::kSlide: visit(Slide()); break;
    case AxialKind::kLeafTurn: visit(Leaf<true>()); break;
    case AxialKind::kLeafSlide: visit(Leaf<false>()); break;
    case AxialKind::kDrivenTurn: visit(DrivenTurn()); break;
    case AxialKind::kDrivenSlide: visit(DrivenSlide()); break;
    case AxialKind::kGeneral: visit(General()); break;
  }
}

template <class S>
[[gnu::always_inline]] inline double* leaf_memory(const EngineCall& call, const AxialLink& k) {
  return call.leaf_work + kLeafMemory * k.extra * kLanes<S>;
}

// Of the joint of a leaf, for the carrier's origin.
template <class S>
[[gnu::always_inline]] inline Force<S> leaf_column(const EngineCall& call, const AxialLink& k) {
  const LeafLink& leaf = call.leaves[k.extra];
  if (k.kind == AxialKind::kLeafTurn) return {all3<S>(leaf.axis), all3<S>(leaf.other)};
  return {V3<S>{}, all3<S>(leaf.axis)};
}

// a with Θ − U Uᵀ/D of a leaf
template <class S>
[[gnu::always_inline]] inline Sym3<S> leaf_tensor(const V3<S>& by_d, const double* numbers, const Sym3<S>& a) {
  const auto at = [&](std::size_t j) { return load<S>(numbers + j * kLanes<S>); };
  const S jxx = at(0), jyy = at(1), jzz = at(2);
  const V3<S> t = load3<S>(numbers + kLeafTorque * kLanes<S>, kLanes<S>);
  return {a.xx + (jyy + jzz) - t.x * by_d.x, a.yy + (jxx + jzz) - t.y * by_d.y, a.zz + (jxx + jyy) - t.z * by_d.z,
          a.xy - at(3) - t.x * by_d.y,       a.xz - at(4) - t.x * by_d.z,       a.yz - at(5) - t.y * by_d.z};
}

// The slot of the carrier of a link that has kFromSlot.
[[gnu::always_inline]] inline std::uint32_t slot_of(const EngineCall& call, const AxialLink& k) {
  return k.kind == AxialKind::kGeneral ? call.general[k.extra].slot : call.screws[k.extra].slot;
}

}  // namespace
}  // namespace kinemate
