// Replacing symbols and unspecified functions, all at once.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// What stands for an unspecified function: FU($1,$2) = $1*$2 - $1 has the body $1*$2 - $1 over the symbols $1, $2.
struct Template {
  std::size_t argument_count;
  Expr body;
};

struct Substitution {
  std::unordered_map<Expr, Expr> symbols;  ///< a symbol with its primes; x does not stand for x'
  std::unordered_map<std::string, Template> functions;
};

/// Every symbol and function replaced at once: what is put in is not replaced again. A partial derivative of a
/// function becomes the derivative of its template. Throws Error where a function has another number of arguments.
std::vector<Expr> substitute(std::span<const Expr> formulas, const Substitution& substitution);
Expr substitute(Expr formula, const Substitution& substitution);

/// The node's own operation on other operands, with the rewrites of its constructor.
Expr rebuild(Expr node, std::span<const Expr> operands);

/// $k, the k-th argument of a template; k counts from 1.
Expr make_parameter(std::size_t k);

}  // namespace kinemate
