// Whether dry friction can act as a load says: on one speed, and with numbers that brake.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// `number` gives the value of a formula where it has one. REQUIRES: the load is friction.
std::vector<Finding> find_friction_mistakes(const Model& model, const LoadElement& load,
                                            const std::function<std::optional<double>(Expr)>& number);

}  // namespace kinemate
