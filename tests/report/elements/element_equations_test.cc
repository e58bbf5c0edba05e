// Equations of single elements by hand; whole machines are in modelica_elements_test.cc.
#include "report/elements/element_equations.h"

#include "expr/evaluate.h"
#include "model/fixture.h"
#include "recursion/singular_column.h"

namespace kinemate {
namespace {

class ElementEquationsTest : public ModelTest {
 protected:
  struct Machine {
    explicit Machine(const std::string& text)
        : model(machine(text)),
          kinematics(compute_kinematics(model)),
          links(make_links(model, kinematics)),
          system(make_formula_system(links, choose_axes(links, AxesRule::kTurned))) {}

    ElementMaker maker(std::unordered_set<std::string> taken = {}) const {
      return ElementMaker(links, system, kinematics.bodies[kWorld], std::move(taken));
    }

    Model model;
    Kinematics kinematics;
    MachineLinks links;
    FormulaSystem system;
  };

  // Equations are assignments one after the other, except for what is given.
  static Values run(const ElementEquations& element, const std::map<std::string, double>& given) {
    Values values;
    for (const auto& [name, value] : given) values[name == "s'" ? make_symbol("s", 1) : make_symbol(name)] = value;
    for (const ElementEquation& equation : element.equations) values[equation.left] = evaluate(equation.right, values);
    return values;
  }

  static double at(const Values& values, const char* name) { return values.at(make_symbol(name)); }

