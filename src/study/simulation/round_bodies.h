// Bodies that are round: what rolls, gears that mesh, rotors.
//
// The radius of what rolls is given. Of two gears whose angles follow c₁q₁ + c₂q₂ = const about parallel axes at a
// distance a on one body, rᵢ = a |cᵢ|/(|c₁| + |c₂|). A body that turns about an axis by its centre of mass, and of
// which nothing else is known, is drawn as the disc with its inertia: J = m r²/2.
#pragma once

#include <span>
#include <vector>

#include "expr/evaluate.h"
#include "study/simulation/body_places.h"

namespace kinemate {

/// In axes of the body.
struct RoundBody {
  std::size_t body;
  Vector3<double> centre, axis;  ///< the axis of unit length; none of a sphere, which is (0, 0, 0)
  double radius;                 ///< > 0, m
};

/// Each body once at most as a gear or a rotor, and once for each contact. `values` are of all parameters.
std::vector<RoundBody> find_round_bodies(const Model& model, const Tree& tree, std::span<const BodyPlaces> places,
                                         const Values& values);

}  // namespace kinemate
