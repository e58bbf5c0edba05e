// Which equation gives which unknown: the flow of information through a block, read off coefficients of 1 and -1.
//
// Source E, 4.2.3. An equation all of whose unknowns but one are known gives that one, if its coefficient is 1 or -1.
// Where nothing follows any more, an unknown is taken as known, a tearing variable: the one from which most follows.
// Equations that give nothing are the residuals; there are as many of them as tearing variables. Unlike a matching that
// is repeated until it has no circles, this has none from the start.
#pragma once

#include "flat/linear_block.h"

namespace kinemate {

struct InformationFlow {
  struct Pair {
    std::size_t row, column;
  };
  std::vector<Pair> pairs;             ///< each row gives its column from columns before it and tears
  std::vector<std::size_t> tears;      ///< columns, in the order in which they were chosen
  std::vector<std::size_t> residuals;  ///< rows, ascending
};

InformationFlow find_information_flow(const LinearBlock& block);

}  // namespace kinemate
