#include "study/simulation/machine_system.h"

#include <gtest/gtest.h>

#include "study/programs/machine_program.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class MachineSystemTest : public StudyTest {};

MachinePrograms programs_of(const Model& model) {
  const auto quiet = [](const std::string&) {};
  ProgramRequest request;
  request.purpose = Purpose::kOde;
  const ProgramSource source = prepare_for_program(model, request, quiet);
  MachinePrograms programs;
  programs.rates = make_machine_program(model, request, quiet);
  request.purpose = Purpose::kJacobian;
  programs.jacobian = make_machine_program(model, request, quiet);
  programs.coordinates = source.rates.coordinates.size();
  programs.speeds = source.kinematics.speeds.size();
  for (std::size_t i = 0; i < programs.coordinates + programs.speeds; ++i) programs.names.push_back("x");

  return programs;
}

TEST_F(MachineSystemTest, RatesAndJacobianAreThoseOfTheMachine) {
  MachineSystem system(programs_of(machine(kPendulum)));
  const std::vector<double> x = {0.3, 2};
  std::vector<double> rates(2), columns(4);
  ASSERT_TRUE(system.rhs(0, x, rates));
  EXPECT_DOUBLE_EQ(rates[0], 2);
  EXPECT_NEAR(rates[1], -9.81 * std::sin(0.3), 1e-14);
  EXPECT_NEAR(system.accelerations(0, x)[0], rates[1], 1e-15);
  ASSERT_TRUE(system.jacobian(0, x, columns));
  EXPECT_NEAR(columns[1], -9.81 * std::cos(0.3), 1e-13);  // by phi, column 0
  EXPECT_DOUBLE_EQ(columns[2], 1);
  EXPECT_EQ(system.shape().positions, std::vector<std::size_t>{0});
}

TEST_F(MachineSystemTest, StatesWithoutAValueAreTold) {
  MachineSystem system(programs_of(machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: sqrt(x)}}
)")));
  std::vector<double> rates(2);
  EXPECT_TRUE(system.rhs(0, std::vector<double>{1, 0}, rates));
  EXPECT_FALSE(system.rhs(0, std::vector<double>{-1, 0}, rates));
}

}  // namespace
}  // namespace kinemate
