#include "study/simulation/body_places.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class BodyPlacesTest : public StudyTest {};

TEST_F(BodyPlacesTest, OfJointsFramesLoadsAndOutputs) {
  const Model model = machine(R"(
bodies: {crank: {mass: 1, center: [1, 0, 0]}, ball: {mass: 1, center: [0, 3, 0]}}
frames: {tool: {body: crank, at: [7, 0, 0]}}
joints:
  a: {type: revolute, axis: z, from: world, to: {body: crank, at: [-1, 0, 0]}, coordinate: q1}
  b: {type: revolute, axis: z, from: {body: crank, at: [2, 0, 0]}, to: {body: world, at: [3, 0, 0]}, coordinate: q2}
  c: {type: free, sequence: xyz, from: world, to: ball, coordinates: [x, y, z, al, be, ga]}
loads:
  push: {type: force, point: {body: crank, at: [4, 0, 0]}, vector: [1, 0, 0]}
  air: {type: vector_damper, between: [world, {body: crank, at: [5, 0, 0]}], damping: 1}
  coil: {type: spring, between: [{body: ball, at: [6, 0, 0]}, crank], stiffness: 1, length: 1}
)");
  const std::vector<BodyPlaces> places = find_body_places(model, compute_kinematics(model).tree);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(places[1].closings, 1u);
  EXPECT_EQ(places[1].joints.size(), 1u);
  ASSERT_EQ(places[1].named.size(), 3u) << "tool, push, coil; drag acts at no place that is drawn";
  EXPECT_EQ(places[1].named[0].x, Expr(7));
  EXPECT_EQ(places[1].named[1].x, Expr(4));
  EXPECT_EQ(places[2].hub.y, Expr(3)) << "a free body hangs on nothing but its centre of mass";
  EXPECT_TRUE(is_wire(model, model.loads[2]));
  EXPECT_FALSE(is_wire(model, model.loads[1]));
}

}  // namespace
}  // namespace kinemate
