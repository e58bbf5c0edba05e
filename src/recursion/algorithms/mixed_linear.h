// O(n) with explicit and implicit joints side by side (source E 3.2.5, after (3.23)).
//
// Links pass inertia and loads on in one form, whichever way they are eliminated (recursion/algorithms/link_pass.h). An implicit
// link whose M^A has no inverse is eliminated by the modified form, and listed, so that its user can be told.
#pragma once

#include <variant>

#include "recursion/algorithms/explicit_column.h"
#include "recursion/algorithms/implicit_linear.h"
#include "recursion/algorithms/modified_implicit_linear.h"

namespace kinemate {

enum class Treatment { kExplicit, kImplicit };

template <class S>
struct ExplicitLink {
  std::array<ExplicitColumn<S>, 6> columns;
  ArticulatedInertia<S> remaining;
};

template <class S>
using MixedLink = std::variant<ExplicitLink<S>, ImplicitLink<S>, ModifiedLink<S>>;

template <class S>
struct MixedFactors {
  std::vector<MixedLink<S>> links;
  std::vector<std::size_t> modified;  ///< links that were to be implicit and had to be modified, in rising order
};

/// One treatment for each link. Throws SingularColumn where a speed meets no inertia.
template <class S>
MixedFactors<S> factor_mixed(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                             const std::vector<Treatment>& treatments);

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases, const MixedFactors<S>& factors,
                  const RightSide<S>& right);

}  // namespace kinemate
