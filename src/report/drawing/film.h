// A stroboscopic picture of a run: some moments of the machine over each other.
#pragma once

#include <string>

#include "model/model.h"
#include "sim/results/table.h"

namespace kinemate {

/// Throws Error of kind kInput unless the path ends in .svg.
void check_film_path(const std::string& path);

/// Sixteen moments equally spaced in time, early ones pale, and the paths of the outermost points. Written whole or not
/// at all; the same run gives the same bytes. Throws Error: of kind kInput for another suffix and where events change
/// what positions depend on, of kind kNumerical where no row has numbers, of kind kFileSystem where the file cannot be
/// written. REQUIRES: a machine without closed loops; the table has the columns t and all coordinates of the model by
/// name.
void write_film(const Model& model, const ResultTable& table, const std::string& path);

}  // namespace kinemate
