// What is wrong with the events of a model: when they happen, and whether what they do can be done.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// What names may stand in their formulas is looked at with all other formulas (find_mistakes). `number` gives the
/// value of a formula where it has one.
std::vector<Finding> find_event_mistakes(const Model& model, const std::function<std::optional<double>(Expr)>& number);

/// Events that cannot happen, since nothing moves in their conditions.
std::vector<Finding> find_event_remarks(const Model& model);

}  // namespace kinemate
