// A flat list with fewer symbols: what is known put in.
#pragma once

#include "flat/flat_system.h"

namespace kinemate {

struct FlatChoice {
  std::vector<std::string> set;   ///< assignments `R1 = 5`, `m2 = 2*m1`, which win over the file
  std::vector<std::string> keep;  ///< parameters with a value that stay symbols
};

/// Parameters with a value are replaced by it, unless they are kept; what varies stays. Throws Error for names that
/// are not known, and for values that run in a circle.
FlatSystem fold_known(const FlatSystem& system, const FlatChoice& choice);

}  // namespace kinemate
