#include "recursion/algorithms/handle.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

// A link that moves freely along x, of mass 2, between its carrier and what hangs on it: 3 kg that are pushed by 5 N.
TEST(Handle, Slide) {
  Handle handle;
  handle.tips.resize(1);
  for (std::size_t k = 0; k < 6; ++k)
    if (k != 3) component(handle.tips[0].through[k], k) = 1;
  handle.compliance.assign(36, 0);
  handle.compliance[3 * 6 + 3] = 0.5;
  handle.tips[0].drift[3] = 0.25;  // pushed by 0.5 N itself
  handle.hanging.inertia = make_articulated(RigidInertia<double>{2, {}, {}});
  handle.hanging.inertia.linear.xx = 0;
  const Hanging mass{make_articulated(RigidInertia<double>{3, {}, {}}), {{}, {5, 0, 0}}};
  const ClosedHandle closed = close(handle, {mass});
  EXPECT_EQ(closed.hanging.inertia.linear, (Symmetric3<double>{0, 5, 5, 0, 0, 0}));
  EXPECT_EQ(closed.hanging.load, Load<double>());
  const Acceleration<double> x = move_tip(closed.tips[0], {{}, {1, 2, 3}});
  EXPECT_DOUBLE_EQ(x.linear.x, 5.5 / 5);
  EXPECT_DOUBLE_EQ(x.linear.y, 2);
  EXPECT_DOUBLE_EQ(x.linear.z, 3);
}

TEST(Handle, WithoutTips) {
  Handle handle;
  handle.hanging.load.force.x = 4;
  EXPECT_EQ(close(handle, {}).hanging.load.force.x, 4);
}

}  // namespace
}  // namespace kinemate
