// A piece of a tree by its ends alone: one that hangs on a carrier, and tips that others hang on.
//
//   load on the carrier   K x − g − Σ Q_τ f_τ         motion of the tip τ   x_τ = Q_τᵀ x + b_τ + Σ_σ C_τσ f_σ
// x is the carrier's motion, f_τ the load on the tip by what hangs on it. Since that is f_τ = g_τ − K_τ x_τ, pieces
// join by (E + C K_τ) x_τ = Q_τᵀ x + b + C g_τ, which has a solution for all K_τ and C without negative eigenvalues: no
// inertia is inverted. (Featherstone's divide and conquer, 1999, inverts them; source E names parallel chains in its
// outlook.)
#pragma once

#include <vector>

#include "recursion/components.h"
#include "spatial/inertia.h"

namespace kinemate {

/// What hangs on a link: its load on it is K x − g.
struct Hanging {
  ArticulatedInertia<double> inertia;  ///< K
  Load<double> load;                   ///< g

  friend Hanging operator+(const Hanging& a, const Hanging& b) { return {a.inertia + b.inertia, a.load + b.load}; }
};

struct Handle {
  struct Tip {
    std::array<Load<double>, 6> through;  ///< Q: loads on the carrier by the unit loads on the tip
    Six<double> drift{};                  ///< b
  };
  Hanging hanging;  ///< with nothing on the tips
  std::vector<Tip> tips;
  std::vector<double> compliance;  ///< C (6T × 6T), row by row
};

/// A handle with all that hangs on its tips.
struct ClosedHandle {
  Hanging hanging;
  struct Tip {
    std::array<Six<double>, 6> follows;  ///< x_τ = follows · x + drift
    Six<double> drift{};
    Hanging hanging;  ///< on it
  };
  std::vector<Tip> tips;
};

/// `hanging` on each tip.
ClosedHandle close(const Handle& handle, const std::vector<Hanging>& hanging);

/// x_τ
Acceleration<double> move_tip(const ClosedHandle::Tip& tip, const Acceleration<double>& carrier);

}  // namespace kinemate
