// Bodies that turn about one axis alone: of their inertia one moment matters, and only that need be given.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// For each body its axis, 0 to 2, about which alone it has a moment of inertia (a number) and can turn, whatever the
/// machine does: the moments that are left out, and taken as 0, are in no equation and no reaction then. None: they
/// matter, or there are some.
std::vector<std::optional<std::size_t>> find_only_axes(const Model& model);

}  // namespace kinemate
