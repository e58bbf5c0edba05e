#include "recursion/algorithms/pieces.h"

#include <algorithm>

#include "base/check.h"
#include "recursion/body_factors.h"

namespace kinemate {
namespace {

constexpr std::size_t kUnset = ~std::size_t{0};

std::vector<bool> find_regular_links(const BaseSystem<double>& system) {
  std::vector<bool> regular;
  for (const auto& link : system.links) regular.push_back(factor_body(make_articulated(link.inertia)).has_value());
  return regular;
}

struct Cuts {
  std::vector<bool> above;             // whether the joint of the link is cut
  std::vector<std::size_t> groups;     // of links on the base: which share a piece
  std::size_t count = 0, largest = 0;  // of pieces, and the weight of the heaviest
};

// Cuts wherever what hangs on a joint has reached `enough`.
Cuts cut(const BaseSystem<double>& system, const std::vector<bool>& regular, std::size_t enough) {
  const std::size_t n = system.links.size();
  Cuts cuts{std::vector<bool>(n, false), std::vector<std::size_t>(n, 0)};
  std::vector<std::size_t> weights(n, 1), tips(n, 0);
  std::vector<bool> is_tip(n, false);
  std::size_t groups = 0, in_group = enough;
  for (std::size_t i = n; i-- > 0;) {
    tips[i] += is_tip[i] ? 1 : 0;
    weights[i] += tips[i];
    const std::size_t carrier = system.links[i].carrier;
    if (carrier == kBase) {
      if (in_group + weights[i] > enough) ++groups, in_group = 0;
      in_group += weights[i];
      cuts.groups[i] = groups;
      cuts.largest = std::max(cuts.largest, in_group);
    } else if (weights[i] >= enough && regular[carrier]) {
      cuts.above[i] = is_tip[carrier] = true;
      cuts.largest = std::max(cuts.largest, weights[i]);
      ++cuts.count;
    } else {
      weights[carrier] += weights[i];
      tips[carrier] += tips[i];
    }
  }
  cuts.count += groups;
  return cuts;
}

// The most even of the cuts that make no more than `count` pieces: between the finest of them and three times that.
Cuts find_cuts(const BaseSystem<double>& system, std::size_t count) {
  const std::vector<bool> regular = find_regular_links(system);
  std::size_t low = 1, high = system.links.size() + 1;  // nothing is cut at `high`, and all trees are in one group
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    cut(system, regular, middle).count <= count ? high = middle : low = middle + 1;
  }
  Cuts best = cut(system, regular, high);
  const std::size_t step = 1 + high / 16;
  for (std::size_t enough = high + step; enough <= 3 * high; enough += step)
    if (Cuts other = cut(system, regular, enough); other.count <= count && other.largest < best.largest)
      best = std::move(other);
  return best;
}

}  // namespace

std::vector<TreePiece> cut_into_pieces(const BaseSystem<double>& system, std::size_t count) {
  CHECK(count > 0);
  const Cuts cuts = find_cuts(system, count);
  std::vector<TreePiece> pieces;
  struct LinkPlace {
    std::size_t piece, at;
  };
  std::vector<LinkPlace> places;
  std::vector<std::size_t> piece_of_group(system.links.size() + 2, kUnset);
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const std::size_t carrier = system.links[i].carrier;
    std::size_t& of_group = piece_of_group[cuts.groups[i]];
    const bool starts = carrier == kBase ? of_group == kUnset : cuts.above[i];
    if (starts) pieces.push_back({{}, {}, carrier, {}});
    if (starts && carrier == kBase) of_group = pieces.size() - 1;
    const std::size_t mine = starts ? pieces.size() - 1 : carrier == kBase ? of_group : places[carrier].piece;
    places.push_back({mine, pieces[mine].links.size()});
    pieces[mine].links.push_back(i);
    pieces[mine].carriers.push_back(starts || carrier == kBase ? kBase : places[carrier].at);
    if (starts && carrier != kBase) pieces[places[carrier].piece].tips.push_back(places[carrier].at);
  }
  for (TreePiece& piece : pieces) {
    std::ranges::sort(piece.tips);
    piece.tips.erase(std::unique(piece.tips.begin(), piece.tips.end()), piece.tips.end());
  }
  return pieces;
}

}  // namespace kinemate
