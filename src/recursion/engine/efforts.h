// The inward pass of inverse dynamics: see recursion/engine/passes.h.
#pragma once

#include "recursion/engine/transfer.h"

namespace kinemate {
namespace {

// The inverse: loads alone go inward; efforts are what the joints have to bear along their columns.
template <class Memory>
void effort_pass(const EngineCall& call) {
  using S = typename Memory::S;
  Force<S> l{};
  for (std::size_t i = call.count; i-- > 0;) {
    const AxialLink& k = call.links[i];
    if (!(k.flags & kCarriesNext)) l = Force<S>{};
    if (k.flags & kHasSlot) {
      double* gathered = call.gathered + kGathered * k.slot * kLanes<S>;
      l.t = plus(l.t, load3<S>(gathered, kLanes<S>)), l.f = plus(l.f, load3<S>(gathered + 3 * kLanes<S>, kLanes<S>));
    }
    const Force<S> missing = load_of<Memory>(call, i);
    l = {plus(l.t, missing.t), plus(l.f, missing.f)};
    double* effort = call.accelerations + k.speed * call.stride;
    if (k.kind == AxialKind::kLeafTurn || k.kind == AxialKind::kLeafSlide) {
      store(S(-product(leaf_column<S>(call, k), missing)), effort);
      continue;
    }
    if (k.kind == AxialKind::kGeneral) {
      const GeneralLink& g = call.general[k.extra];
      const JointNumbers<S> joint = joint_of<S>(call, g);
      const Place<S> place = load_place<S>(call.general_work + g.memory * kLanes<S>);
      for (std::uint32_t j = 0; j < g.columns; ++j) store(-product(joint.column(j), l), effort + j * call.stride);
      l.f = times(place.rotation, l.f);
      l.t = plus(times(place.rotation, l.t), cross(place.position, l.f));
    } else {
      const bool slides = k.kind == AxialKind::kSlide || k.kind == AxialKind::kDrivenSlide;
      store(-(slides ? l.f.z : l.t.z), effort);
      const auto transfer = slides ? slide_transfer<S>(call, i) : turn_transfer<S, Bend::kAny, false>(call, i);
      l.f = transfer.inward(l.f);
      l.t = plus(transfer.inward(l.t), cross(transfer.arm, l.f));
    }
    if (k.flags & kScrewed) {
      const AxialScrew& screw = call.screws[k.extra];
      const Angle<S, Bend::kAny> angle{all<S>(screw.cos), all<S>(screw.sin)};
      angle.inward(l.f.x, l.f.y), angle.inward(l.t.x, l.t.y);
      l.t.x = l.t.x - l.f.y * screw.shift, l.t.y = l.t.y + l.f.x * screw.shift;
    }
    if ((k.flags & kFromSlot) && !(k.flags & kOnBase)) {
      double* gathered = call.gathered + kGathered * slot_of(call, k) * kLanes<S>;
      if (!(k.flags & kGathersFirst))
        l = {plus(l.t, load3<S>(gathered, kLanes<S>)), plus(l.f, load3<S>(gathered + 3 * kLanes<S>, kLanes<S>))};
      store3(l.t, gathered), store3(l.f, gathered + 3 * kLanes<S>);
    }
  }
}

}  // namespace
}  // namespace kinemate
