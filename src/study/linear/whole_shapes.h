// Shapes of modes in all coordinates of a machine, dependent ones too.
#pragma once

#include <complex>
#include <vector>

#include "study/linear/linear_system.h"

namespace kinemate {

/// By the coordinates of the model that are not driven, in its order.
struct WholeShapes {
  std::vector<double> reference;
  std::vector<std::vector<std::complex<double>>> shapes;
};

/// `shapes` are changes of system.coordinates. Coordinates of joints that close loops and on which nothing depends
/// rest at 0. REQUIRES: all parameters of the model have values.
WholeShapes complete_shapes(const Model& model, const LinearSystem& system,
                            const std::vector<std::vector<std::complex<double>>>& shapes);

}  // namespace kinemate
