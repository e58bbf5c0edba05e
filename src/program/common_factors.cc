#include "program/common_factors.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <unordered_map>

#include "program/cost.h"
#include "program/share.h"

namespace kinemate {

Chains::Kind Chains::kind(Code code) {
  switch (code) {
    case Code::kAdd:
    case Code::kSubtract:
    case Code::kNegate: return Kind::kSum;
    case Code::kMultiply:
    case Code::kDivide: return Kind::kProduct;
    default: return Kind::kOther;
  }
}

Chains::Chains(const Program& program)
    : program_(program),
      uses_(count_uses(program)),
      kind_(program.operations.size()),
      inner_(program.operations.size(), false) {
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    kind_[i] = kind(program.operations[i].code);
    if (kind_[i] == Kind::kOther) continue;
    for (Value operand : operands_of(program.operations[i]))
      inner_[operand] = kind_[operand] == kind_[i] && uses_[operand] == 1;
  }
}

Sum Chains::sum(Value root) const {
  Sum sum;
  std::vector<Term> open = {{root, false}};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    const Operation& operation = program_.operations[term.value];
    if (term.value == root || (kind_[term.value] == Kind::kSum && inner_[term.value])) {
      if (operation.code == Code::kNegate) {
        open.push_back({operation.operands[0], !term.negative});
      } else {
        open.push_back({operation.operands[1], term.negative != (operation.code == Code::kSubtract)});
        open.push_back({operation.operands[0], term.negative});
      }
    } else if (operation.code == Code::kConstant && std::isfinite(program_.constants[operation.operands[0]])) {
      const double number = program_.constants[operation.operands[0]];
      sum.constant += term.negative ? -number : number;
      ++sum.constants;
    } else {
      sum.terms.push_back(term);
    }
  }
  return sum;
}

Product Chains::product(Value root) const {
  struct Factor {
    Value value;
    bool divisor;
  };
  Product product;
  std::vector<Factor> open = {{root, false}};
  while (!open.empty()) {
    const Factor factor = open.back();
    open.pop_back();
    const Operation& operation = program_.operations[factor.value];
    if (factor.value == root || (kind_[factor.value] == Kind::kProduct && inner_[factor.value])) {
      open.push_back({operation.operands[1], factor.divisor != (operation.code == Code::kDivide)});
      open.push_back({operation.operands[0], factor.divisor});
      continue;
    }
    const double number = operation.code == Code::kConstant ? program_.constants[operation.operands[0]] : std::nan("");
    if (std::isnormal(number) && std::isnormal(1 / number)) {
      product.coefficient *= factor.divisor ? 1 / number : number;
      if (number != 1) ++product.coefficients;
    } else {
      (factor.divisor ? product.divisors : product.factors).push_back(factor.value);
    }
  }
  return product;
}

namespace {

constexpr double kDivisionCost = 4;
constexpr int kRounds = 4;              // groups inside of groups
constexpr std::size_t kEffort = 64;     // looks at a group for each of its terms
constexpr std::size_t kShort = 12;      // factors of a product that is taken apart though others use it
constexpr std::size_t kSmall = 20'000;  // operations of a program on which that is tried

// Numbers for factors: a value, a divisor, or a positive constant. Sorted lists of them are compared.
using FactorId = std::uint64_t;
enum class FactorKind : std::uint64_t { kConstant, kValue, kDivisor };

FactorId factor_id(FactorKind kind, std::uint64_t number) { return static_cast<std::uint64_t>(kind) << 32 | number; }
FactorKind kind_of(FactorId id) { return static_cast<FactorKind>(id >> 32); }
std::uint32_t number_of(FactorId id) { return static_cast<std::uint32_t>(id); }

// ±Π factors
struct Monomial {
  bool negative = false;
  std::vector<FactorId> factors;  // sorted
  double cost = 0;                // as it is made now
};

// Products that others use too: they are factors as they are, or they are taken apart, and their cost is shared evenly
// by all users. The one is cautious, the other bold: neither is always better.
enum class Shared { kWhole, kApart };

bool is_number(const Monomial& monomial) {
  return std::all_of(monomial.factors.begin(), monomial.factors.end(),
                     [](FactorId id) { return kind_of(id) == FactorKind::kConstant; });
}

// Of the multiplications and the division of a product with these factors; `others`: factors beside them.
double product_cost(std::span<const FactorId> factors, double others = 0) {
  double divisors = 0;
  for (FactorId id : factors) divisors += kind_of(id) == FactorKind::kDivisor ? 1 : 0;
  const double multiplications = std::max(0.0, static_cast<double>(factors.size()) - divisors + others - 1);
  return multiplications + (divisors > 0 ? kDivisionCost + divisors - 1 : 0);
}

// common·Σ rest: terms of a sum with common factors.
struct Group {
  std::vector<FactorId> common;
  std::vector<std::size_t> members;  // places in the sum
  double saved = 0;
};

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
      for (const Term& term : planned.sum.terms) planned.monomials.push_back(monomial(term));
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

