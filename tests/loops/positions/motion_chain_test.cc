#include "loops/positions/motion_chain.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class MotionChainTest : public ModelTest {};

// Known motions go into the poses between; what is behind the last unknown comes before the first.
TEST_F(MotionChainTest, UnknownMotionsWithPosesBetween) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: cylindrical, axis: z, from: world, to: {body: a, at: [1, 0, 0]}, coordinates: [p, s]}
  k: {type: revolute, axis: z, from: {body: a, at: [3, 0, 0]}, to: b, coordinate: q}
)");
  std::vector<ElementaryMotion> loop = make_elementary_motions(model, 0);
  for (const ElementaryMotion& motion : make_elementary_motions(model, 1)) loop.push_back(motion);
  const MotionChain all = make_motion_chain(loop, {});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2].before.position, parse_vector("2", "0", "0"));
  const MotionChain chain = make_motion_chain(loop, {parse("s"), parse("q")});
  ASSERT_EQ(chain.size(), 1u);
  EXPECT_EQ(chain[0].motion.coordinates[0], parse("p"));
  EXPECT_TRUE(is_equal(chain[0].before.position, parse_vector("2", "0", "s")));
  EXPECT_EQ(angle_about(chain[0].before, unit<Expr>(2)), parse("q"));
  SteadyPose parts;
  for (const SteadyPose& part : chain[0].parts) parts = compose(parts, part);
  EXPECT_EQ(parts.position, chain[0].before.position);
  EXPECT_TRUE(make_motion_chain(loop, {parse("p"), parse("s"), parse("q")}).empty());
}

}  // namespace
}  // namespace kinemate
