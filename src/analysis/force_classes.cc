#include "analysis/force_classes.h"

#include <algorithm>
#include <array>

#include "analysis/potential.h"
#include "analysis/terms_with.h"
#include "base/check.h"
#include "base/error.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr std::array kAll = {ForceClass::kConservative, ForceClass::kCirculatory, ForceClass::kPositionUnsplit,
                             ForceClass::kDissipative,  ForceClass::kGyroscopic,  ForceClass::kVelocityUnsplit,
                             ForceClass::kTime};

bool contains(const auto& list, const auto& element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

std::vector<PartedFormula> part_time(const GeneralizedForces& given) {
  return part_terms(given.forces,
                    [&](Expr symbol) { return symbol.name() == "t" || contains(given.inputs, symbol.name()); });
}

// Q(q, 0); where that has no value, as v/abs(v) has none, the terms without speeds.
Expr at_rest(Expr force, const std::vector<Expr>& speeds) {
  Substitution rest;
  for (const Expr speed : speeds) rest.symbols.emplace(speed, Expr(0));
  try {
    return substitute(force, rest);
  } catch (const Error&) {
    return part_terms({&force, 1}, [&](Expr symbol) { return contains(speeds, symbol); })[0].without;
  }
}

}  // namespace

std::string describe(ForceClass force_class) {
  switch (force_class) {
    case ForceClass::kConservative: return "conservative";
    case ForceClass::kCirculatory: return "circulatory";
    case ForceClass::kPositionUnsplit: return "position-dependent, not split";
    case ForceClass::kDissipative: return "dissipative";
    case ForceClass::kGyroscopic: return "gyroscopic";
    case ForceClass::kVelocityUnsplit: return "velocity-dependent, not split";
    case ForceClass::kTime: break;
  }
  return "time-dependent";
}

const std::vector<Expr>& ForceClasses::of(ForceClass force_class) const {
  switch (force_class) {
    case ForceClass::kConservative: return position.gradient;
    case ForceClass::kCirculatory: return position.rest;
    case ForceClass::kPositionUnsplit: return position.unsplit;
    case ForceClass::kDissipative: return velocity.gradient;
    case ForceClass::kGyroscopic: return velocity.rest;
    case ForceClass::kVelocityUnsplit: return velocity.unsplit;
    case ForceClass::kTime: break;
  }
  return time;
}

std::vector<ForceClass> ForceClasses::of_component(std::size_t i) const {
  std::vector<ForceClass> result;
  for (const ForceClass force_class : kAll)
    if (!of(force_class).at(i).is_zero()) result.push_back(force_class);
  return result;
}

ForceClasses classify_forces(const GeneralizedForces& given) {
  CHECK(given.forces.size() == given.coordinates.size() && given.forces.size() == given.speeds.size());
  std::vector<Expr> time, position, velocity;
  for (const PartedFormula& parted : part_time(given)) {
    const Expr rest = at_rest(parted.without, given.speeds);
    time.push_back(simplify(parted.with, kForceWork));
    position.push_back(simplify(rest, kForceWork));
    velocity.push_back(simplify(parted.without - rest, kForceWork));
  }
  return {time, split_along_rays(position, given.coordinates), split_along_rays(velocity, given.speeds)};
}

}  // namespace kinemate
