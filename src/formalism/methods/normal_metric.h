// The metric and its Christoffel symbols, every entry in normal form: the whole result of LAGR, written out.
#pragma once

#include "formalism/methods/metric.h"

namespace kinemate {

/// As compute_metric, each entry as a sum over products of parameters, coordinates, sines and cosines, with
/// sin² + cos² = 1 used up. Derivatives are taken of polynomials, where all entries are such. Throws Error where more
/// than `work` units of algebra (expr/normal/work.h) would be needed.
Metric compute_normal_metric(const Model& model, const Kinematics& kinematics, double work = 1e12);

}  // namespace kinemate
