// What came of reading a list of equations.
#pragma once

#include <vector>

#include "flat/flat_system.h"

namespace kinemate {

struct FlatReading {
  FlatSystem system;            ///< complete only where there are no mistakes
  std::vector<Error> mistakes;  ///< in the order of the file
};

}  // namespace kinemate
