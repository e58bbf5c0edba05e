#include "formalism/methods/lagrange.h"

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class LagrangeTest : public ModelTest {};

TEST_F(LagrangeTest, AgreesWithKaneOnTheExamplesExactly) {
  for (const char* name : {"cardan_double_pendulum", "disc_guided_mass", "lagr_pendulum", "rotor", "planar_pendulum"}) {
    const Reading reading = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml");
    const Kinematics kinematics = compute_kinematics(reading.model);
    const Equations kane = derive_by_kane(reading.model, kinematics),
                    lagrange = derive_by_lagrange(reading.model, kinematics);
    for (std::size_t i = 0; i < kane.mass.size(); ++i) EXPECT_TRUE(is_zero(kane.mass[i] - lagrange.mass[i])) << name;
    for (std::size_t i = 0; i < kane.bias.size(); ++i) EXPECT_TRUE(is_zero(kane.bias[i] - lagrange.bias[i])) << name;
  }
}

TEST_F(LagrangeTest, DirectionsThatAreFewerThanCoordinatesAreRefused) {
  const Model model = machine(R"(
bodies: {knife: {mass: 1}}
joints:
  blade: {type: custom, from: world, to: knife, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]],
          speeds: [v, w], free_directions: [[0, 0, 0, cos(a), sin(a), 0], [0, 0, 1, 0, 0, 0]]}
)");
  try {
    derive_by_lagrange(model, compute_kinematics(model));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "joint blade has fewer directions than coordinates");
  }
}

}  // namespace
}  // namespace kinemate
