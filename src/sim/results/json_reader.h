// Results from a JSON document (sim/results/json.h).
#pragma once

#include <string_view>

#include "sim/results/table.h"

namespace kinemate {

/// Of `text` from the file `source`. White space and the order of keys are free, but the columns come before the rows;
/// other keys are passed over. Throws Error with the place.
ResultTable read_json_results(std::string_view source, std::string_view text);

}  // namespace kinemate
