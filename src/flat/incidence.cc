#include "flat/incidence.h"

#include <algorithm>
#include <unordered_map>

#include "expr/graph.h"

namespace kinemate {

Incidence make_incidence(std::vector<std::vector<std::size_t>> unknowns_of, std::size_t unknown_count) {
  Incidence incidence{std::move(unknowns_of), std::vector<std::vector<std::size_t>>(unknown_count)};
  for (std::size_t e = 0; e < incidence.unknowns_of.size(); ++e)
    for (std::size_t u : incidence.unknowns_of[e]) incidence.equations_of[u].push_back(e);
  return incidence;
}

Incidence find_incidence(const FlatSystem& system) {
  std::unordered_map<Expr, std::size_t> number;
  for (std::size_t u = 0; u < system.unknowns.size(); ++u) number.emplace(system.unknowns[u].symbol, u);
  std::vector<std::vector<std::size_t>> unknowns_of;
  for (const FlatEquation& equation : system.equations) {
    std::vector<std::size_t>& unknowns = unknowns_of.emplace_back();
    const Expr sides[] = {equation.left, equation.right};
    for (Expr symbol : free_symbols(sides))
      if (const auto found = number.find(symbol); found != number.end()) unknowns.push_back(found->second);
    std::sort(unknowns.begin(), unknowns.end());
  }
  return make_incidence(std::move(unknowns_of), system.unknowns.size());
}

namespace {

// One search for an alternating path, by a stack of its own.
class Search {
 public:
  Search(const Incidence& incidence, Matching& matching)
      : incidence_(incidence),
        matching_(matching),
        tried_(incidence.unknowns_of.size(), kUnmatched),
        free_from_(incidence.equations_of.size(), 0) {}

  void find_equation_for(std::size_t start) {
    struct Step {
      std::size_t unknown, next;
    };
    std::vector<Step> way{{start, 0}};
    while (!way.empty()) {
      auto& [unknown, next] = way.back();
      const auto& equations = incidence_.equations_of[unknown];
      std::size_t taken = find_free(unknown);
      if (taken == kUnmatched) {
        while (next < equations.size() && tried_[equations[next]] == start) ++next;
        if (next == equations.size()) {
          way.pop_back();
          continue;
        }
        tried_[equations[next]] = start;
        way.push_back({matching_.unknown_of[equations[next]], 0});
        continue;
      }
      for (; !way.empty(); way.pop_back()) {  // everyone on the way takes the next one's equation
        const std::size_t given_up = matching_.equation_of[way.back().unknown];
        matching_.equation_of[way.back().unknown] = taken;
        matching_.unknown_of[taken] = way.back().unknown;
        taken = given_up;
      }
    }
  }

 private:
  // Equations never become free again, so each is asked once.
  std::size_t find_free(std::size_t unknown) {
    const auto& equations = incidence_.equations_of[unknown];
    for (std::size_t& at = free_from_[unknown]; at < equations.size(); ++at)
      if (matching_.unknown_of[equations[at]] == kUnmatched) return equations[at];
    return kUnmatched;
  }

  const Incidence& incidence_;
  Matching& matching_;
  std::vector<std::size_t> tried_;      // for each equation, the unknown whose search has been there
  std::vector<std::size_t> free_from_;  // for each unknown, where equations that may be free begin
};

}  // namespace

Matching find_matching(const Incidence& incidence) {
  Matching matching{std::vector<std::size_t>(incidence.unknowns_of.size(), kUnmatched),
                    std::vector<std::size_t>(incidence.equations_of.size(), kUnmatched)};
  Search search(incidence, matching);
  for (std::size_t u = 0; u < incidence.equations_of.size(); ++u) search.find_equation_for(u);
  return matching;
}

}  // namespace kinemate
