// What works, but may not be meant.
#pragma once

#include <cstddef>
#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// Names that are declared nowhere, parameters that are used nowhere, events that cannot happen, hints that cannot be
/// followed. REQUIRES: no mistakes.
std::vector<Finding> find_remarks(const Model& model);

/// The remark on a part of so many bodies that got a free joint (model/connect.h).
Finding describe_loose_part(const Model& model, std::size_t joint, std::size_t size);

}  // namespace kinemate