  Monomial monomial(const Term& term) {
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
      result.cost += (std::max(parts - 1, 0.0) + (divisors > 0 ? kDivisionCost + divisors - 1 : 0)) /
                     static_cast<double>(chains_.uses(value));
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

  // The common factors of those members that are still in no group, and what taking them out saves.
  static Group measure(std::span<const Monomial> monomials, std::span<const std::size_t> members,
                       const std::vector<bool>& taken) {
    Group group;
    for (std::size_t member : members) {
      if (taken[member]) continue;
      const std::vector<FactorId>& factors = monomials[member].factors;
      if (group.members.empty()) {
        group.common = factors;
      } else {
        std::vector<FactorId> both;
        std::set_intersection(group.common.begin(), group.common.end(), factors.begin(), factors.end(),
                              std::back_inserter(both));
        group.common = std::move(both);
      }
      group.members.push_back(member);
    }
    if (group.members.size() < 2) return {};
    double numbers = 0;
    for (std::size_t member : group.members) {
      const Monomial left = rest(monomials[member], group.common);
      group.saved += monomials[member].cost - product_cost(left.factors);
      numbers += is_number(left) ? 1 : 0;
    }
    group.saved += std::max(0.0, numbers - 1);  // they become one
    group.saved -= product_cost(group.common, 1);
    return group;
  }

  static Monomial rest(const Monomial& whole, std::span<const FactorId> common) {
    Monomial left{whole.negative, {}};
    std::set_difference(whole.factors.begin(), whole.factors.end(), common.begin(), common.end(),
                        std::back_inserter(left.factors));
    return left;
  }

  // Greedily: what saves most, then what saves most of the rest.
  static std::vector<Group> find_groups(std::span<const Monomial> monomials) {
    std::vector<std::pair<FactorId, std::size_t>> occurrences;
    for (std::size_t i = 0; i < monomials.size(); ++i)
      for (FactorId factor : monomials[i].factors) occurrences.emplace_back(factor, i);
    std::sort(occurrences.begin(), occurrences.end());
    occurrences.erase(std::unique(occurrences.begin(), occurrences.end()), occurrences.end());
    struct Candidate {
      double saved;
      std::size_t first;  // in places
      std::size_t count;
      bool operator<(const Candidate& other) const {
        return saved != other.saved ? saved < other.saved : first > other.first;
      }
    };
    std::vector<std::size_t> places;
    std::priority_queue<Candidate> candidates;
    std::vector<bool> taken(monomials.size(), false);
    for (std::size_t at = 0; at < occurrences.size();) {
      std::size_t end = at;
      while (end < occurrences.size() && occurrences[end].first == occurrences[at].first) ++end;
      if (end - at >= 2) {
        const std::size_t first = places.size();
        for (std::size_t i = at; i < end; ++i) places.push_back(occurrences[i].second);
        const double saved = measure(monomials, std::span(places).subspan(first), taken).saved;
        if (saved > 0) candidates.push({saved, first, end - at});
      }
      at = end;
    }
    std::vector<Group> groups;
    std::size_t effort = kEffort * occurrences.size();
    while (!candidates.empty()) {
      Candidate best = candidates.top();
      candidates.pop();
      Group group = measure(monomials, std::span(places).subspan(best.first, best.count), taken);
      if (group.saved <= 0) continue;
      if (effort < best.count) break;
      effort -= best.count;
      if (group.saved < best.saved) {
        best.saved = group.saved;
        candidates.push(best);
        continue;
      }
      for (std::size_t member : group.members) taken[member] = true;
      groups.push_back(std::move(group));
    }
    return groups;
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

// Numbers go into sums whose terms all have numbers: 2·(3·x + 4·y + 1) = 6·x + 8·y + 2 saves a multiplication.
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
    for (const Term& term : sum.terms) {
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
    return std::all_of(sum.terms.begin(), sum.terms.end(), [&](const Term& term) {
      return chains_.is_product(term.value) && chains_.uses(term.value) == 1 && !freed_.contains(term.value) &&
             chains_.product(term.value).coefficients > 0;
    });
  }

  static Value make_product(Builder& builder, const Product& product, double coefficient, std::span<const Value> made) {
    Value above = builder.constant(coefficient);
    for (Value factor : product.factors) above = builder.multiply(above, made[factor]);
    if (product.divisors.empty()) return above;
    Value below = made[product.divisors[0]];
    for (Value divisor : std::span(product.divisors).subspan(1)) below = builder.multiply(below, made[divisor]);
    return builder.divide(above, below);
  }

  Chains chains_;
  std::vector<double> scale_;                 // of sums that took a number
  std::unordered_map<Value, Product> freed_;  // products that gave it
};

Program push_numbers(const Program& program) {
  const NumberPusher pusher(program);
  if (!pusher.has_plan()) return program;
  return cheaper(program, rebuild(program, [&](Builder& builder, Value i, std::span<const Value> made) {
                   return pusher.make(builder, i, made);
                 }));
}

Program take_out(const Program& program, Shared shared) {
  Program result = program;
  for (int round = 0; round < kRounds; ++round) {
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
  if (program.operations.size() > kSmall) return cautious;
  Program bold = take_out(start, Shared::kApart);
  return weighted_cost(bold) < weighted_cost(cautious) ? bold : cautious;
}

}  // namespace kinemate
