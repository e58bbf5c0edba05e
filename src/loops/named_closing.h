// A closed machine with names for what follows: equations that people read hold Ic_psi, psi' and xi_psi instead of what
// these stand for.
//
//   psi' = Ic_psi phi' + eta_psi    psi'' = Ic_psi phi'' + xi_psi    (source D (3))
#pragma once

#include "loops/closing.h"

namespace kinemate {

struct ClosingName {
  enum class Kind {
    kDirection,  ///< of I_c
    kDrift,      ///< of η
    kSpeed,
    kBias  ///< of ξ
  };
  Kind kind;
  Expr symbol;
  Expr formula;  ///< of the machine's symbols and of names before it
};

struct NamedClosing {
  Kinematics kinematics;
  std::vector<ClosingName> names;  ///< in the order in which they can be computed
};

/// REQUIRES: closed.closing.
NamedClosing name_closing(const Model& model, const Kinematics& closed);

}  // namespace kinemate
