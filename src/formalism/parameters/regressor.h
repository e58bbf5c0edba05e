// The regressor: efforts are linear in the inertial parameters of the links, τ = Y π + r.
//
// A column is what a motion takes where one parameter of one link is 1 and all others are 0: the load of that inertia,
// projected on the directions in which speeds move the link. The directions go outward from link to link; the usual way
// (C. G. Atkeson, C. H. An and J. M. Hollerbach, "Estimation of inertial parameters of manipulator loads and links",
// Int. J. Robotics Research 5, 1986) takes loads inward, of which there are up to ten a link, while a joint has one
// direction.
#pragma once

#include "formalism/links/link_system.h"
#include "formalism/parameters/inertia_parameters.h"

namespace kinemate {

/// One of the ten parameters of a link.
struct LinkParameter {
  std::size_t link;
  std::size_t parameter;
};

/// What a motion takes of each of ten unit inertias.
template <class S>
InertiaList<Load<S>> unit_loads(const LinkMotion<S>& motion);

/// The columns of Y, an entry for each column of Φ. Those of parameters of one link are to stand one after the other.
template <class S>
std::vector<std::vector<S>> compute_regressor(const BaseSystem<S>& system, const std::vector<LinkMotion<S>>& motions,
                                              std::span<const LinkParameter> parameters);

struct Regressor {
  std::vector<std::vector<Expr>> columns;  ///< of Y, an entry for each of the machine's speeds
  std::vector<Expr> rest;                  ///< r: what loads take from the efforts, without any inertia
};

/// Of formulas of q, s and ṡ. REQUIRES: the machine has no obstacle (formalism/links/links.h), its links have turned axes.
Regressor compute_regressor(const FormulaSystem& machine, std::span<const Expr> speeds,
                            std::span<const LinkParameter> parameters);

}  // namespace kinemate
