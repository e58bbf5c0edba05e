// Units of coordinates and speeds: by the kind of the joint, or by the directions in which a joint of formulas moves.
//
// A rate times its direction is a motion. Where a component of the turning part of a direction is a pure number, sines
// and the like, the rate is in rad/s; else where one of the shifting part is, in m/s; so 1 along z and h of a screw is
// rad/s, 1/r and 1 of what rolls m/s. No unit is told where neither is seen, as of Euler parameters, charges, or what
// runs along a curve by a number of its own.
#pragma once

#include <string>

#include "model/model.h"

namespace kinemate {

/// "rad", "m", or nothing.
std::string coordinate_unit(const Model& model, std::size_t coordinate);

/// "rad/s", "m/s", or nothing. REQUIRES: joints as make_relation takes them.
std::string speed_unit(const Model& model, Expr speed);

/// m as m/s, m/s as m/s^2; nothing of nothing.
std::string per_second(const std::string& unit);

}  // namespace kinemate
