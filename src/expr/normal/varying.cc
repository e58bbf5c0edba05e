#include "expr/normal/varying.h"

#include <algorithm>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/normal/branches.h"

namespace kinemate {
namespace {

bool stands_in(Expr symbol, Expr formula) {
  const std::vector<Expr> symbols = free_symbols(formula);
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

}  // namespace

bool varies_with(Expr formula, Expr symbol, const ZeroTestOptions& options) {
  if (!stands_in(symbol, formula)) return false;
  std::vector<Expr> parts = switch_operands({&formula, 1});
  parts.push_back(formula);
  try {
    for (const Expr slope : differentiate(parts, {{symbol, Expr(1)}}))
      if (!slope.is_zero() && !test_zero(slope, options).zero) return true;
  } catch (const Error&) {  // something has no derivative
    return true;
  }
  return false;
}

}  // namespace kinemate
