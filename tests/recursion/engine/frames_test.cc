#include "recursion/engine/frames.h"

#include <gtest/gtest.h>

#include "recursion/engine_fixture.h"

namespace kinemate {
namespace {

using LinkKind = EngineLink::Kind;

EngineLink square_link(std::size_t carrier) {
  EngineLink link;
  link.carrier = carrier;
  link.near = {{{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}}, {0.5, 0, 0}};
  link.inertia = make_rigid_inertia<double>(1.2, {0.25, 0, 0}, {0.002, 0.025, 0.025, 0, 0, 0});
  return link;
}

TEST(EngineFrames, MeetsSquareAxesOnTheirNormal) {
  std::vector<EngineLink> links;
  for (std::size_t i = 0; i < 5; ++i) links.push_back(square_link(i == 0 ? EngineLink::kBase : i - 1));
  const EngineFrames frames = choose_frames(links);
  ASSERT_EQ(frames.count(), 5u);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(frames.links[i].kind, AxialKind::kTurnSquareFlat);
    EXPECT_NEAR(frames.links[i].a, 0.5, 1e-15);
    EXPECT_EQ(frames.links[i].flags & (kFromSlot | kScrewed | kHasSlot), 0);
  }
  EXPECT_EQ(frames.screws.size(), 1u);  // the first link on the base
}

TEST(EngineFrames, MarksRuns) {
  std::vector<EngineLink> links;
  for (std::size_t i = 0; i < 6; ++i) links.push_back(square_link(i == 0 ? EngineLink::kBase : i - 1));
  links.push_back(square_link(2));  // a branch
  links.push_back(square_link(6));
  const EngineFrames frames = choose_frames(links);
  const auto same = [&](std::size_t i) { return (frames.links[i].flags & kSame) != 0; };
  EXPECT_FALSE(same(0));
  EXPECT_TRUE(same(1) && same(2));
  EXPECT_FALSE(same(3));  // the link before has a slot
  EXPECT_TRUE(same(4));
  EXPECT_FALSE(same(5));  // a leaf
  EXPECT_FALSE(same(6));
  EXPECT_FALSE(same(7));
  EXPECT_FALSE(same(8));
  EXPECT_EQ(frames.slot_count, 2u);
}

TEST(EngineFrames, PutsLeavesNextToTheirCarrier) {
  std::vector<EngineLink> links;
  for (std::size_t i = 0; i < 3; ++i) links.push_back(square_link(i == 0 ? EngineLink::kBase : i - 1));
  links.push_back(square_link(0)), links.push_back(square_link(0)), links.push_back(square_link(0));
  links[4].driven = true;  // no leaf
  const EngineFrames frames = choose_frames(links);
  std::vector<AxialKind> kinds;
  for (const AxialLink& link : frames.links) kinds.push_back(link.kind);
  kinds.pop_back();
  using enum AxialKind;
  EXPECT_EQ(kinds, (std::vector{kTurnSquareFlat, kLeafTurn, kLeafTurn, kTurnSquareFlat, kLeafTurn, kDrivenTurn}));
  EXPECT_EQ(frames.links[1].speed, 3u);
  EXPECT_EQ(frames.links[2].speed, 5u);
  const auto flags = [&](std::size_t i) { return frames.links[i].flags & (kFromSlot | kCarriesNext | kSame); };
  EXPECT_EQ(flags(1), kCarriesNext);
  EXPECT_EQ(flags(2), kCarriesNext | kSame);
  EXPECT_EQ(flags(3), kCarriesNext);
  EXPECT_EQ(flags(4), 0);
  EXPECT_EQ(flags(5), kFromSlot);
}

TEST(EngineFrames, LeavesAPointOfASlideThatCarriesNothing) {
  MachineMaker maker(4);
  std::vector<EngineLink> links = {maker.link(EngineLink::kBase, LinkKind::kTurn), maker.link(0, LinkKind::kSlide)};
  const EngineFrames frames = choose_frames(links);
  ASSERT_EQ(frames.links[1].kind, AxialKind::kLeafSlide);
  EXPECT_EQ(frames.leaves[0].mass, links[1].inertia.mass);
  links[1].inertia = {};
  EXPECT_EQ(choose_frames(links).links[1].kind, AxialKind::kSlide);  // without mass it has no centre
}

TEST(EngineFrames, LeavesATurnWithoutMass) {
  MachineMaker maker(1);
  const std::vector<EngineLink> links = {maker.link(EngineLink::kBase, LinkKind::kGeneral),
                                         maker.link(0, LinkKind::kTurn), maker.link(1, LinkKind::kSlide)};
  const EngineFrames frames = choose_frames(links);
  double mass = 0;
  for (const EngineLink& link : links) mass += link.inertia.mass;
  EXPECT_NEAR(frames.general[0].inertia[0] + frames.links[2].jyy_or_mass,
              mass - links[1].inertia.mass + links[1].inertia.mass, 1e-14);
  EXPECT_EQ(frames.links[2].jyy_or_mass, links[2].inertia.mass);
  EXPECT_EQ(frames.links[2].jxy, 0);
}

TEST(EngineFrames, MergesFixedLinks) {
  MachineMaker maker(2);
  const std::vector<EngineLink> links = {maker.link(EngineLink::kBase, LinkKind::kFixed),
                                         maker.link(0, LinkKind::kTurn), maker.link(1, LinkKind::kFixed),
                                         maker.link(2, LinkKind::kTurn)};
  const EngineFrames frames = choose_frames(links);
  EXPECT_EQ(frames.count(), 2u);
  EXPECT_EQ(frames.speed_count, 2u);
  EXPECT_FALSE(frames.placed[0].moves);
  EXPECT_EQ(frames.placed[2].link, 0u);
  EXPECT_EQ(frames.placed[3].link, 1u);
}

TEST(EngineFrames, TreatsAlmostParallelAxesAsGeneral) {
  MachineMaker maker(3);
  std::vector<EngineLink> links = {maker.link(EngineLink::kBase, LinkKind::kTurn), maker.link(0, LinkKind::kTurn)};
  for (const auto& [angle, own] : {std::pair{0.02, 0u}, {1e-3, 1u}, {1e-13, 1u}, {0.0, 0u}}) {
    links[1].near.rotation = make_rotation(ElementaryRotation<double>{{0, 1, 0}, angle});
    EXPECT_EQ(choose_frames(links).own_joints.size(), own) << angle;
  }
}

}  // namespace
}  // namespace kinemate
