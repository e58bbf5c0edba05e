#include "loops/named_closing.h"

#include <set>

#include "loops/closed_kinematics.h"
#include "loops/loop_machines.h"
#include "loops/whole_machine.h"

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
