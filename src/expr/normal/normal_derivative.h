// Derivatives of normal forms, which stay in normal form: no formula is made and nothing has to be reduced.
#pragma once

#include <optional>
#include <vector>

#include "expr/normal/normal_form.h"

namespace kinemate {

/// ∂/∂q of every formula of a normal form, by a symbol q. Nothing where that is not polynomial: where there are
/// denominators or roots, or where something else than q and rational multiples of it as angles depends on q.
std::optional<std::vector<Polynomial>> differentiate(const NormalForm& form, Expr q, Work& work);

}  // namespace kinemate
