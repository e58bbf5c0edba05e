// What stays constant while a machine moves, as far as its energies show it.
#pragma once

#include "formalism/energy.h"
#include "formalism/equations.h"

namespace kinemate {

struct FirstIntegral {
  enum class Kind {
    kMomentum,  ///< ∂T/∂q̇ of a cyclic coordinate
    kEnergy,    ///< T + V
    kJacobi     ///< q̇ ∂T/∂q̇ − T + V, where T has terms that are not quadratic in the rates
  };
  Kind kind;
  Expr coordinate;  ///< of a momentum
  Expr formula;     ///< of q, s, t: constant
};

struct Integrals {
  std::vector<Expr> cyclic;  ///< coordinates that are absent from T, V and all other forces, also from stops of events
  std::vector<FirstIntegral> integrals;
};

/// REQUIRES: equations in the speeds of the joints. Whether something vanishes is decided by the zero test.
Integrals find_integrals(const Model& model, const Kinematics& kinematics, const Equations& equations,
                         const Energies& energies);

}  // namespace kinemate
