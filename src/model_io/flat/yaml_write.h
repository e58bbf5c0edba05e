// Lists of equations to YAML.
#pragma once

#include <string>

#include "flat/flat_system.h"

namespace kinemate {

/// Reads back to the same system, places aside. Names that formulas cannot hold, such as body.f[2], are written as
/// names that they can, with the old one in the remark. Throws Error where a formula is too long to be written out.
std::string write_flat_yaml(const FlatSystem& system);

}  // namespace kinemate
