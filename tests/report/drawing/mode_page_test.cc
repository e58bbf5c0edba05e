#include "report/drawing/mode_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <set>

namespace kinemate {
namespace {

// One body from point 0 to point 1, which swings by so much.
Skeleton one_rod() {
  Skeleton skeleton;
  skeleton.lines = {{1, 0, 1}};
  skeleton.discs = {{1, 1}};
  skeleton.tips = {{1, 1}};
  skeleton.marks = {0};
  skeleton.points = 2;
  return skeleton;
}

ModePage swings(const Skeleton& skeleton, std::size_t count) {
  ModePage page{"rod: modes", skeleton, {{1, 0, 0}, {0, 0, 1}, true}, {{0, 0}, {0, -1}}, {}, ""};
  for (std::size_t i = 0; i < count; ++i) {
    ModeTile tile{fmt::format("mode {}", i + 1), {}, {{{-0.2, -1}, {0.2, -1}}}, true};
    for (const double x : {0.2, 0.1, -0.1, -0.2}) tile.phases.push_back({{0, 0}, {x, -1}});
    page.tiles.push_back(tile);
  }
  return page;
}

pugi::xml_document mode_document(const ModePage& page) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(mode_svg(page).c_str()));
  return document;
}

std::size_t found(const pugi::xml_document& document, const char* path) { return document.select_nodes(path).size(); }

bool mode_page_says(const pugi::xml_document& document, const std::string& text) {
  for (const pugi::xpath_node& node : document.select_nodes("//text"))
    if (node.node().text().get() == text) return true;
  return false;
}

TEST(ModePage, ATileHasTheReferenceTwoExtremesAndTwoPalerOnes) {
  const Skeleton skeleton = one_rod();
  const auto document = mode_document(swings(skeleton, 2));
  EXPECT_EQ(found(document, "//g[circle]"), 10u);
  EXPECT_EQ(found(document, "//g[circle][@opacity='0.28']"), 4u);
  EXPECT_EQ(found(document, "//g[circle][@opacity='0.90']"), 4u);
  EXPECT_EQ(found(document, "//circle[@fill='#8C8C8C']"), 2u);
  EXPECT_EQ(found(document, "//circle[@fill='#0072B2']"), 4u);
  EXPECT_EQ(found(document, "//circle[@fill='#D55E00']"), 4u);
  EXPECT_EQ(found(document, "//path[@fill='#909090']"), 2u) << "a mark a tile";
  for (const char* text : {"rod: modes", "mode 1", "mode 2", "reference"}) EXPECT_TRUE(mode_page_says(document, text));
}

// What swings to the right first is blue there.
TEST(ModePage, ColoursAreOfPhases) {
  const Skeleton skeleton = one_rod();
  const auto document = mode_document(swings(skeleton, 1));
  const double rest = document.select_node("//circle[@fill='#8C8C8C']").node().attribute("cx").as_double();
  for (const pugi::xpath_node& node : document.select_nodes("//circle[@fill='#0072B2']"))
    EXPECT_GT(node.node().attribute("cx").as_double(), rest);
  for (const pugi::xpath_node& node : document.select_nodes("//circle[@fill='#D55E00']"))
    EXPECT_LT(node.node().attribute("cx").as_double(), rest);
}

TEST(ModePage, TilesStandInColumns) {
  const Skeleton skeleton = one_rod();
  for (const auto& [count, columns] : {std::pair(1u, 1u), std::pair(2u, 2u), std::pair(3u, 3u), std::pair(4u, 2u),
                                       std::pair(5u, 3u), std::pair(12u, 3u)}) {
    const auto document = mode_document(swings(skeleton, count));
    const double width = document.child("svg").attribute("width").as_double();
    const double height = document.child("svg").attribute("height").as_double();
    std::set<double> left;
    std::set<std::pair<double, double>> places;
    for (const pugi::xpath_node& node : document.select_nodes("//rect[@stroke]")) {
      const auto number = [&](const char* name) { return node.node().attribute(name).as_double(); };
      left.insert(number("x"));
      places.emplace(number("x"), number("y"));
      EXPECT_LT(number("x") + number("width"), width);
      EXPECT_LT(number("y") + number("height"), height);
    }
    EXPECT_EQ(left.size(), columns) << count;
    EXPECT_EQ(places.size(), count);
  }
}

TEST(ModePage, WhatDoesNotMoveIsSaid) {
  const Skeleton skeleton = one_rod();
  ModePage page = swings(skeleton, 2);
  page.tiles[1].seen = false;
  page.remark = "The first 2 of 7 modes.";
  const auto document = mode_document(page);
  EXPECT_TRUE(mode_page_says(document, "nothing that is drawn moves"));
  EXPECT_TRUE(mode_page_says(document, "The first 2 of 7 modes."));
  EXPECT_EQ(found(document, "//g[circle]"), 6u);
  page.tiles.clear();
  EXPECT_TRUE(mode_page_says(mode_document(page), "no modes"));
}

}  // namespace
}  // namespace kinemate
