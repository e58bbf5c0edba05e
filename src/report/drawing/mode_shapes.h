// Modes of a linearised machine as a picture.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "model/model.h"

namespace kinemate {

struct ModeShapePicture {
  std::string title;                        ///< "mode 2: 1.37 Hz, damping 3.1 %"
  std::vector<std::complex<double>> shape;  ///< of any size: one a coordinate that is not driven, in the model's order
};

/// Modes beyond these are counted below the others.
inline constexpr std::size_t kMostModeTiles = 12;

/// Throws Error of kind kInput unless the path ends in .svg.
void check_mode_path(const std::string& path);

/// A tile for each mode: the machine at its reference and displaced to both extremes. `reference` are values of the
/// coordinates that are not driven, in the model's order. Written whole or not at all; the same modes give the same
/// bytes. Throws Error: of kind kInput for another suffix and where events change what positions depend on, of kind
/// kNumerical where a number is not finite, of kind kFileSystem where the file cannot be written.
/// Where loops are closed, modes and reference are of the machine's coordinates, dependent ones too. REQUIRES: all
/// parameters have values.
void write_mode_shapes(const Model& model, const std::vector<double>& reference, double time,
                       const std::vector<ModeShapePicture>& modes, const std::string& path);

}  // namespace kinemate
