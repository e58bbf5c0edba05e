#include "formalism/links/loop_inertia.h"

#include "expr/normal/sample_functions.h"
#include "formalism/fixture.h"
#include "formalism/links/link_system.h"
#include "formalism/links/macro_links.h"
#include "formalism/macro_machines.h"
#include "loops/closed_kinematics.h"
#include "loops/whole_machine.h"
#include "model/specialise.h"

namespace kinemate {
namespace {

class LoopInertiaTest : public ModelTest {};

// A rod of mass 2 between two pins, 3 apart, and a rocker.
constexpr const char* kPinnedRod = R"(
bodies:
  crank: {mass: 1, center: [0.5, 0, 0], inertia: {yy: 0.1, zz: 0.1}}
  rod: {mass: 2, center: [1.2, 0.5, 0.25], inertia: {xx: 0.1, yy: 0.3, zz: 0.3}}
  rocker: {mass: 4, center: [0.5, 0, 0], inertia: {yy: 0.5, zz: 0.5}}
joints:
  j: {type: revolute, axis: z, from: world, to: crank, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: crank, at: [1, 0, 0]}, to: rod, coordinate: q2}
  l: {type: revolute, axis: z, cut: true, from: {body: rod, at: [3, 0, 0]}, to: {body: rocker, at: [2, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [3, 0, 0]}, to: rocker, coordinate: q4}
initial: {q1: 1.2, q4: 1.4}
)";

TEST_F(LoopInertiaTest, RodKeepsNoMomentTowardsItsSecondPin) {
  const Model model = machine(kPinnedRod);
  const Kinematics kinematics = compute_kinematics(model);
  MachineLinks links = make_links(model, kinematics);
  const MachineLinks before = links;
  move_mass_over_pins(model, kinematics.tree, links);
  const std::size_t rod = links.link_of[find_body(model, "rod")], rocker = links.link_of[find_body(model, "rocker")];
  EXPECT_EQ(links.links[rod].inertia.mass, parse("6/5"));  // 2 - 2*1.2/3
  EXPECT_EQ(links.links[rod].inertia.moment, (Vector{Expr(0), Expr(1), parse("1/2")}));
  EXPECT_EQ(links.links[rocker].inertia.mass, parse("24/5"));
  EXPECT_EQ(links.links[rocker].inertia.moment.x, parse("2 + 2*4/5"));
  EXPECT_EQ(links.links[links.link_of[find_body(model, "crank")]].inertia,
            before.links[links.link_of[find_body(model, "crank")]].inertia);
}

TEST_F(LoopInertiaTest, AccelerationsStay) {
  int changed = 0, compared = 0;
  for (const LoopMachine& one : kMacroMachines) {
    const Model model = specialise(macro_machine(one.name), {{}, std::vector<std::string>{}});
    const Kinematics kinematics = compute_closed_kinematics(model);
    if (!kinematics.closing || find_foreign_motion(model, kinematics)) continue;
    const Kinematics& tree = kinematics.closing->tree;
    MachineLinks links = make_links(model, tree);
    const auto accelerations = [&] {
      const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
      return with_sample_functions(compute_macro_accelerations(model, kinematics, links, system));
    };
    const std::vector<Expr> before = accelerations();
    move_mass_over_pins(model, kinematics.tree, links);
    const std::vector<Expr> after = accelerations();
    changed += before == after ? 0 : 1;
    const WholeMachine whole(model);
    std::mt19937_64 random(1);
    for (unsigned trial = 0; trial < 5; ++trial) {
      const Values values = whole.random_state(random);
      const std::vector<double> a = evaluate(before, values), b = evaluate(after, values);
      double size = 0;
      for (double x : a) size = std::max(size, std::abs(x));
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * size) << one.name;
      ++compared;
    }
  }
  EXPECT_GE(changed, 4);
  EXPECT_GE(compared, 20);
}

}  // namespace
}  // namespace kinemate
