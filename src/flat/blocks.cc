#include "flat/blocks.h"

#include <algorithm>

namespace kinemate {

std::vector<FlatBlock> find_blocks(const Incidence& incidence, const Matching& matching) {
  const std::size_t n = incidence.unknowns_of.size();
  constexpr std::size_t kNew = ~std::size_t{0};
  std::vector<std::size_t> number(n, kNew), lowest(n, 0), open;
  std::vector<bool> is_open(n, false);
  std::vector<FlatBlock> blocks;
  std::size_t count = 0;
  struct Visit {
    std::size_t equation, next;
  };
  auto enter = [&](std::vector<Visit>& way, std::size_t e) {
    number[e] = lowest[e] = count++;
    open.push_back(e);
    is_open[e] = true;
    way.push_back({e, 0});
  };
  auto close_block = [&](std::size_t root) {
    FlatBlock& block = blocks.emplace_back();
    for (std::size_t e = kNew; e != root;) {
      e = open.back();
      open.pop_back();
      is_open[e] = false;
      block.equations.push_back(e);
      block.unknowns.push_back(matching.unknown_of[e]);
    }
    std::sort(block.equations.begin(), block.equations.end());
    std::sort(block.unknowns.begin(), block.unknowns.end());
  };
  for (std::size_t start = 0; start < n; ++start) {
    if (number[start] != kNew) continue;
    std::vector<Visit> way;
    enter(way, start);
    while (!way.empty()) {
      const std::size_t e = way.back().equation;
      const auto& unknowns = incidence.unknowns_of[e];
      if (way.back().next < unknowns.size()) {
        const std::size_t needed = matching.equation_of[unknowns[way.back().next++]];
        if (number[needed] == kNew) {
          enter(way, needed);
        } else if (is_open[needed]) {
          lowest[e] = std::min(lowest[e], number[needed]);
        }
        continue;
      }
      way.pop_back();
      if (!way.empty()) lowest[way.back().equation] = std::min(lowest[way.back().equation], lowest[e]);
      if (lowest[e] == number[e]) close_block(e);
    }
  }
  return blocks;
}

}  // namespace kinemate
