// One column of Φ eliminated from an inertia, as in recursion/algorithms/articulated.h, for those who eliminate in other orders.
//
//   u = MΦ    M̂ = Φᵀu    gain = u M̂⁻¹    M − gain uᵀ    loads: l − gain (η + Φᵀl)    outward: ṡ = M̂⁻¹(η + Φᵀl) − gainᵀ
//   x
// A column along one axis leaves exact zeros along it.
#pragma once

#include "recursion/components.h"
#include "recursion/pivot_size.h"

namespace kinemate {

inline constexpr std::size_t kNoAxis = 6;

template <class S>
struct ExplicitColumn {
  Load<S> gain;
  S inverse{0};                ///< M̂⁻¹
  std::size_t axis = kNoAxis;  ///< the one component of Φ that is not 0, if it is 1 or −1
  bool backwards = false;      ///< it is −1
};

template <class S>
struct EliminatedColumn {
  ExplicitColumn<S> column;
  ArticulatedInertia<S> remaining;
};

/// Throws SingularColumn{speed} where the column meets no inertia.
template <class S>
EliminatedColumn<S> eliminate_column(const ArticulatedInertia<S>& M, const Twist<S>& free, std::size_t speed);

template <class S>
struct DrivenColumn {
  S driving;     ///< η + Φᵀl
  Load<S> load;  ///< what is left of l
};

template <class S>
DrivenColumn<S> drive_column(const ExplicitColumn<S>& column, const Twist<S>& free, const Load<S>& load,
                             const S& effort) {
  const S driving = effort + power(load, free);
  DrivenColumn<S> driven{driving, load - column.gain * driving};
  if (column.axis != kNoAxis) component(driven.load, column.axis) = column.backwards ? effort : -effort;
  return driven;
}

/// ṡ where the link moves with x so far.
template <class S>
S move_column(const ExplicitColumn<S>& column, const S& driving, const Acceleration<S>& x) {
  return driving * column.inverse - power(column.gain, to_twist(x));
}

}  // namespace kinemate
