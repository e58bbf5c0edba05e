// The equations of a machine, and what else a reader wants of them: Model → Derivation, in stages.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/force_classes.h"
#include "analysis/potential.h"
#include "base/error.h"
#include "formalism/closed_loads.h"
#include "formalism/energy.h"
#include "formalism/explicit_time.h"
#include "formalism/integrals.h"
#include "formalism/methods/metric.h"
#include "formalism/methods/newton_euler.h"
#include "formalism/methods/recursive_form.h"
#include "formalism/methods/roberson_wittenburg.h"
#include "study/reduction/reduction.h"

namespace kinemate {

enum class Section {
  kEquations,  ///< M, k, p, h
  kEnergies,
  kIntegrals,  ///< cyclic coordinates and first integrals
  kMetric,     ///< g, Γ
  kBodies,     ///< Newton's and Euler's equations of each body, with cuts
  kReactions,  ///< loads of the joints
  kForces,     ///< by classes: conservative, dissipative, ...
  kMatrices    ///< of Roberson and Wittenburg
};

enum class Form {
  kSimplified,  ///< cheapest together, and short to read
  kExpanded,    ///< the sine-cosine normal form, written out
  kMultiangle,  ///< the multi-angle normal form
  kFactored,    ///< irreducible factors; written out where they are too hard to find
  kRecursive    ///< as derived, with names for what occurs more than once
};

struct DerivationRequest {
  std::string formalism = "kane";
  std::set<Section> sections;       ///< none: those that the formalism is about
  std::vector<std::string> speeds;  ///< definitions, formalism/speeds.h
  std::vector<Vector> references;   ///< of Newton's and Euler's equations, one for each body; none: the origins
  Form form = Form::kSimplified;
  SpecialCase::Scope part = SpecialCase::Scope::kAll;  ///< of the equations; what is of the other part is 0
  std::optional<ReductionRequest> reduction;           ///< without weak terms
};

/// A part that was not asked for is empty.
struct Derivation {
  std::string formalism;       ///< its title
  std::set<Section> sections;  ///< what is here
  Form form;
  Rates rates;                       ///< q and q̇; H and ρ are not in the chosen form
  std::vector<Expr> drives;          ///< coordinates that are given functions of time
  Equations equations;               ///< M ṡ + k = τ
  TimedForces timed;                 ///< τ = h − p
  std::vector<RecursionStep> steps;  ///< of the recursive form, or what follows where loops are closed: M and k are of
                                     ///< their symbols then
  struct ShownCondition {
    std::string owner;  ///< "joint B: translation along x"
    Expr residual;      ///< is 0
  };
  std::vector<ShownCondition> conditions;  ///< of loops whose coordinates have no formulas
  std::vector<Expr> ignorable;             ///< coordinates of closed machines on which M, k, p, h do not depend: they
                                           ///< are 0 there, and in the steps
  std::vector<std::string> redundant;      ///< conditions that follow from others, as owners
  std::vector<std::string> notes;          ///< of closed machines: hints that cannot be followed, a singular start
  std::vector<std::string> undetermined;   ///< joints whose loads are not determined
  std::optional<Energies> energies;
  Integrals integrals;
  std::vector<LoadState> states;  ///< of loads, with their rates
  std::optional<Metric> metric;
  std::vector<Expr> metric_forces;  ///< Q of the coordinates; empty where coordinates have no forces of their own
  std::vector<BodyEquation> bodies;
  std::vector<JointLoad> reactions;
  std::vector<ClosedLoads::EquationForce> multipliers;  ///< with the reactions
  std::optional<RobersonWittenburg> matrices;
  /// Forces by what they do, and whether those of positions have a potential V, those of rates a function D.
  struct ClassifiedForces {
    ForceClasses classes;
    PotentialAnswer potential, dissipation;
  };
  std::optional<ClassifiedForces> forces;
  std::optional<Error> singularity;  ///< where M is singular at all states: what moves without inertia
};

/// Called with what comes next.
using Progress = std::function<void(const std::string& stage)>;
inline void keep_quiet(const std::string& /*stage*/) {}

/// Throws Error for loops that cannot be closed, and for what a formalism cannot do.
Derivation derive(const Model& model, const DerivationRequest& request = {}, const Progress& progress = keep_quiet);

/// The sections that a formalism is about.
std::set<Section> sections_of(const std::string& formalism);

}  // namespace kinemate