  static std::string text_of(const ElementEquations& element) {
    std::string text;
    for (const ElementEquation& equation : element.equations)
      text += fmt::format("{} = {}\n", to_text(equation.left), to_text(equation.right));
    return text;
  }
};

TEST_F(ElementEquationsTest, WhatInterfacesExchange) {
  const InterfaceNames names = interface_names();
  ASSERT_EQ(names.potentials.size(), 24u);
  EXPECT_EQ(names.potentials.front(), "R11");
  EXPECT_EQ(names.potentials[9], "r1");
  EXPECT_EQ(names.potentials[12], "y1");
  EXPECT_EQ(names.potentials.back(), "x6");
  ASSERT_EQ(names.flows.size(), 27u);
  EXPECT_EQ(names.flows[6], "M22");
  EXPECT_EQ(names.flows.back(), "l6");
}

// A point mass on a rail along z: the rail feels its mass across, not along; the force along goes into the motion.
const char* const kSlider = R"(
parameters: {m: , F: }
bodies: {block: {mass: m}}
joints: {rail: {type: prismatic, axis: z, from: world, to: block, coordinate: s}}
loads: {push: {type: joint, joint: rail, effort: F}}
)";

TEST_F(ElementEquationsTest, ASliderByHand) {
  const Machine slider(kSlider);
  const ElementEquations element = slider.maker().make_body({0}, ElementMaker::Role::kLeaf);
  std::map<std::string, double> given = {{"m", 2}, {"F", 6}, {"s", 0.5}, {"s'", 3}};
  for (const std::string& name : interface_names().potentials) given["primary." + name] = 0;
  given["primary.R11"] = given["primary.R22"] = given["primary.R33"] = 1;
  given["primary.y1"] = 0.7;  // about x
  given["primary.x6"] = 9.81;
  const Values values = run(element, given);
  // ṡ against free fall: F/m − g + the centrifugal part ω² s
  ASSERT_EQ(element.accelerations.size(), 1u);
  EXPECT_EQ(element.accelerations[0].speed, 0u);
  EXPECT_NEAR(evaluate(element.accelerations[0].value, values), 6.0 / 2 - 9.81 + 0.49 * 0.5, 1e-14);
  // what it is to its carrier: mass across the rail, at the height s
  EXPECT_NEAR(at(values, "primary.M44"), 2, 1e-14);
  EXPECT_NEAR(at(values, "primary.M55"), 2, 1e-14);
  EXPECT_NEAR(at(values, "primary.M66"), 0, 1e-14);
  EXPECT_NEAR(at(values, "primary.M11"), 2 * 0.25, 1e-14);
  EXPECT_NEAR(at(values, "primary.M15"), -2 * 0.5, 1e-14);
  EXPECT_NEAR(at(values, "primary.M24"), 2 * 0.5, 1e-14);
  // loads: the rail is pushed back by F, and across by Coriolis 2 ω ṡ
  EXPECT_NEAR(at(values, "primary.l6"), -6, 1e-14);
  EXPECT_NEAR(at(values, "primary.l5"), 2 * 2 * 0.7 * 3, 1e-13);
  EXPECT_NEAR(at(values, "primary.l1"), -0.5 * 2 * 2 * 0.7 * 3, 1e-13);
}

// A leaf is a carrier on which nothing hangs.
TEST_F(ElementEquationsTest, ALeafIsACarrierWithoutALoad) {
  const Machine slider(kSlider);
  const ElementEquations leaf = slider.maker().make_body({0}, ElementMaker::Role::kLeaf);
  const ElementEquations carrier = slider.maker().make_body({0}, ElementMaker::Role::kCarrier);
  EXPECT_EQ(text_of(leaf).find("secondary"), std::string::npos);
  std::map<std::string, double> given = {{"m", 2}, {"F", 6}, {"s", 0.5}, {"s'", 3}};
  double next = 0.1;
  for (const std::string& name : interface_names().potentials) given["primary." + name] = next += 0.1;
  std::map<std::string, double> with_flows = given;
  for (const std::string& name : interface_names().flows) with_flows["secondary." + name] = 0;
  const Values of_leaf = run(leaf, given), of_carrier = run(carrier, with_flows);
  for (const std::string& name : interface_names().flows) {
    const std::string flow = "primary." + name;
    EXPECT_NEAR(at(of_leaf, flow.c_str()), at(of_carrier, flow.c_str()), 1e-13) << name;
  }
  EXPECT_NEAR(evaluate(leaf.accelerations[0].value, of_leaf), evaluate(carrier.accelerations[0].value, of_carrier),
              1e-13);
  // its own frame: shifted along z, with the velocity that comes from the turn
  EXPECT_NEAR(at(of_carrier, "secondary.r3"), given["primary.r3"] + 0.5 * given["primary.R33"], 1e-13);
  EXPECT_NEAR(at(of_carrier, "secondary.y4"), given["primary.y4"] + 0.5 * given["primary.y2"], 1e-13);
  EXPECT_NEAR(at(of_carrier, "secondary.y6"), given["primary.y6"] + 3, 1e-13);
  EXPECT_NEAR(at(of_carrier, "secondary.x1"), given["primary.x1"], 1e-13);
}

TEST_F(ElementEquationsTest, TheWorldHasItsMotionAndGravity) {
  const Machine moving(
      "gravity: [0, 0, -9]\nbase: {position: [t^2, 0, 0], rotation: [[z, 2*t]]}\n"
      "bodies: {a: {mass: 1}}\njoints: {j: {type: fixed, from: world, to: a}}\n");
  const ElementEquations world = moving.maker().make_world();
  EXPECT_TRUE(world.variables.empty());
  const Values values = run(world, {{"t", 0}});
  EXPECT_NEAR(at(values, "secondary.R11"), 1, 1e-15);
  EXPECT_NEAR(at(values, "secondary.y3"), 2, 1e-15);
  EXPECT_NEAR(at(values, "secondary.x4"), 2, 1e-15);
  EXPECT_NEAR(at(values, "secondary.x6"), 9, 1e-15);
  EXPECT_EQ(world.equations.size(), interface_names().potentials.size());
}

TEST_F(ElementEquationsTest, NamesOfTheMachineStayFree) {
  const Machine slider(kSlider);
  const ElementEquations free = slider.maker().make_body({0}, ElementMaker::Role::kLeaf);
  ASSERT_FALSE(free.variables.empty());
  std::unordered_set<std::string> names;
  for (Expr variable : free.variables) names.insert(to_text(variable));
  const ElementEquations other = slider.maker(names).make_body({0}, ElementMaker::Role::kLeaf);
  ASSERT_EQ(other.variables.size(), free.variables.size());
  for (std::size_t i = 0; i < free.variables.size(); ++i)
    EXPECT_EQ(to_text(other.variables[i]), to_text(free.variables[i]) + "_");
}

// Each variable is defined once, before it is used, and used; nothing is zero under a name.
TEST_F(ElementEquationsTest, NothingIsWrittenInVain) {
  const Machine arm(R"(
parameters: {l: }
bodies:
  upper: {mass: 2, center: [l/2, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
  lower: {mass: 1, center: [l/3, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
joints:
  shoulder: {type: universal, axes: [x, y], from: world, to: upper, coordinates: [a, b]}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [l, 0, 0]}, to: lower, coordinate: c}
)");
  for (const std::size_t body : {1u, 2u}) {
    std::vector<std::size_t> chain;
    const std::size_t end = body == 1 ? kBase : arm.links.link_of[1];
    for (std::size_t at = arm.links.link_of[body]; at != end; at = arm.links.links[at].carrier) chain.push_back(at);
    std::reverse(chain.begin(), chain.end());
    const ElementEquations element =
        arm.maker().make_body(chain, body == 1 ? ElementMaker::Role::kCarrier : ElementMaker::Role::kLeaf);
    std::unordered_set<Expr> defined, used;
    const std::unordered_set<Expr> own(element.variables.begin(), element.variables.end());
    for (const ElementEquation& equation : element.equations) {
      for (Expr symbol : free_symbols(equation.right)) {
        EXPECT_TRUE(!own.contains(symbol) || defined.contains(symbol)) << to_text(symbol);
        used.insert(symbol);
      }
      EXPECT_FALSE(own.contains(equation.left) && is_zero(equation.right)) << to_text(equation.left);
      EXPECT_TRUE(defined.insert(equation.left).second) << to_text(equation.left);
    }
    for (const ElementAcceleration& rate : element.accelerations)
      for (Expr symbol : free_symbols(rate.value)) used.insert(symbol);
    for (Expr variable : own) EXPECT_TRUE(defined.contains(variable) && used.contains(variable)) << to_text(variable);
    EXPECT_EQ(element.accelerations.size(), body == 1 ? 2u : 1u);
  }
}

TEST_F(ElementEquationsTest, AMotionWithoutInertiaIsRefused) {
  const Machine empty(
      "bodies: {a: {mass: 0}}\njoints: {j: {type: revolute, axis: x, from: world, to: a, coordinate: q}}\n");
  EXPECT_THROW(empty.maker().make_body({0}, ElementMaker::Role::kLeaf), SingularColumn);
  EXPECT_NO_THROW(empty.maker().make_body({0}, ElementMaker::Role::kCarrier));  // what it carries may have some
}

}  // namespace
}  // namespace kinemate
