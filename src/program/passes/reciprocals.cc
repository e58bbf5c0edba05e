#include "program/passes/reciprocals.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "program/cost.h"
#include "program/passes/chains.h"
#include "program/passes/rebuild.h"

namespace kinemate {
namespace {

constexpr int kReciprocalRounds = 3;  // a reciprocal may leave another divisor alone in its quotient

struct PlannedQuotient {
  Product product;
  std::vector<Value> left;         // divisors without a reciprocal, sorted
  bool divide_by_inverse = false;  // of their product
};

// Which divisors get a reciprocal.
struct ReciprocalPlan {
  std::unordered_map<Value, PlannedQuotient> quotients;
  std::vector<bool> inverted;  // by value
};

// Taking out all of a quotient's divisors saves its division: a divisor that is all that is left in two quotients or
// more gets a reciprocal.
ReciprocalPlan plan_reciprocals(const Program& program) {
  ReciprocalPlan plan;
  plan.inverted.resize(program.operations.size(), false);
  const Chains chains(program);
  std::vector<Value> order;
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Value root = static_cast<Value>(i);
    if (!chains.is_product(root)) continue;
    PlannedQuotient quotient{chains.product(root), {}};
    if (quotient.product.divisors.empty()) continue;
    quotient.left = quotient.product.divisors;
    std::sort(quotient.left.begin(), quotient.left.end());
    order.push_back(root);
    plan.quotients.emplace(root, std::move(quotient));
  }
  for (int round = 0; round < kReciprocalRounds; ++round) {
    std::unordered_map<Value, int> alone;
    for (Value root : order) {
      const std::vector<Value>& left = plan.quotients.at(root).left;
      if (!left.empty() && left.front() == left.back()) ++alone[left.front()];
    }
    bool any = false;
    for (Value root : order) {
      std::vector<Value>& left = plan.quotients.at(root).left;
      std::erase_if(left, [&](Value divisor) {
        const auto found = alone.find(divisor);
        const bool gets_one = found != alone.end() && found->second >= 2;
        if (gets_one) any = plan.inverted[divisor] = true;
        return gets_one || plan.inverted[divisor];
      });
    }
    if (!any) break;
  }
  std::map<std::vector<Value>, int> together;  // of products of divisors
  for (Value root : order) ++together[plan.quotients.at(root).left];
  for (Value root : order) {
    PlannedQuotient& quotient = plan.quotients.at(root);
    quotient.divide_by_inverse = !quotient.left.empty() && together.at(quotient.left) >= 2;
  }
  return plan;
}

// coefficient·factors·reciprocals/left
Value make_quotient(Builder& builder, const ReciprocalPlan& plan, const PlannedQuotient& quotient,
                    std::span<const Value> made) {
  std::optional<Value> above;
  auto multiply = [&](Value value) { above = above ? builder.multiply(*above, value) : value; };
  const Value one = builder.constant(1);
  for (Value factor : quotient.product.factors) multiply(made[factor]);
  for (Value divisor : quotient.product.divisors)
    if (plan.inverted[divisor]) multiply(builder.divide(one, made[divisor]));
  if (quotient.divide_by_inverse) multiply(builder.divide(one, multiply_all(builder, quotient.left, made)));
  const double coefficient = quotient.product.coefficient;
  if (coefficient != 1 || !above) multiply(builder.constant(coefficient));
  if (quotient.left.empty() || quotient.divide_by_inverse) return *above;
  return builder.divide(*above, multiply_all(builder, quotient.left, made));
}

bool stays(const Operation& root, const PlannedQuotient& quotient) {
  return root.code == Code::kDivide && quotient.left.size() == 1 && quotient.product.divisors == quotient.left &&
         !quotient.divide_by_inverse && root.operands[1] == quotient.left[0];
}

}  // namespace

Program share_reciprocals(const Program& program) {
  const ReciprocalPlan plan = plan_reciprocals(program);
  const bool all_stay = std::all_of(plan.quotients.begin(), plan.quotients.end(), [&](const auto& entry) {
    return stays(program.operations[entry.first], entry.second);
  });
  if (all_stay) return program;
  auto maker = [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
    const auto found = plan.quotients.find(i);
    if (found == plan.quotients.end() || stays(program.operations[i], found->second)) return std::nullopt;
    return make_quotient(builder, plan, found->second, made);
  };
  return cheaper(program, rebuild(program, maker));
}

}  // namespace kinemate
