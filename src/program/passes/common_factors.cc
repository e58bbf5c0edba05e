#include "program/passes/common_factors.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "program/cost.h"
#include "program/passes/chains.h"
#include "program/passes/factor_groups.h"
#include "program/passes/number_factors.h"
#include "program/passes/rebuild.h"
#include "program/passes/signs.h"

namespace kinemate {
namespace {

constexpr int kFactorRounds = 4;               // groups inside of groups
constexpr std::size_t kShort = 12;             // factors of a product that is taken apart though others use it
constexpr std::size_t kSmallForBold = 20'000;  // operations of a program on which that is tried

// Products that others use too: they are factors as they are, or they are taken apart, and their cost is shared evenly
// by all users. The one is cautious, the other bold: neither is always better.
enum class Shared { kWhole, kApart };

// The sums of a program, one after the other.
class Factorizer {
 public:
  Factorizer(const Program& program, Shared shared) : shared_(shared), chains_(program) {}

  // Finds what to take out of all sums; false if there is nothing.
  bool plan() {
    for (std::size_t i = 0; i < chains_.size(); ++i) {
      const Value root = static_cast<Value>(i);
      if (!chains_.is_sum(root)) continue;
      Planned planned{chains_.sum(root), {}, {}};
      if (planned.sum.terms.size() < 2) continue;
      for (const SignedTerm& term : planned.sum.terms) planned.monomials.push_back(monomial(term));
      planned.groups = find_groups(planned.monomials);
      if (!planned.groups.empty()) planned_.emplace(root, std::move(planned));
    }
    return !planned_.empty();
  }

  // The sum with its factors taken out, or nothing if it stays.
  std::optional<Value> make(Builder& builder, Value root, std::span<const Value> made) const {
    const auto found = planned_.find(root);
    if (found == planned_.end()) return std::nullopt;
    return make_sum(builder, found->second, made);
  }

 private:
  struct Planned {
    Sum sum;
    std::vector<Monomial> monomials;
    std::vector<Group> groups;
  };

  bool is_apart(Value value, std::size_t factors) const {
    return chains_.is_product(value) && (chains_.uses(value) == 1 || (shared_ == Shared::kApart && factors < kShort));
  }

  Monomial monomial(const SignedTerm& term) {
    Monomial result{term.negative, {}, 0};
    double coefficient = 1;
    std::vector<Value> open = {term.value};
    while (!open.empty()) {
      const Value value = open.back();
      open.pop_back();
      if (!is_apart(value, result.factors.size() + open.size())) {
        result.factors.push_back(factor_id(FactorKind::kValue, value));
        continue;
      }
      const Product product = chains_.product(value);
      coefficient *= product.coefficient;
      const double parts = static_cast<double>(product.factors.size() + (product.coefficient != 1 ? 1 : 0));
      const double divisors = static_cast<double>(product.divisors.size());
      result.cost += product_cost(parts, divisors) / static_cast<double>(chains_.uses(value));
      for (Value factor : product.factors) open.push_back(factor);
      for (Value divisor : product.divisors) result.factors.push_back(factor_id(FactorKind::kDivisor, divisor));
    }
    result.negative = result.negative != (coefficient < 0);
    if (std::abs(coefficient) != 1) result.factors.push_back(constant_id(std::abs(coefficient)));
    std::sort(result.factors.begin(), result.factors.end());
    return result;
  }

  FactorId constant_id(double number) {
    const auto [place, fresh] = constant_ids_.try_emplace(number, static_cast<std::uint32_t>(constants_.size()));
    if (fresh) constants_.push_back(number);
    return factor_id(FactorKind::kConstant, place->second);
  }

  // first·Π factors/Π divisors
  Value make_product(Builder& builder, std::optional<Value> first, std::span<const FactorId> factors,
                     std::span<const Value> made) const {
    std::optional<Value> above = first, below;
    for (FactorId factor : factors) {
      const Value value = kind_of(factor) == FactorKind::kConstant ? builder.constant(constants_[number_of(factor)])
                                                                   : made[number_of(factor)];
      std::optional<Value>& part = kind_of(factor) == FactorKind::kDivisor ? below : above;
      part = part ? builder.multiply(*part, value) : value;
    }
    if (!above) above = builder.constant(1);
    return below ? builder.divide(*above, *below) : *above;
  }

  // The terms inside are sorted and the first is positive, so that equal groups of different sums are seen to be equal.
  Signed make_group(Builder& builder, const Group& group, std::span<const Monomial> monomials,
                    std::span<const Value> made) const {
    std::vector<Monomial> inside;
    for (std::size_t member : group.members) inside.push_back(rest(monomials[member], group.common));
    std::stable_sort(inside.begin(), inside.end(),
                     [](const Monomial& a, const Monomial& b) { return a.factors < b.factors; });
    const bool negative = inside[0].negative;
    std::optional<Signed> sum;
    for (const Monomial& part : inside) {
      const Signed term{make_product(builder, std::nullopt, part.factors, made), part.negative != negative};
      sum = sum ? add(builder, *sum, term) : term;
    }
    return {make_product(builder, sum->value, group.common, made), sum->negative != negative};
  }

  // A group stands where its first term stood.
  Value make_sum(Builder& builder, const Planned& planned, std::span<const Value> made) const {
    const auto& [sum, monomials, groups] = planned;
    constexpr std::size_t kAlone = ~std::size_t{0}, kDone = kAlone - 1;
    std::vector<std::size_t> group_of(sum.terms.size(), kAlone);
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t k = 0; k < groups[g].members.size(); ++k) group_of[groups[g].members[k]] = k == 0 ? g : kDone;
    Signed total{builder.constant(std::abs(sum.constant)), sum.constant < 0};
    for (std::size_t i = 0; i < sum.terms.size(); ++i) {
      if (group_of[i] == kDone) continue;
      total = add(builder, total,
                  group_of[i] == kAlone ? Signed{made[sum.terms[i].value], sum.terms[i].negative}
                                        : make_group(builder, groups[group_of[i]], monomials, made));
    }
    return plain(builder, total);
  }

  Shared shared_;
  Chains chains_;
  std::unordered_map<Value, Planned> planned_;  // sums that change
  std::vector<double> constants_;
  std::unordered_map<double, std::uint32_t> constant_ids_;
};

Program take_out(const Program& program, Shared shared) {
  Program result = program;
  for (int round = 0; round < kFactorRounds; ++round) {
    Factorizer factorizer(result, shared);
    if (!factorizer.plan()) break;
    Program next = rebuild(result, [&](Builder& builder, Value i, std::span<const Value> made) {
      return factorizer.make(builder, i, made);
    });
    if (weighted_cost(next) > weighted_cost(result)) break;
    result = std::move(next);
  }
  return result;
}

}  // namespace

Program take_out_factors(const Program& program) {
  const Program start = push_numbers(program);
  Program cautious = cheaper(start, take_out(start, Shared::kWhole));
  if (program.operations.size() > kSmallForBold) return cautious;
  Program bold = take_out(start, Shared::kApart);
  return weighted_cost(bold) < weighted_cost(cautious) ? bold : cautious;
}

}  // namespace kinemate
