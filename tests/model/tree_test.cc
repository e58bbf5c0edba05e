#include "model/tree.h"

#include <gtest/gtest.h>

#include "model/checks/remarks.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class TreeTest : public ModelTest {};

// The names of the joints that close loops.
std::vector<std::string> cut_joints(const Model& model) {
  std::vector<std::string> names;
  for (std::size_t joint : make_tree(model).secondary) names.push_back(model.joints[joint].name);
  return names;
}

TEST_F(TreeTest, ReachesBodiesInBothDirectionsAndFindsLoops) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  j1: {type: fixed, from: c, to: b}
  j2: {type: fixed, from: world, to: a}
  j3: {type: fixed, from: b, to: a}
  j4: {type: fixed, from: c, to: world}
)");
  const Tree tree = make_tree(model);
  ASSERT_EQ(tree.joints.size(), 3u);
  const std::size_t a = find_body(model, "a"), b = find_body(model, "b"), c = find_body(model, "c");
  // shallowest: a and c from the world, then b, of which both ways look alike, by the first joint
  EXPECT_EQ(tree.joints[0].joint, 1u);
  EXPECT_FALSE(tree.joints[0].reversed);
  EXPECT_EQ(tree.joints[1].child, c);
  EXPECT_TRUE(tree.joints[1].reversed);
  EXPECT_EQ(tree.joints[2].joint, 0u);
  EXPECT_EQ(tree.joints[2].parent, c);
  EXPECT_EQ(tree.joints[2].child, b);
  EXPECT_FALSE(tree.joints[2].reversed);
  EXPECT_EQ(tree.secondary, std::vector<std::size_t>{2});
  EXPECT_EQ(tree.depth[a], 1u);
  EXPECT_EQ(tree.depth[b], 2u);
  EXPECT_TRUE(tree.unreached.empty());
}

// A square of four bodies on the world, one of its joints freer than the others.
std::string square(const std::string& hints = "", const std::string& far = "") {
  return "bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}\njoints:\n"
         "  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1" +
         hints +
         "}\n"
         "  B: {type: spherical, sequence: zyx, from: a, to: b, coordinates: [q2, q3, q4]}\n"
         "  C: {type: revolute, axis: z, from: b, to: c, coordinate: q5" +
         far +
         "}\n"
         "  D: {type: revolute, axis: z, from: c, to: world, coordinate: q6}\n";
}

TEST_F(TreeTest, LoopsAreClosedWhereLittleIsLocked) {
  EXPECT_EQ(cut_joints(machine(square())), std::vector<std::string>{"B"});
}

TEST_F(TreeTest, HintsAreFollowedWhereTheyCanBe) {
  EXPECT_EQ(cut_joints(machine(square(", cut: true"))), std::vector<std::string>{"A"});
  EXPECT_EQ(cut_joints(machine(square("", ", cut: true"))), std::vector<std::string>{"C"});
  const Model both = machine(square(", cut: true", ", cut: true"));
  EXPECT_EQ(cut_joints(both), std::vector<std::string>{"C"});
  const std::vector<Finding> remarks = find_remarks(both);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].message, "joint A is not cut: no other way leads to body a");
  // the way over a and b is longer and taken all the same
  const Model kept = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: fixed, from: world, to: a, cut: false}
  B: {type: fixed, from: a, to: b, cut: false}
  C: {type: fixed, from: b, to: world}
)");
  EXPECT_EQ(cut_joints(kept), std::vector<std::string>{"C"});
  EXPECT_EQ(make_tree(kept).depth[find_body(kept, "b")], 2u);
  Model none = kept;
  none.joints[2].cut = false;
  ASSERT_EQ(find_remarks(none).size(), 1u);
  EXPECT_NE(find_remarks(none)[0].message.find("is cut all the same"), std::string::npos);
}

TEST_F(TreeTest, BranchesBeginBehindForks) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}, e: {mass: 1}}
joints:
  j1: {type: fixed, from: world, to: a}
  j2: {type: fixed, from: a, to: b}
  j3: {type: fixed, from: b, to: c}
  j4: {type: fixed, from: b, to: d}
  j5: {type: fixed, from: d, to: e}
)");
  using Branches = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(find_branches(make_tree(model)), (Branches{{1, 2}, {3}, {4, 5}}));
}

TEST_F(TreeTest, LoosePartsAreCarriedByTheirMiddle) {
  Model model;
  for (const char* name : {"p", "q", "r", "s", "u", "v"}) {
    model.bodies.emplace_back();
    model.bodies.back().name = name;
  }
  auto join = [&](std::size_t from, std::size_t to, bool world_axes = false) {
    Joint joint;
    joint.from.body = from;
    joint.from.world_axes = world_axes;
    joint.to.body = to;
    model.joints.push_back(joint);
  };
  join(1, 2), join(2, 3), join(3, 4), join(4, 5);
  using Parts = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(find_loose_parts(model, make_tree(model)), (Parts{{3, 1, 2, 4, 5}, {6}}));
  // what has most joints carries; what only leads away from a body must be behind it
  join(2, 6);
  EXPECT_EQ(find_loose_parts(model, make_tree(model)), (Parts{{2, 1, 3, 4, 5, 6}}));
  model.joints[0].from.world_axes = true;
  EXPECT_EQ(find_loose_parts(model, make_tree(model)), (Parts{{1, 2, 3, 4, 5, 6}}));
}

TEST_F(TreeTest, OrientationThatIsNotInheritedHasADirection) {
  Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j1: {type: motion, from: {body: a, axes: world}, to: b, coordinates: [q], rotation: [[x, q]]}
  j2: {type: fixed, from: world, to: b}
)");
  ASSERT_EQ(model.joints.size(), 3u);  // one that was added
  model.joints.pop_back();
  const Tree tree = make_tree(model);
  EXPECT_EQ(tree.unreached, std::vector<std::size_t>{find_body(model, "a")});
  EXPECT_FALSE(tree.reaches(find_body(model, "a")));
  EXPECT_EQ(tree.detached, std::vector<std::size_t>{0});
}

}  // namespace
}  // namespace kinemate
