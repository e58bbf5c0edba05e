#include "expr/normal/sample_functions.h"

#include <string>

#include "base/error.h"
#include "expr/function.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

constexpr int kHighestSampledOrder = 12;  // of derivatives

// sin(c·x) + (d·x)²/7 + exp(-(e·x)²/9).
Expr sample_function(std::uint64_t hash, std::size_t arguments) {
  Expr phase[3] = {Rational(static_cast<long>(hash % 89) + 1, 97), Expr(1), Expr(1)};
  for (std::size_t k = 1; k <= arguments; ++k) {
    for (Expr& part : phase) {
      hash = hash * 6364136223846793005u + 1442695040888963407u;
      part += Expr(Rational(static_cast<long>((hash >> 33) % 199) + 1, 101)) * make_parameter(k);
    }
  }
  return sin(phase[0]) + pow(phase[1], Expr(2)) / Expr(7) +
         make_call(Function::kExp, -pow(phase[2], Expr(2)) / Expr(9));
}

}  // namespace

Substitution sample_functions(std::span<const Expr> formulas) {
  Substitution samples;
  for (const Expr call : unspecified_calls(formulas)) {
    const std::string name(call.name());
    for (const int order : call.orders()) {
      if (order > kHighestSampledOrder)
        throw Error(ErrorCode::kNoDerivative, "derivatives of this order are not sampled");
    }
    const std::uint64_t hash = make_symbol(name).hash();
    samples.functions.try_emplace(name, Template{call.operand_count(), sample_function(hash, call.operand_count())});
  }
  return samples;
}

std::vector<Expr> with_sample_functions(std::span<const Expr> formulas) {
  const Substitution samples = sample_functions(formulas);
  return samples.functions.empty() ? std::vector<Expr>(formulas.begin(), formulas.end())
                                   : substitute(formulas, samples);
}

}  // namespace kinemate
