// The equations of a machine as text, LaTeX and JSON.
#pragma once

#include <string>

#include "model/model.h"
#include "study/derivation.h"

namespace kinemate {

/// Only entries that are not zero; shared parts get names where that shortens the whole.
std::string derivation_text(const Model& model, const Derivation& derivation);
/// A document that compiles.
std::string derivation_latex(const Model& model, const Derivation& derivation);
/// All entries; docs/equations.md describes it.
std::string derivation_json(const Model& model, const Derivation& derivation);

}  // namespace kinemate
