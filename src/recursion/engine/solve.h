// The third pass of the engine, outward: see recursion/engine/passes.h.
#pragma once

#include "recursion/engine/transfer.h"

namespace kinemate {
namespace {

template <Bend kBend, class S>
[[gnu::always_inline]] inline void move_outward(const Transfer<S, kBend>& transfer, Force<S>& x) {
  x.f = transfer.outward(plus(x.f, cross(x.t, transfer.arm)));
  x.t = transfer.outward(x.t);
}

// uᵀ G x, with u after the screw about the joint's axis and x of the carrier.
template <Bend kBend, class S>
[[gnu::always_inline]] inline S along(const Transfer<S, kBend>& transfer, Force<S> u, const Force<S>& x) {
  transfer.alpha.inward(u.f.y, u.f.z), transfer.alpha.inward(u.t.y, u.t.z);
  u.t.y = u.t.y - transfer.arm.x * u.f.z, u.t.z = u.t.z + transfer.arm.x * u.f.y;
  return product(u, x);
}

// x: [α; a] that the accelerations add.
template <class Memory, class Kind, class S>
[[gnu::always_inline]] inline void link_solve(Kind, const EngineCall& call, std::size_t i, Force<S>& x) {
  const auto transfer = turn_transfer<S, Kind::kBend, Kind::kFlat>(call, i);
  const Eliminated<S> e = Memory::turn(work_of<Memory>(call, i));
  const S acceleration = e.rest - along(transfer, e.u, x);
  move_outward(transfer, x);
  x.t.z = x.t.z + acceleration;
  store(acceleration, call.accelerations + call.links[i].speed * call.stride);
}

template <class Memory, class S>
[[gnu::always_inline]] inline void link_solve(Slide, const EngineCall& call, std::size_t i, Force<S>& x) {
  const auto transfer = slide_transfer<S>(call, i);
  const Eliminated<S> e = Memory::slide(work_of<Memory>(call, i));
  const S acceleration = e.rest - along(transfer, e.u, x);
  move_outward(transfer, x);
  x.f.z = x.f.z + acceleration;
  store(acceleration, call.accelerations + call.links[i].speed * call.stride);
}

template <class S>
[[gnu::always_inline]] inline void keep_given(const EngineCall& call, const AxialLink& k) {
  store(load<S>(call.given + k.speed * call.stride), call.accelerations + k.speed * call.stride);
}

template <class Memory, class S>
[[gnu::always_inline]] inline void link_solve(DrivenTurn, const EngineCall& call, std::size_t i, Force<S>& x) {
  move_outward(turn_transfer<S, Bend::kAny, false>(call, i), x);
  keep_given<S>(call, call.links[i]);
}

template <class Memory, class S>
[[gnu::always_inline]] inline void link_solve(DrivenSlide, const EngineCall& call, std::size_t i, Force<S>& x) {
  move_outward(slide_transfer<S>(call, i), x);
  keep_given<S>(call, call.links[i]);
}

template <class Memory, class S>
[[gnu::noinline]] void general_solve(const EngineCall& call, std::size_t i, Force<S>& x) {
  const AxialLink& k = call.links[i];
  const GeneralLink& g = call.general[k.extra];
  const JointNumbers<S> joint = joint_of<S>(call, g);
  const double* memory = call.general_work + g.memory * kLanes<S>;
  const Place<S> place = load_place<S>(memory);
  x.f = transposed_times(place.rotation, plus(x.f, cross(x.t, place.position)));
  x.t = transposed_times(place.rotation, x.t);
  for (std::uint32_t j = 0; j < g.columns; ++j) {
    if (g.driven) {
      store(load<S>(call.given + (k.speed + j) * call.stride), call.accelerations + (k.speed + j) * call.stride);
      continue;
    }
    const double* at = memory + (12 + 7 * j) * kLanes<S>;
    const Force<S> u{load3<S>(at, kLanes<S>), load3<S>(at + 3 * kLanes<S>, kLanes<S>)}, column = joint.column(j);
    const S acceleration = load<S>(at + 6 * kLanes<S>) - product(u, x);
    x.t = plus(x.t, {column.t.x * acceleration, column.t.y * acceleration, column.t.z * acceleration});
    x.f = plus(x.f, {column.f.x * acceleration, column.f.y * acceleration, column.f.z * acceleration});
    store(acceleration, call.accelerations + (k.speed + j) * call.stride);
  }
}

template <class Memory, class S>
[[gnu::always_inline]] inline void link_solve(General, const EngineCall& call, std::size_t i, Force<S>& x) {
  Force<S> copy = x;  // x itself stays in registers
  general_solve<Memory>(call, i, copy);
  x = copy;
}

template <class S>
[[gnu::always_inline]] inline void begin_solve(const EngineCall& call, std::size_t i, Force<S>& x) {
  const AxialLink& k = call.links[i];
  if (k.flags & kFromSlot) {
    const double* saved = call.saved + 9 * slot_of(call, k) * kLanes<S>;
    x = {load3<S>(saved, kLanes<S>), load3<S>(saved + 3 * kLanes<S>, kLanes<S>)};
  }
  if (k.flags & kScrewed) {
    const AxialScrew& screw = call.screws[k.extra];
    const Angle<S, Bend::kAny> angle{all<S>(screw.cos), all<S>(screw.sin)};
    x.f.x = x.f.x + x.t.y * screw.shift, x.f.y = x.f.y - x.t.x * screw.shift;
    angle.outward(x.f.x, x.f.y), angle.outward(x.t.x, x.t.y);
  }
}

template <class S>
[[gnu::always_inline]] inline void save(const EngineCall& call, std::uint32_t slot, const Force<S>& x) {
  double* saved = call.saved + 9 * slot * kLanes<S>;
  store3(x.t, saved), store3(x.f, saved + 3 * kLanes<S>);
}

template <class Memory>
void solve_pass(const EngineCall& call) {
  using S = typename Memory::S;
  Force<S> x{};
  save(call, 0, x);
  for (std::size_t i = 0; i < call.count; ++i) {
    if (call.links[i].flags & (kFromSlot | kScrewed)) begin_solve(call, i, x);
    visit_kind(
        call.links[i].kind, [&](auto kind) __attribute__((always_inline)) {
          link_solve<Memory>(kind, call, i, x);
          while (call.links[i + 1].flags & kSame) link_solve<Memory>(kind, call, ++i, x);
        });
    if (call.links[i].flags & kHasSlot) save(call, call.links[i].slot, x);
  }
}

}  // namespace
}  // namespace kinemate
