#include "program/passes/factor_groups.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <utility>

namespace kinemate {
namespace {

constexpr std::size_t kEffort = 64;  // looks at a group for each of its terms

bool is_number(const Monomial& monomial) {
  return std::all_of(monomial.factors.begin(), monomial.factors.end(),
                     [](FactorId id) { return kind_of(id) == FactorKind::kConstant; });
}

// `others`: factors beside these.
double cost_of(std::span<const FactorId> factors, double others = 0) {
  const auto divisors =
      std::count_if(factors.begin(), factors.end(), [](FactorId id) { return kind_of(id) == FactorKind::kDivisor; });
  const double above = static_cast<double>(factors.size()) - static_cast<double>(divisors);
  return product_cost(above + others, static_cast<double>(divisors));
}

// The common factors of those members that are still in no group, and what taking them out saves.
Group measure(std::span<const Monomial> monomials, std::span<const std::size_t> members,
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
    group.saved += monomials[member].cost - cost_of(left.factors);
    numbers += is_number(left) ? 1 : 0;
  }
  group.saved += std::max(0.0, numbers - 1);  // they become one
  group.saved -= cost_of(group.common, 1);
  return group;
}

}  // namespace

Monomial rest(const Monomial& whole, std::span<const FactorId> common) {
  Monomial left{whole.negative, {}};
  std::set_difference(whole.factors.begin(), whole.factors.end(), common.begin(), common.end(),
                      std::back_inserter(left.factors));
  return left;
}

double product_cost(double factors, double divisors) {
  constexpr double kDivisionCost = 4;
  return std::max(factors - 1, 0.0) + (divisors > 0 ? kDivisionCost + divisors - 1 : 0);
}

std::vector<Group> find_groups(std::span<const Monomial> monomials) {
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

}  // namespace kinemate
