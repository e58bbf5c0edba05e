#include "report/drawing/symbol_svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace kinemate {
namespace {

std::vector<SvgPlace> places_of(std::string d) {
  for (char& c : d)
    if (c == 'M' || c == 'L' || c == 'Z') c = ' ';
  std::vector<SvgPlace> places;
  for (const char* at = d.c_str();;) {
    char *middle = nullptr, *end = nullptr;
    const double x = std::strtod(at, &middle), y = std::strtod(middle, &end);
    if (end == middle || middle == at) return places;
    places.push_back({x, y});
    at = end;
  }
}

TEST(SymbolSvg, WiresGoFromEndToEnd) {
  for (const std::string& d : {zigzag_path({10, 20}, {110, 20}), dashpot_path({10, 20}, {110, 20}, 8),
                               straight_path({10, 20}, {110, 20}), zigzag_path({10, 20}, {110, 20}, -8)}) {
    const std::vector<SvgPlace> places = places_of(d);
    EXPECT_EQ(places.front().x, 10) << d;
    EXPECT_EQ(places.front().y, 20) << d;
    EXPECT_EQ(places.back().x, 110) << d;
    for (const SvgPlace& place : places) {
      EXPECT_GE(place.x, 10) << d;
      EXPECT_LE(place.x, 110) << d;
      EXPECT_NEAR(place.y, 20, 14) << d;
    }
  }
  EXPECT_GT(places_of(zigzag_path({0, 0}, {100, 0})).size(), 8u);
}

TEST(SymbolSvg, WhatIsTooShortIsALine) {
  EXPECT_EQ(zigzag_path({0, 0}, {5, 0}), straight_path({0, 0}, {5, 0}));
  EXPECT_EQ(dashpot_path({3, 3}, {3, 3}), straight_path({3, 3}, {3, 3}));
}

TEST(SymbolSvg, BlocksLieAlongTheirGuide) {
  const std::vector<SvgPlace> across = places_of(block_path({50, 50}, {1, 0}, 20, 10));
  ASSERT_EQ(across.size(), 4u);
  EXPECT_EQ(std::abs(across[0].x - 50), 10);
  EXPECT_EQ(std::abs(across[0].y - 50), 5);
  EXPECT_EQ(std::abs(places_of(block_path({50, 50}, {0, 0}, 20, 10))[0].y - 50), 10);
}

TEST(SymbolSvg, CirclesMayBeSeenFromTheSide) {
  for (const SvgPlace& place : places_of(ellipse_path({0, 0}, {10, 0}, {0, 5})))
    EXPECT_NEAR(place.x * place.x / 100 + place.y * place.y / 25, 1, 0.05);
}

}  // namespace
}  // namespace kinemate
