#include "formalism/methods/recursive_form.h"

#include "expr/count.h"
#include "expr/graph.h"
#include "formalism/fixture.h"
#include "formalism/methods/recursive.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class RecursiveFormTest : public ModelTest {
 protected:
  static Model example(const std::string& name) {
    return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
  }
};

// The names put in again, the equations are those that were derived without.
TEST_F(RecursiveFormTest, IsTheSameEquations) {
  std::mt19937_64 random(3);
  for (const char* name :
       {"planar_pendulum", "cardan_double_pendulum", "cart_pendulums", "puma_560", "lagr_pendulum"}) {
    SCOPED_TRACE(name);
    const Model model = example(name);
    const Kinematics kinematics = compute_kinematics(model);
    const RecursiveForm form = write_recursive_form(model, kinematics);
    const Equations plain = derive_by_recursion(model, kinematics);
    Substitution names;
    for (const RecursionStep& step : form.steps) {
      EXPECT_FALSE(names.symbols.contains(step.symbol));
      names.symbols.emplace(step.symbol, substitute(step.formula, names));
    }
    std::vector<Expr> found = form.mass, expected = plain.mass;
    found.insert(found.end(), form.bias.begin(), form.bias.end());
    expected.insert(expected.end(), plain.bias.begin(), plain.bias.end());
    for (Expr& formula : found) formula = substitute(formula, names);
    const Values state = random_state(model, kinematics, random);
    const std::vector<double> a = evaluate(with_sample_functions(found), state),
                              b = evaluate(with_sample_functions(expected), state);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12 * (1 + std::abs(b[i])));
  }
}

// A line holds one step from a link to the next, whatever the machine's size.
TEST_F(RecursiveFormTest, EveryLineIsShort) {
  const Model model = example("seven_axis_arm");
  for (const RecursionStep& step : write_recursive_form(model, compute_kinematics(model)).steps) {
    double operations = 0;
    const Graph graph({&step.formula, 1});
    for (std::size_t i = 0; i < graph.size(); ++i) operations += graph.operands(i).empty() ? 0 : 1;
    EXPECT_LE(operations, 60) << to_text(step.symbol);
  }
}

TEST_F(RecursiveFormTest, NamesSayWhatTheyAre) {
  const Model model = example("planar_pendulum");
  const RecursiveForm form = write_recursive_form(model, compute_kinematics(model));
  std::set<std::string> names;
  for (const RecursionStep& step : form.steps) names.insert(std::string(step.symbol.name()));
  EXPECT_TRUE(names.contains(model.bodies[2].name + "_wz"));
  EXPECT_TRUE(names.contains(model.bodies[2].name + "_fx"));
  EXPECT_TRUE(names.contains(model.bodies[1].name + "_Izz"));
}

}  // namespace
}  // namespace kinemate
