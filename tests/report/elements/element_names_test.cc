#include "report/elements/element_names.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class ElementNamesTest : public ModelTest {};

const char* const kMachine = R"(
parameters: {m: 1, primary: 2, q_dot: 3, end: 4}
inputs: [u]
bodies: {a: {mass: m}, b: {mass: open}}
joints:
  j: {type: revolute, axis: x, from: world, to: a, coordinate: q}
  k: {type: spherical, sequence: euler_parameters, from: a, to: b, coordinates: [p0, p1, p2, p3]}
loads: {motor: {type: joint, joint: j, effort: u + z, states: {z: -z}}}
)";

TEST_F(ElementNamesTest, NamesThatModelicaTakes) {
  const Model model = machine(kMachine);
  const ElementNames names(model, compute_kinematics(model));
  const std::pair<const char*, const char*> table[] = {
      {"t", "time"},
      {"m", "m"},
      {"q", "q"},
      {"open", "open"},
      {"u", "u"},
      {"z", "z"},
      {"p0", "p0"},
      {"q'", "q_dot_2"},  // a parameter is called q_dot
      {"q''", "q_ddot"},
      {"end", "'end'"},          // a word of Modelica
      {"primary", "primary_2"},  // interfaces are called so
  };
  for (const auto& [symbol, expected] : table) EXPECT_EQ(names.name(parse(symbol)), expected) << symbol;
  EXPECT_EQ(names.formula(parse("q'^2*sin(q)*primary + t")), "time + q_dot_2^2*sin(q)*primary_2");
  for (const char* name : {"primary", "secondary", "time", "q", "q_dot", "q_dot_2", "q_ddot", "m", "z"})
    EXPECT_TRUE(names.all().contains(name)) << name;
}

TEST_F(ElementNamesTest, NewNamesAreOtherOnes) {
  const Model model = machine(kMachine);
  ElementNames names(model, compute_kinematics(model));
  EXPECT_EQ(names.unique("m"), "m_2");
  EXPECT_EQ(names.unique("m"), "m_3");
  EXPECT_EQ(names.unique("a b"), "a_b");
  EXPECT_EQ(names.unique("secondary"), "secondary_2");
}

TEST_F(ElementNamesTest, SymbolsOfTheMachineInFormulas) {
  const Model model = machine(kMachine);
  const ElementNames names(model, compute_kinematics(model));
  const Expr formulas[] = {parse("m*q'' + t*open"), parse("u + foreign*q + z")};
  const auto texts = [&](ElementNames::Kind kind) {
    std::set<std::string> found;
    for (Expr symbol : names.used(formulas, kind)) found.insert(to_text(symbol));
    return found;
  };
  EXPECT_EQ(texts(ElementNames::Kind::kParameter), (std::set<std::string>{"m", "open"}));
  EXPECT_EQ(texts(ElementNames::Kind::kVariable), (std::set<std::string>{"q", "q''", "u", "z"}));
}

}  // namespace
}  // namespace kinemate
