// Tables of comma-separated values, ours (sim/results/csv.h) and others.
#pragma once

#include <string_view>

#include "sim/results/table.h"

namespace kinemate {

/// Of `text` from the file `source`. Comments and blank lines may be missing or stand anywhere between rows; an empty
/// field is a missing number, NaN. Throws Error with the place.
ResultTable read_csv_results(std::string_view source, std::string_view text);

}  // namespace kinemate
