// Results read back from their files.
#pragma once

#include <string>

#include "sim/results/table.h"

namespace kinemate {

/// By the suffix: .csv, .json or .mat. A row at whose middle the file ends is left out. Reads also tables of others:
/// CSV with a line of names, and .mat files that another program saved again without compression. Throws Error with the
/// place: of kind kInput for what is no such table, of kind kFileSystem.
ResultTable read_results(const std::string& path);

}  // namespace kinemate
