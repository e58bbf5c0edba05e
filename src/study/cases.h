// A machine and its special cases, each derived.
#pragma once

#include <span>

#include "model/specialise.h"
#include "study/derivation.h"

namespace kinemate {

struct DerivedCase {
  SpecialCase special;  ///< without a name: the machine as it is
  Model model;
  Derivation derivation;
};

/// What is wanted of a machine, which may depend on its parameters.
using RequestOf = std::function<DerivationRequest(const Model&)>;

/// Whether a case that is of a part of the equations has the other part too.
enum class CaseExtent { kWhole, kItsPart };

/// The machine as `choice` has it, then each case besides. A case that makes the mass matrix singular is derived all
/// the same; Derivation::singularity says so. Throws Error as specialise and derive do.
std::vector<DerivedCase> derive_cases(const Model& model, const ParameterChoice& choice,
                                      std::span<const SpecialCase> cases, const RequestOf& request,
                                      const Progress& progress, CaseExtent extent = CaseExtent::kWhole);

/// The case of the machine that has this name. Throws Error with the nearest one.
const SpecialCase& find_case(const Model& model, const std::string& name);

/// `name: m3 = 0, fu(t) = sin(t)`, or `name of forces: ...`. Throws Error where it is not that.
SpecialCase parse_case(const std::string& text);

}  // namespace kinemate
