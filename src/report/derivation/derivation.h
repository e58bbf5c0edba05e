// The equations of a machine as text, LaTeX and JSON.
#pragma once

#include <string>

#include "model/model.h"
#include "study/cases.h"

namespace kinemate {

/// Only entries that are not zero; shared parts get names where that shortens the whole.
std::string derivation_text(const Model& model, const Derivation& derivation);
/// A document that compiles.
std::string derivation_latex(const Model& model, const Derivation& derivation);
/// All entries; docs/equations.md describes it.
std::string derivation_json(const Model& model, const Derivation& derivation);

/// The same of a machine and its special cases, side by side: what they change stands below each entry; in JSON, each
/// case is whole. REQUIRES: the first is the machine.
std::string derivation_text(std::span<const DerivedCase> cases);
/// One after another.
std::string derivation_text_apart(std::span<const DerivedCase> cases);
std::string derivation_latex(std::span<const DerivedCase> cases);
std::string derivation_json(std::span<const DerivedCase> cases);

}  // namespace kinemate
