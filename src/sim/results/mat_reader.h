// Results from a MAT-file of level 5 (sim/results/mat.h), also after MATLAB or Octave saved it again with -v6.
#pragma once

#include <string_view>

#include "sim/results/table.h"

namespace kinemate {

/// Of the bytes of the file `source`. Throws Error.
ResultTable read_mat_results(std::string_view source, std::string_view bytes);

}  // namespace kinemate
