#include "recursion/algorithms/pieces.h"

#include <set>

#include "recursion/random_system.h"

namespace kinemate {
namespace {

// Connected, every link in one of them, and not more than asked for.
void expect_pieces(const BaseSystem<double>& system, const std::vector<TreePiece>& pieces, std::size_t count) {
  EXPECT_LE(pieces.size(), count);
  std::vector<std::size_t> piece_of(system.links.size(), pieces.size());
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (const std::size_t link : pieces[p].links) {
      EXPECT_EQ(piece_of[link], pieces.size()) << "in two pieces";
      piece_of[link] = p;
    }
  std::vector<std::set<std::size_t>> tips(pieces.size());
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    ASSERT_LT(piece_of[i], pieces.size());
    const std::size_t carrier = system.links[i].carrier;
    if (carrier == kBase) {
      EXPECT_EQ(pieces[piece_of[i]].carrier, kBase);
    } else if (piece_of[carrier] != piece_of[i]) {
      EXPECT_EQ(pieces[piece_of[i]].carrier, carrier);
      EXPECT_EQ(pieces[piece_of[i]].links.front(), i);
      EXPECT_LT(piece_of[carrier], piece_of[i]);
      tips[piece_of[carrier]].insert(carrier);
    }
  }
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const auto& [links, carriers, carrier, places] = pieces[p];
    EXPECT_TRUE(std::ranges::is_sorted(links));
    std::vector<std::size_t> found;
    for (const std::size_t place : places) found.push_back(links[place]);
    EXPECT_EQ(found, std::vector<std::size_t>(tips[p].begin(), tips[p].end()));
    ASSERT_EQ(carriers.size(), links.size());
    for (std::size_t at = 0; at < links.size(); ++at) {
      const std::size_t on = system.links[links[at]].carrier;
      const bool inside = on != kBase && piece_of[on] == p;
      EXPECT_EQ(carriers[at] == kBase, !inside);
      EXPECT_TRUE(!inside || links[carriers[at]] == on);
    }
  }
}

TEST(Pieces, OfRandomTrees) {
  RandomSystem<double> draw(30);
  for (int round = 0; round < random_cases(100); ++round) {
    const BaseSystem<double> system = draw.system({.links = 1 + draw.below(12), .singular_inertias = round % 2 == 0});
    for (std::size_t count = 1; count <= 6; ++count) expect_pieces(system, cut_into_pieces(system, count), count);
  }
}

// n links, each on the one that `carrier_of` says.
template <class CarrierOf>
BaseSystem<double> make_tree(std::size_t n, CarrierOf carrier_of) {
  BaseSystem<double> system;
  for (std::size_t i = 0; i < n; ++i)
    system.links.push_back({carrier_of(i), {}, 0, 0, RandomSystem<double>(31).body()});
  return system;
}

std::vector<std::size_t> sizes_of(const std::vector<TreePiece>& pieces) {
  std::vector<std::size_t> sizes;
  for (const TreePiece& piece : pieces) sizes.push_back(piece.links.size());
  return sizes;
}

// The piece at the end has no tip and gets twice the links.
TEST(Pieces, AreEven) {
  const BaseSystem<double> chain = make_tree(100, [](std::size_t i) { return i == 0 ? kBase : i - 1; });
  EXPECT_EQ(sizes_of(cut_into_pieces(chain, 1)), (std::vector<std::size_t>{100}));
  EXPECT_EQ(sizes_of(cut_into_pieces(chain, 4)), (std::vector<std::size_t>{20, 20, 20, 40}));
  const BaseSystem<double> arms = make_tree(101, [](std::size_t i) { return i == 0 ? kBase : i <= 4 ? 0 : i - 4; });
  EXPECT_EQ(sizes_of(cut_into_pieces(arms, 5)), (std::vector<std::size_t>{9, 23, 23, 23, 23}));
  const BaseSystem<double> apart = make_tree(60, [](std::size_t) { return kBase; });
  EXPECT_EQ(sizes_of(cut_into_pieces(apart, 3)), (std::vector<std::size_t>{20, 20, 20}));
}

TEST(Pieces, HangOnRegularLinks) {
  BaseSystem<double> chain = make_tree(20, [](std::size_t i) { return i == 0 ? kBase : i - 1; });
  for (std::size_t i = 0; i < 20; ++i)
    if (i != 7) chain.links[i].inertia = make_rigid_inertia<double>(1, {1, 0, 0}, {});
  const std::vector<TreePiece> pieces = cut_into_pieces(chain, 4);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1].carrier, 7u);
}

TEST(Pieces, OfNothing) { EXPECT_TRUE(cut_into_pieces({}, 3).empty()); }

}  // namespace
}  // namespace kinemate
