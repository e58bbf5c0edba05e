#include "loops/named_closing.h"

#include <set>

#include "loops/closed_kinematics.h"
#include "loops/loop_machines.h"
#include "loops/whole_machine.h"
#include "model/load_terms.h"

namespace kinemate {
namespace {

class NamedClosingTest : public ModelTest {};

std::vector<std::string> names_of(const NamedClosing& named) {
  std::vector<std::string> names;
  for (const ClosingName& name : named.names) names.push_back(to_text(name.symbol));
  return names;
}

TEST_F(NamedClosingTest, NamesOfOneFreedom) {
  const Model model = example_machine("four_bar");
  const NamedClosing named = name_closing(model, compute_closed_kinematics(model));
  const std::vector<std::string> names = names_of(named);
  for (const char* expected : {"Ic_psi", "psi'", "xi_psi"})
    EXPECT_EQ(std::count(names.begin(), names.end(), expected), 1) << expected;
  for (const ClosingName& name : named.names) {
    if (to_text(name.symbol) == "psi'") {
      EXPECT_EQ(to_text(name.formula), "Ic_psi*phi'");
    }
  }
}

// With the names put in, one after the other, the kinematics is the one without them.
TEST_F(NamedClosingTest, StandForWhatTheyReplace) {
  std::mt19937_64 random(1);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics closed = compute_closed_kinematics(model);
    const NamedClosing named = name_closing(model, closed);
    const WholeMachine whole(model);
    const Values state = whole.random_state(random);
    // only what is independent is given; every name from those before it
    Values values = state;
    for (Expr s : closed.closing->conditions.speeds)
      if (std::find(closed.speeds.begin(), closed.speeds.end(), s) == closed.speeds.end()) values.erase(s);
    std::set<std::string> seen;
    for (const ClosingName& name : named.names) {
      EXPECT_TRUE(seen.insert(to_text(name.symbol)).second) << to_text(name.symbol) << " stands twice";
      values[name.symbol] = evaluate(with_sample_functions({&name.formula, 1}), values)[0];
      if (name.kind == ClosingName::Kind::kSpeed) {
        EXPECT_NEAR(values[name.symbol], state.at(name.symbol), 1e-10) << to_text(name.symbol);
      }
    }
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
      for (std::size_t k = 0; k < 3; ++k) {
        const BodyMotion &with = named.kinematics.bodies[b], &without = closed.bodies[b];
        const std::vector<double> a = evaluate(
            with_sample_functions(std::vector<Expr>{with.twist.linear[k], with.bias.linear[k], with.bias.angular[k]}),
            values);
        const std::vector<double> c =
            evaluate(with_sample_functions(
                         std::vector<Expr>{without.twist.linear[k], without.bias.linear[k], without.bias.angular[k]}),
                     values);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], c[i], 1e-9 * std::max(1.0, std::abs(c[i])));
      }
  }
}

// Loads along speeds that follow act on independent ones, though the speeds are symbols.
TEST_F(NamedClosingTest, LoadsAlongSpeedsThatFollow) {
  const Model model = machine(R"(
parameters: {r: 0.1, l: 0.3, c: 100}
inputs: [F]
bodies: {crank: {mass: 1, inertia: {yy: 0.1, zz: 0.1}}, rod: {mass: 1, inertia: {yy: 0.1, zz: 0.1}}, piston: {mass: 1}}
joints:
  j1: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  j2: {type: revolute, axis: z, from: {body: crank, at: [r, 0, 0]}, to: rod, coordinate: a}
  j3: {type: revolute, axis: z, from: {body: rod, at: [l, 0, 0]}, to: piston, coordinate: b}
  j4: {type: prismatic, axis: x, from: world, to: piston, coordinate: s}
loads:
  gas: {type: joint, joint: j4, effort: F - c*s'}
  rubber: {type: torsion, coordinate: a, stiffness: 3, angle: 0.2, damping: 4}
independent: [phi]
initial: {phi: 0.5, a: -0.66, s: 0.38}
)");
  const NamedClosing named = name_closing(model, compute_closed_kinematics(model));
  const auto effort = [&](std::size_t load) {
    const std::vector<SpeedEffort> efforts = compute_load_terms(model, named.kinematics, model.loads[load]).efforts;
    Expr sum;
    for (const SpeedEffort& one : efforts) {
      EXPECT_EQ(one.speed, parse("phi'"));
      sum += one.effort;
    }
    return sum;
  };
  EXPECT_TRUE(test_zero(effort(0) - parse("Ic_s*(F - c*s')")).zero) << to_text(effort(0));
  EXPECT_TRUE(test_zero(effort(1) - parse("-Ic_a*(3*(a - 1/5) + 4*a')")).zero) << to_text(effort(1));
}

TEST_F(NamedClosingTest, NamesThatAreTakenGetATail) {
  Model model = example_machine("four_bar");
  model.parameters.push_back({"Ic_psi", Expr(3), "", ""});
  const std::vector<std::string> names = names_of(name_closing(model, compute_closed_kinematics(model)));
  EXPECT_EQ(std::count(names.begin(), names.end(), "Ic_psi"), 0);
  EXPECT_EQ(std::count(names.begin(), names.end(), "Ic_psi_"), 1);
}

TEST_F(NamedClosingTest, SeveralFreedomsAndDrifts) {
  const Model model = loop_machine("gear in a loop");  // t/3 in an equation: a drift
  const std::vector<std::string> names = names_of(name_closing(model, compute_closed_kinematics(model)));
  EXPECT_TRUE(std::any_of(names.begin(), names.end(), [](const std::string& n) { return n.starts_with("eta_"); }));
  const Model rods = loop_machine("RSSR");
  const std::vector<std::string> of_two = names_of(name_closing(rods, compute_closed_kinematics(rods)));
  EXPECT_TRUE(std::any_of(of_two.begin(), of_two.end(), [](const std::string& n) { return n.starts_with("Ic_b1_"); }));
}

}  // namespace
}  // namespace kinemate
