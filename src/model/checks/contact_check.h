// Whether what rolls has a shape: sizes that are positive, a support function that is one of a convex body.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// `number` gives the value of a formula where it has one. REQUIRES: the constraint is no equation.
std::vector<Finding> find_contact_mistakes(const Model& model, const Constraint& constraint,
                                           const std::function<std::optional<double>(Expr)>& number);

}  // namespace kinemate
