#include "flat/anonymous.h"

#include <fmt/format.h>

#include <numeric>
#include <random>

#include "expr/substitute.h"

namespace kinemate {
namespace {

// Fisher and Yates; not std::shuffle, whose order differs between libraries.
std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

}  // namespace

AnonymousNames make_anonymous(const FlatSystem& system, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  AnonymousNames made;
  made.system.name = "equations";
  Substitution names;
  const std::vector<std::size_t> known = shuffled(system.known.size(), random);
  for (std::size_t i = 0; i < known.size(); ++i)
    names.symbols.emplace(system.known[known[i]].symbol, make_symbol(fmt::format("k{}", i + 1)));
  made.unknown_at.resize(system.unknowns.size());
  const std::vector<std::size_t> unknowns = shuffled(system.unknowns.size(), random);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const Expr symbol = make_symbol(fmt::format("x{}", i + 1));
    names.symbols.emplace(system.unknowns[unknowns[i]].symbol, symbol);
    made.system.unknowns.push_back({symbol, "", {}});
    made.unknown_at[unknowns[i]] = i;
  }
  for (std::size_t i : known) {
    const FlatKnown& old = system.known[i];
    FlatKnown& added = made.system.known.emplace_back();
    added.symbol = substitute(old.symbol, names);
    if (old.value) added.value = substitute(*old.value, names);
    added.varies = old.varies;
  }
  for (std::size_t i : shuffled(system.equations.size(), random)) {
    const Expr left = substitute(system.equations[i].left, names), right = substitute(system.equations[i].right, names);
    const bool exchanged = random() % 2 == 1;
    made.system.equations.push_back({fmt::format("equation {}", made.system.equations.size() + 1),
                                     exchanged ? right : left,
                                     exchanged ? left : right,
                                     {}});
  }
  return made;
}

}  // namespace kinemate
