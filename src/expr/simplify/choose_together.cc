#include "expr/simplify/choose_together.h"

#include <unordered_map>
#include <utility>

#include "expr/count.h"
#include "expr/simplify/shared_cost.h"

namespace kinemate {
namespace {

constexpr double kReadersWeight = 3, kOthersWeight = 1;  // of one operation in a text
constexpr double kReadable = 2;                          // short texts may cost so many times the least
constexpr int kMostRounds = 4;

// The choices that are cheapest together: one after the other is changed while that helps. A text is read where it
// stands, what is shared saves the reader nothing: `length_weight` is for each operation in a text.
void improve_together(std::vector<Choice>& choices, double length_weight) {
  std::vector<Expr> all;
  for (const Choice& choice : choices) {
    all.push_back(choice.chosen);
    all.insert(all.end(), choice.others.begin(), choice.others.end());
  }
  const std::vector<double> sizes = written_out_sizes(all);
  std::unordered_map<Expr, double> length;
  for (std::size_t i = 0; i < all.size(); ++i) length.emplace(all[i], length_weight * sizes[i]);
  SharedCost shared;
  for (const Choice& choice : choices) shared.add(choice.chosen);
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = false;
    for (Choice& choice : choices) {
      if (choice.others.empty()) continue;
      shared.remove(choice.chosen);
      auto price = [&](Expr e) {
        shared.add(e);
        const double total = shared.total() + length.at(e);
        shared.remove(e);
        return total;
      };
      Expr best = choice.chosen;
      double least = price(best);
      for (const Expr other : choice.others) {
        const double total = price(other);
        if (total >= least) continue;
        best = other;
        least = total;
      }
      shared.add(best);
      if (best == choice.chosen) continue;
      choice.others.push_back(choice.chosen);
      choice.chosen = best;
      changed = true;
    }
    if (!changed) return;
  }
}

double cost_of(const std::vector<Choice>& choices) {
  std::vector<Expr> chosen;
  for (const Choice& choice : choices) chosen.push_back(choice.chosen);
  return cost(chosen);
}

}  // namespace

std::vector<Choice> choose_together(const std::vector<Choice>& choices) {
  std::vector<Choice> readable = choices, cheap = choices;
  improve_together(readable, kReadersWeight);
  for (Choice& choice : cheap)
    if (!choice.others.empty()) std::swap(choice.chosen, choice.others.back());
  improve_together(cheap, kOthersWeight);
  return cost_of(readable) <= kReadable * cost_of(cheap) ? readable : cheap;
}

}  // namespace kinemate
