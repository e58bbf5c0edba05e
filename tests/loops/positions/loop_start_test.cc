#include "loops/positions/loop_start.h"

#include "model/fixture.h"
#include "model/topology/walker.h"

namespace kinemate {
namespace {

class LoopStartTest : public ModelTest {};

// A body hangs on the world by a free joint and by another: the values of the latter are those that put it there.
TEST_F(LoopStartTest, FindsCoordinatesOfJointsThatCloseLoops) {
  const struct {
    const char* joint;
    std::vector<double> values;
  } cases[] = {{"type: revolute, axis: z, coordinates: [q1]", {2.5}},
               {"type: prismatic, axis: [3, 0, 4], coordinates: [q1]", {-0.4}},
               {"type: cylindrical, axis: x, coordinates: [q1, q2]", {0.7, 1.3}},
               {"type: universal, axes: [x, y], coordinates: [q1, q2]", {0.7, -0.3}},
               {"type: spherical, sequence: zyx, coordinates: [q1, q2, q3]", {0.4, -0.6, 1.2}}};
  for (const auto& [joint, given] : cases) {
    Model model = machine(
        "bodies: {b: {mass: 1}}\njoints:\n  tree: {type: free, sequence: euler_parameters, from: world, to: "
        "b, cut: false, coordinates: [x, y, z, p0, p1, p2, p3]}\n  loop: {from: {body: world, at: [1, 2, 3], "
        "rotation: [[x, 1]]}, to: b, cut: true, " +
        std::string(joint) + "}\n");
    const Tree tree = make_tree(model);
    ASSERT_EQ(tree.secondary, (std::vector<std::size_t>{1}));
    Values values;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const Expr q = parse("q" + std::to_string(i + 1));
      values[q] = given[i];
      model.initial.push_back({q, make_real(given[i] + 0.2)});
    }
    const Pose<Expr> pose =
        compose(pose_on_body(model, model.joints[1].from), make_relation(model, model.joints[1]).pose);
    Matrix3<double> rotation;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) rotation(i, j) = evaluate(pose.rotation(i, j), values);
    const EulerParameters<double> p = make_euler_parameters(rotation);
    Values start = {{parse("t"), 0},      {parse("p0"), p.s},   {parse("p1"), p.v.x},
                    {parse("p2"), p.v.y}, {parse("p3"), p.v.z}, {parse("x"), evaluate(pose.position.x, values)}};
    start[parse("y")] = evaluate(pose.position.y, values);
    start[parse("z")] = evaluate(pose.position.z, values);
    const Values complete = complete_start(model, tree, start);
    for (const auto& [q, value] : values) EXPECT_NEAR(complete.at(q), value, 1e-10) << joint;
    start[parse("y")] += 0.1;  // a gap that no coordinate closes
    EXPECT_EQ(complete_start(model, tree, start).size(), start.size()) << joint;
  }
}

TEST_F(LoopStartTest, WhatIsGivenAndDrivenStays) {
  const Model model = machine(
      "parameters: {w: 2}\nbodies: {b: {mass: 1}}\njoints:\n"
      "  j: {type: revolute, axis: z, from: world, to: b, coordinate: q, drive: w*t + 1}\n");
  const Tree tree = make_tree(model);
  const Values start = complete_start(model, tree, {{parse("w"), 2}, {parse("t"), 3}});
  EXPECT_EQ(start.at(parse("q")), 7);
  EXPECT_EQ(complete_start(model, tree, {{parse("w"), 2}, {parse("t"), 3}, {parse("q"), 1}}).at(parse("q")), 1);
}

}  // namespace
}  // namespace kinemate
