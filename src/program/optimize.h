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

}  // namespace kinemate
