#include "study/programs/program_arrays.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class ProgramArraysTest : public ModelTest {};

TEST_F(ProgramArraysTest, EntriesSayWhatTheyAre) {
  const Model model = machine(R"(name: pendulum
parameters: {m: {value: 2, remark: of the rod}}
bodies: {rod: {mass: m, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {lag: {type: joint, joint: hinge, effort: z, states: {z: -z}}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  ProgramSource source{
      model, kinematics, compute_rates(kinematics), model.loads[0].states, make_equations(kinematics.speeds), {}};
  const std::vector<Expr> x = state_of(source);
  const Array state = make_array(source, "x", "state", x);
  ASSERT_EQ(state.entries.size(), 3u);
  EXPECT_EQ(state.entries[0].name, "phi");
  EXPECT_EQ(state.entries[0].meaning, "coordinate of joint hinge");
  EXPECT_EQ(state.entries[1].name, "phi'");
  EXPECT_EQ(state.entries[1].meaning, "speed of joint hinge");
  EXPECT_EQ(state.entries[2].meaning, "state of load lag");
  const Array rates = make_rate_array(source, "dx", "rates", x);
  EXPECT_EQ(rates.entries[1].name, "phi''");
  EXPECT_EQ(rates.entries[2].name, "z'");
  EXPECT_EQ(rates.entries[2].meaning, "rate of the state of load lag");
  EXPECT_EQ(make_array(source, "p", "", std::vector{make_symbol("m")}).entries[0].meaning, "of the rod");
}

TEST_F(ProgramArraysTest, BaseParametersSayWhatIsInThem) {
  const Expr cz = make_symbol("rod_cz"), m = make_symbol("tip_m");
  ProgramSource source;
  source.base.standard = {{cz, 1, 3, Expr(0)}, {m, 2, 0, Expr(1)}};
  Expr endless = cz;
  for (int i = 0; i < 400; ++i) endless = endless * endless + m;
  source.base.base = {{make_symbol("rod_czR"), 0, 3, cz - Expr(2) * m, Expr(0)},
                      {make_symbol("long"), 0, 4, endless, Expr(0)}};
  const Array b = make_array(source, "b", "", std::vector{make_symbol("rod_czR"), make_symbol("long")});
  EXPECT_EQ(b.entries[0].meaning, "rod_cz - 2*tip_m");
  EXPECT_EQ(b.entries[1].meaning, "with what the bodies behind it add");
}

TEST_F(ProgramArraysTest, MatricesRowByRow) {
  const Array matrix = make_matrix_array("M", "", 2, 3);
  ASSERT_EQ(matrix.entries.size(), 6u);
  EXPECT_EQ(matrix.entries[2].name, "M(1,3)");
  EXPECT_EQ(matrix.entries[3].name, "M(2,1)");
}

}  // namespace
}  // namespace kinemate
