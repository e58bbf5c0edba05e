#include "model/tree.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class TreeTest : public ModelTest {};

TEST_F(TreeTest, ReachesBodiesInBothDirectionsAndFindsLoops) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, lost: {mass: 1}}
joints:
  j1: {type: fixed, from: c, to: b}
  j2: {type: fixed, from: world, to: a}
  j3: {type: fixed, from: b, to: a}
  j4: {type: fixed, from: c, to: world}
)");
  const Tree tree = make_tree(model);
  ASSERT_EQ(tree.joints.size(), 3u);
  const std::size_t a = find_body(model, "a"), b = find_body(model, "b"), c = find_body(model, "c");
  // shallowest: a and c from the world, then b, first met from a
  EXPECT_EQ(tree.joints[0].joint, 1u);
  EXPECT_FALSE(tree.joints[0].reversed);
  EXPECT_EQ(tree.joints[1].child, c);
  EXPECT_TRUE(tree.joints[1].reversed);
  EXPECT_EQ(tree.joints[2].joint, 2u);
  EXPECT_EQ(tree.joints[2].parent, a);
  EXPECT_EQ(tree.joints[2].child, b);
  EXPECT_TRUE(tree.joints[2].reversed);
  EXPECT_EQ(tree.secondary, std::vector<std::size_t>{0});
  EXPECT_EQ(tree.unreached, std::vector<std::size_t>{find_body(model, "lost")});
  EXPECT_FALSE(tree.reaches(find_body(model, "lost")));
}

TEST_F(TreeTest, JointsOfLooseBodiesCloseNoLoops) {
  const Tree tree =
      make_tree(machine("bodies: {a: {mass: 1}, b: {mass: 1}}\njoints: {j: {type: fixed, from: a, to: b}}"));
  EXPECT_TRUE(tree.secondary.empty());
  EXPECT_EQ(tree.detached, std::vector<std::size_t>{0});
}

TEST_F(TreeTest, OrientationThatIsNotInheritedHasADirection) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j1: {type: motion, from: {body: a, axes: world}, to: b, coordinates: [q], rotation: [[x, q]]}
  j2: {type: fixed, from: world, to: b}
)");
  const Tree tree = make_tree(model);
  EXPECT_EQ(tree.unreached, std::vector<std::size_t>{find_body(model, "a")});
}

}  // namespace
}  // namespace kinemate
