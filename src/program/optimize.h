// All passes in a good order: the same results with fewer operations.
#pragma once

#include "expr/count.h"
#include "program/program.h"

namespace kinemate {

/// The program after a pass.
struct PassResult {
  std::string pass;
  OperationCount count;
  double cost = 0;  ///< weighted_cost
};

struct Optimized {
  Program program;
  std::vector<PassResult> passes;  ///< the first row is "as derived"
};

Optimized optimize(const Program& program);

/// Only passes that look at single operations and their neighbours: in linear time, and what repeats itself in a
/// program still does afterwards, so that it can become loops.
Optimized optimize_locally(const Program& program);

}  // namespace kinemate
