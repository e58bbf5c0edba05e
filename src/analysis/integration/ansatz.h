// What an antiderivative may be a sum of, with unknown coefficients.
//
// By Liouville's theorem an elementary antiderivative has the kernels of its integrand, the denominator with every
// factor once less, and new logarithms (or arcus tangents, two complex ones) of factors of the denominator. The degrees
// are guessed, as in the parallel integration of Norman and Moore (1977) and Bronstein (2007, "Structure theorems for
// parallel integration"). Departures: roots and sines are kernels with relations, not parametrized; and the
// logarithms that come from square roots are listed as such.
#pragma once

#include <vector>

#include "analysis/integration/new_functions.h"

namespace kinemate {

/// How much is tried.
enum class Generosity {
  kLittle,  ///< what suffices as a rule
  kMuch     ///< denominators as they are in the integrand, and a degree more
};

/// Simple terms first. Throws WorkExceeded where there would be too many.
std::vector<AnsatzTerm> make_ansatz(const DifferentialRing& ring, Generosity generosity, Work& work);

}  // namespace kinemate
