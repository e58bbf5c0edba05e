#include "recursion/pivot_size.h"

#include <cmath>

#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

// Between 1/2 and 2, by the name of the symbol and the number of the sample.
double sample_of(Expr symbol, std::size_t sample) {
  std::uint64_t hash = 14695981039346656037u + sample;
  for (const char c : symbol.name()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  hash = (hash ^ static_cast<std::uint64_t>(symbol.primes())) * 1099511628211u;
  return 0.5 + 1.5 * static_cast<double>(hash >> 11) * 0x1p-53;
}

// |pivot / diagonal|; 0 where there is no number.
double ratio_at(const std::array<Expr, 2>& formulas, std::size_t sample) {
  const std::vector<Expr> specified = with_sample_functions(formulas);
  Values values;
  for (Expr symbol : free_symbols(specified)) values.emplace(symbol, sample_of(symbol, sample));
  try {
    const std::vector<double> numbers = evaluate(specified, values);
    const double ratio = std::abs(numbers[0] / numbers[1]);
    return std::isfinite(ratio) ? ratio : 0;
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

bool RankTest::is_lost(const Expr& pivot, const Expr& diagonal) {
  if (test_zero(pivot).zero) return true;
  double largest = 0;
  for (std::size_t sample = 0; sample < of_samples_.size(); ++sample) {
    of_samples_[sample] *= ratio_at({pivot, diagonal}, sample);
    largest = std::max(largest, of_samples_[sample]);
  }
  return !(largest > kLeastRatio);
}

}  // namespace kinemate
