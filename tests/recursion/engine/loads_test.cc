#include "recursion/engine/loads.h"

#include <gtest/gtest.h>

#include "recursion/engine_fixture.h"

namespace kinemate {
namespace {

using LinkKind = EngineLink::Kind;

TEST(EngineLoads, CarryAHangingWeight) {
  // a mass of 2 on a fixed arm of 3: force up, torque about the arm's root
  EngineLink arm, weight;
  arm.kind = weight.kind = LinkKind::kFixed;
  weight.carrier = 0;
  weight.near.position = {3, 0, 0};
  weight.inertia = make_rigid_inertia<double>(2, {}, {});
  const std::vector<double> base = {0, 0, 0, 0, 0, 0, 0, 0, 10};  // less gravity: upward
  const EngineLoads found = compute_engine_loads({arm, weight}, {.base = base});
  EXPECT_EQ(found.loads[1].force, (Vector3<double>{0, 0, 20}));
  EXPECT_EQ(found.loads[0].force, (Vector3<double>{0, 0, 20}));
  EXPECT_EQ(found.loads[0].torque, (Vector3<double>{0, -60, 0}));
  EXPECT_EQ(found.accelerations[1].linear, (Vector3<double>{0, 0, 10}));
}

TEST(EngineLoads, HaveTheEffortsOfTheEngineAlongTheColumns) {
  MachineMaker maker(1);
  for (int machine = 0; machine < 50; ++machine) {
    std::vector<EngineLink> links;
    for (std::size_t i = 0; i < 9; ++i) {
      const LinkKind kind =
          std::array{LinkKind::kTurn, LinkKind::kSlide, LinkKind::kFixed, LinkKind::kGeneral}[maker.below(4)];
      links.push_back(maker.link(i == 0 ? EngineLink::kBase : maker.below(i), kind));
    }
    const Engine engine(links);
    EngineNumbers state = maker.state(links);
    EngineWorkspace workspace = engine.make_workspace();
    std::vector<double> efforts(engine.speed_count());
    engine.inverse(state.view(), workspace, efforts);
    const EngineLoads found = compute_engine_loads(links, state.view());
    std::size_t speed = 0;
    const double* joint = state.joints.data();
    for (std::size_t i = 0; i < links.size(); ++i) {
      const plain::JointMotion motion = plain::make_joint(links[i], state, speed, joint);
      Eigen::Matrix<double, 6, 1> load;
      load << plain::eigen(found.loads[i].torque), plain::eigen(found.loads[i].force);
      for (Eigen::Index j = 0; j < motion.columns.cols(); ++j, ++speed)
        EXPECT_NEAR(motion.columns.col(j).dot(load), efforts[speed], 1e-11 * (1 + load.norm()));
    }
  }
}

}  // namespace
}  // namespace kinemate
