#include "program/passes/number_factors.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "program/cost.h"
#include "program/passes/chains.h"
#include "program/passes/rebuild.h"
#include "program/passes/signs.h"

namespace kinemate {
namespace {

class NumberPusher {
 public:
  explicit NumberPusher(const Program& program) : chains_(program), scale_(program.operations.size(), 1) {
    for (std::size_t i = 0; i < chains_.size(); ++i) plan(static_cast<Value>(i));
  }

  bool has_plan() const { return !freed_.empty(); }

  std::optional<Value> make(Builder& builder, Value root, std::span<const Value> made) const {
    if (const auto freed = freed_.find(root); freed != freed_.end())
      return make_product(builder, freed->second, 1, made);
    if (scale_[root] == 1) return std::nullopt;
    const Sum sum = chains_.sum(root);
    const double constant = scale_[root] * sum.constant;
    Signed total{builder.constant(std::abs(constant)), constant < 0};
    for (const SignedTerm& term : sum.terms) {
      const Product product = chains_.product(term.value);
      const double coefficient = scale_[root] * product.coefficient;
      total = add(builder, total,
                  {make_product(builder, product, std::abs(coefficient), made), term.negative != (coefficient < 0)});
    }
    return plain(builder, total);
  }

 private:
  void plan(Value root) {
    if (!chains_.is_product(root)) return;
    Product product = chains_.product(root);
    if (std::abs(product.coefficient) == 1 || product.coefficients == 0) return;
    for (Value factor : product.factors) {
      if (!takes_number(factor)) continue;
      scale_[factor] = product.coefficient;
      freed_.emplace(root, std::move(product));
      return;
    }
  }

  bool takes_number(Value value) const {
    if (!chains_.is_sum(value) || chains_.uses(value) != 1) return false;
    const Sum sum = chains_.sum(value);
    return std::all_of(sum.terms.begin(), sum.terms.end(), [&](const SignedTerm& term) {
      return chains_.is_product(term.value) && chains_.uses(term.value) == 1 && !freed_.contains(term.value) &&
             chains_.product(term.value).coefficients > 0;
    });
  }

  static Value make_product(Builder& builder, const Product& product, double coefficient, std::span<const Value> made) {
    Value above = builder.constant(coefficient);
    for (Value factor : product.factors) above = builder.multiply(above, made[factor]);
    if (product.divisors.empty()) return above;
    return builder.divide(above, multiply_all(builder, product.divisors, made));
  }

  Chains chains_;
  std::vector<double> scale_;                 // of sums that took a number
  std::unordered_map<Value, Product> freed_;  // products that gave it
};

}  // namespace

Program push_numbers(const Program& program) {
  const NumberPusher pusher(program);
  if (!pusher.has_plan()) return program;
  return cheaper(program, rebuild(program, [&](Builder& builder, Value i, std::span<const Value> made) {
                   return pusher.make(builder, i, made);
                 }));
}

}  // namespace kinemate
