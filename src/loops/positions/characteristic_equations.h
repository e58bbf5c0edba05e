// Equations of a loop that hold one unknown coordinate each.
//
// The loop is one motion u and two groups of further motions X and Y, one of which may be empty. A figure that X leaves
// where it is and one that Y leaves (loops/positions/fixed_figures.h) are at rest against each other seen from between X and Y,
// where nothing moves, and seen from the other side only u is between them. What both sides say of their distance,
// height or angle is an equation in u alone. With Y empty it is one and the same figure, and u takes it from the one
// side to the other.
#pragma once

#include <string>
#include <vector>

#include "loops/positions/fixed_figures.h"

namespace kinemate {

/// For v = u + `ahead`.
struct CharacteristicEquation {
  enum class Form {
    kValue,     ///< v = a
    kVector,    ///< v = atan2(a, b)
    kTurn,      ///< a cos v + b sin v + c = 0
    kDistance,  ///< a v² + 2 b v + c = 0
  };
  Form form;
  Expr a, b, c;
  Expr ahead;             ///< turns about the same axis that come before u and need no sines and cosines therefore
  double size = 1;        ///< what a, b are large or small against
  std::string meaning;    ///< for people
  Expr radius = Expr(0);  ///< of kVector: sqrt(a² + b²), where that is known without a root; else 0
};

/// For the coordinate of link `u`. REQUIRES: it is a turn or a shift, and its coordinate is in no other link.
std::vector<CharacteristicEquation> find_characteristic_equations(const Model& model, const MotionChain& chain,
                                                                  std::size_t u, const PositionSamples& samples,
                                                                  double length);

}  // namespace kinemate
