// One way inward and one outward over links that are eliminated one by one, each in a way of its own.
//
//   inward   M^A = M + Σ GᵀM^aG, eliminated to M^a      l^A = l_ext + Σ Gᵀl^a, passed on as l^a
//   outward  l = M^a G x_V − l^a, then x and ṡ
// l^a is what the carrier feels of the loads and efforts while it is at rest; so explicit and implicit joints can stand
// next to each other. (Source E has l'^a = l^a + Ψη for the implicit ones, with which (3.25) holds for η = 0 alone.)
#pragma once

#include <span>

#include "recursion/locked_bases.h"

namespace kinemate {

/// How a link answers to its carrier's motion.
template <class S>
struct Response {
  Acceleration<S> motion;  ///< x
  Six<S> accelerations;    ///< ṡ
};

/// eliminate(i, M^A) gives what is kept of the link i; that has M^a as its `remaining`.
template <class S, class Eliminate>
auto factor_links(const BaseSystem<S>& system, Eliminate eliminate) {
  std::vector<decltype(eliminate(0, ArticulatedInertia<S>()))> factors(system.links.size());
  std::vector<ArticulatedInertia<S>> inertias;
  for (const auto& link : system.links) inertias.push_back(make_articulated(link.inertia));
  for (std::size_t i = system.links.size(); i-- > 0;) {
    factors[i] = eliminate(i, inertias[i]);
    const auto& link = system.links[i];
    if (link.carrier != kBase)
      inertias[link.carrier] = inertias[link.carrier] + inward(link.transfer, get_remaining(factors[i]));
  }
  return factors;
}

/// pass_on(link, bases, l^A, η) is l^a; respond(link, bases, G x_V, l^A, η, l) the Response.
template <class S, class Link>
Solution<S> solve_links(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                        const std::vector<Link>& factors, const RightSide<S>& right) {
  const std::size_t n = system.links.size();
  Solution<S> solution{std::vector<S>(system.free.size(), S(0)), std::vector<Acceleration<S>>(n),
                       std::vector<Load<S>>(n)};
  std::vector<Load<S>> loads = right.loads, passed(n);
  const auto efforts_of = [&](std::size_t i) {
    return std::span<const S>(right.efforts).subspan(system.links[i].first, system.links[i].count);
  };
  for (std::size_t i = n; i-- > 0;) {
    const auto& link = system.links[i];
    passed[i] = pass_on(factors[i], bases[i], loads[i], efforts_of(i));
    if (link.carrier != kBase) loads[link.carrier] += inward(link.transfer, passed[i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto& link = system.links[i];
    Acceleration<S> carried;
    if (link.carrier != kBase) carried = outward(link.transfer, solution.motions[link.carrier]);
    solution.joint_loads[i] = get_remaining(factors[i]) * carried - passed[i];
    const Response<S> response =
        respond(factors[i], bases[i], carried, loads[i], efforts_of(i), solution.joint_loads[i]);
    solution.motions[i] = response.motion;
    for (std::size_t k = 0; k < link.count; ++k) solution.accelerations[link.first + k] = response.accelerations[k];
  }
  return solution;
}

}  // namespace kinemate
