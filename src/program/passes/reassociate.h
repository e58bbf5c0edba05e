// A pass: sums and products are put together anew, so that they share as much as possible.
//
// Greedy elimination of common parts of sums with many terms: the pair of terms, up to a common sign, that occurs most
// often in all sums of the program is made once and takes the place of both, again and again; the same with the factors
// of products. Equal sums, and sums that are part of others, come out as one that way. Sums that other sums use are
// seen through if they are short. A sum in which nothing is shared stays as it is; in the others the terms stay in
// order.
#pragma once

#include "program/program.h"

namespace kinemate {

Program reassociate(const Program& program);

}  // namespace kinemate
