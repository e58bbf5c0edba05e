#include "spatial/pose.h"

#include "spatial/fixture.h"

namespace kinemate {
namespace {

using PoseTest = SpatialTest;

TEST_F(PoseTest, AtTakesPointsAlong) {
  check([](auto& draw) {
    const auto ab = draw.pose(), bc = draw.pose();
    const auto point = draw.vector();
    auto in_A = ab.position;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) in_A[i] = in_A[i] + ab.rotation(i, j) * point[j];
    EXPECT_TRUE(equal(ab.at(point), in_A));
    EXPECT_TRUE(equal(compose(ab, bc).at(point), ab.at(bc.at(point))));
    EXPECT_TRUE(equal(inverse(ab).at(ab.at(point)), point));
  });
}

TEST_F(PoseTest, PosesAreAGroup) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto ab = draw.pose(), bc = draw.pose(), cd = draw.pose();
    EXPECT_EQ(compose(Pose<S>{}, ab), ab);
    EXPECT_EQ(compose(ab, Pose<S>{}), ab);
    EXPECT_TRUE(equal(compose(compose(ab, bc), cd), compose(ab, compose(bc, cd))));
    EXPECT_TRUE(equal(compose(ab, inverse(ab)), Pose<S>{}));
    EXPECT_TRUE(equal(compose(inverse(ab), ab), Pose<S>{}));
    EXPECT_TRUE(equal(inverse(inverse(ab)), ab));
    EXPECT_TRUE(equal(inverse(compose(ab, bc)), compose(inverse(bc), inverse(ab))));
  });
}

TEST_F(PoseTest, RelativeUndoesCompose) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto ab = draw.pose(), bc = draw.pose(), ac = draw.pose();
    EXPECT_TRUE(equal(relative(ac, ab), compose(inverse(ab), ac)));
    EXPECT_TRUE(equal(relative(compose(ab, bc), ab), bc));
    EXPECT_TRUE(equal(compose(ab, relative(ac, ab)), ac));
    EXPECT_TRUE(equal(relative(ab, ab), Pose<S>{}));
    EXPECT_TRUE(equal(relative(Pose<S>{}, ab), inverse(ab)));
  });
}

// a quarter turn about z, one metre along x: x of N points along y of V
TEST(Pose, KnownNumbers) {
  const Pose<double> z{{{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}}, {1, 0, 0}};
  EXPECT_EQ(z.at({2, 0, 5}), (Vector3<double>{1, 2, 5}));
  EXPECT_EQ(inverse(z).position, (Vector3<double>{0, 1, 0}));
  EXPECT_EQ(compose(z, z).position, (Vector3<double>{1, 1, 0}));
}

}  // namespace
}  // namespace kinemate
