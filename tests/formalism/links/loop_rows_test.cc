#include "formalism/links/loop_rows.h"

#include "expr/graph.h"
#include "formalism/loop_fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class LoopRowsTest : public ModelTest {
 protected:
  static Model example(const std::string& name) {
    return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
  }

  struct Made {
    explicit Made(const Model& model, AxesRule rule = AxesRule::kTurned)
        : kinematics(compute_kinematics(model)),
          links(make_links(model, kinematics)),
          machine(make_formula_system(links, choose_axes(links, rule))),
          loops(make_loop_rows(model, kinematics.tree, links, machine)) {}
    Kinematics kinematics;
    MachineLinks links;
    FormulaSystem machine;
    LoopRows loops;
  };

  // B and γ are those of the second derivatives of the residuals, redundant ones left out.
  static void expect_second_derivatives(const Model& model, AxesRule rule, std::mt19937_64& random) {
    const Made made(model, rule);
    const Values values = random_closed_state(model, made.kinematics, random);
    std::vector<Expr> rates;
    for (Expr speed : made.kinematics.speeds) rates.push_back(make_symbol(speed.name(), speed.primes() + 1));
    const std::vector<Expr> residuals = loop_residuals(model, made.kinematics);
    const auto [J, bias] =
        linear_numbers(time_derivatives(made.kinematics, time_derivatives(made.kinematics, residuals)), rates, values);
    const CutRows rows = find_cut_rows(model, made.kinematics.tree);
    ASSERT_EQ(rows.redundant.size(), residuals.size());
    std::size_t next = 0;
    for (std::size_t r = 0; r < residuals.size(); ++r) {
      if (rows.redundant[r]) continue;
      const LoopRow& row = made.loops.rows[next++];
      EXPECT_EQ(row.condition.joint, rows.conditions[r].joint);
      const auto index = static_cast<Eigen::Index>(r);
      EXPECT_NEAR(evaluate(row.bias, values), bias[index], 1e-10 * (1 + largest(bias)));
      const std::vector<double> B = evaluate(made.machine.to_speeds(compute_loop_efforts(made.machine, row)), values);
      for (std::size_t k = 0; k < B.size(); ++k)
        EXPECT_NEAR(B[k], J(index, static_cast<Eigen::Index>(k)), 1e-11 * (1 + largest(J)));
    }
    EXPECT_EQ(next, made.loops.rows.size());
  }

  // A block on a turning arm keeps the world's axes, so that the loop behind it depends on how the arm stands.
  static Model upright_loop() {
    return machine(R"(gravity: [0, -10, 0]
base: {position: [sin(t), 0, 0], rotation: [[z, t/3]]}
bodies:
  arm:   &body {mass: 1, center: [0.5, 0.1, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
  block: *body
  rod:   *body
  strut: *body
joints:
  a: {type: revolute, axis: z, from: world, to: arm, coordinate: qa}
  b: {type: revolute, axis: z, from: {body: arm, at: [1, 0, 0], axes: world}, to: block, coordinate: qb}
  c: {type: revolute, axis: z, from: {body: block, at: [1, 0, 0]}, to: rod, coordinate: qc}
  d: {type: revolute, axis: z, from: {body: arm, at: [0, 1, 0]}, to: strut, coordinate: qd}
  e: {cut: true, type: revolute, axis: z, from: {body: rod, at: [0, 1, 0]}, to: {body: strut, at: [2, 0, 0]}, coordinate: qe}
initial: {qa: 0}
)");
  }
};

TEST_F(LoopRowsTest, SecondDerivatives) {
  std::mt19937_64 random(3);
  for (const char* name : {"four_bar", "slider_crank", "spatial_slider_crank", "excavator_arm", "bricard"}) {
    SCOPED_TRACE(name);
    for (AxesRule rule : {AxesRule::kTurned, AxesRule::kStillRuns})
      expect_second_derivatives(example(name), rule, random);
  }
}

TEST_F(LoopRowsTest, LinksThatKeepTheWorldsAxes) {
  std::mt19937_64 random(4);
  expect_second_derivatives(upright_loop(), AxesRule::kTurned, random);
}

// Joints before a loop have no part in it, and a plane loop has forces in its plane alone.
TEST_F(LoopRowsTest, CarriedLoopsAreByThemselves) {
  const Model model = example("excavator_arm");
  const Made made(model);
  ASSERT_EQ(made.loops.rows.size(), 10u);
  EXPECT_EQ(made.loops.redundant.size(), 5u);
  for (const LoopRow& row : made.loops.rows) {
    std::vector<Expr> formulas = compute_loop_efforts(made.machine, row);
    formulas.push_back(row.bias);
    for (Expr symbol : free_symbols(formulas)) EXPECT_NE(symbol.name(), "q_swing");
    for (const auto& [link, load] : row.loads) {
      const bool plane = load.force.x.is_zero() || load.force.y.is_zero() || load.force.z.is_zero();
      EXPECT_TRUE(plane) << link;
    }
  }
}

}  // namespace
}  // namespace kinemate
