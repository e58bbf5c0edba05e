#include "formalism/flat_loops.h"

#include "formalism/flatten.h"
#include "formalism/loop_fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

// A machine with everything that its loops are made of; ṡ are symbols with one prime more.
struct Loops {
  explicit Loops(Model of)
      : model(std::move(of)),
        kinematics(compute_kinematics(model)),
        links(make_links(model, kinematics)),
        system(make_formula_system(links, choose_axes(links, AxesRule::kTurned))),
        names(model, links, StepNames::Short::kNamed) {
    for (Expr speed : kinematics.speeds) rates.push_back(make_symbol(speed.name(), speed.primes() + 1));
    const std::vector<Expr> columns = system.to_columns(rates);
    motions = compute_motions<Expr>(system.system, system.base,
                                    with_accelerations<Expr>(system.system, system.joints, columns));
    equations = make_loop_equations(model, kinematics, links, system, motions, names);
  }

  // Formulas without the names of steps.
  Expr written_out(Expr formula) const {
    Substitution steps;
    for (const RecursionStep& step : names.steps) steps.symbols.emplace(step.symbol, substitute(step.formula, steps));
    return substitute(formula, steps);
  }

  Model model;
  Kinematics kinematics;
  MachineLinks links;
  FormulaSystem system;
  StepNames names;
  std::vector<Expr> rates;
  std::vector<LinkMotion<Expr>> motions;
  LoopEquations equations;
};

class FlatLoopsTest : public ModelTest {
 protected:
  static Model example(const std::string& name) {
    return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
  }
  // A block slides on a rod that turns: the loop is closed by a joint that moves, between bodies that turn.
  static Model quick_return() {
    return machine(R"(gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, center: [0.1, 0, 0], inertia: {yy: 0.1, zz: 0.1}}
  rod:   {mass: 2, center: [0.4, 0, 0], inertia: {yy: 0.3, zz: 0.3}}
  block: {mass: 0.5, center: [0.01, 0.02, 0], inertia: {yy: 0.05, zz: 0.05}}
joints:
  A0: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  B0: {type: revolute, axis: z, from: {body: world, at: [-0.3, 0, 0]}, to: rod, coordinate: psi}
  A:  {type: revolute, axis: z, from: {body: crank, at: [0.1, 0, 0]}, to: block, coordinate: alpha}
  C:  {cut: true, type: prismatic, axis: x, from: rod, to: block, coordinate: s}
initial: {phi: pi/2, psi: atan(1/3), alpha: atan(1/3) - pi/2}
)");
  }
  static std::vector<Model> machines() {
    return {example("four_bar"), example("slider_crank"), example("spatial_slider_crank"), example("andrews_squeezer"),
            quick_return()};
  }
  static std::string refused(const std::string& text) {
    try {
      Loops loops(machine(text));
    } catch (const Error& error) {
      return error.message + " | " + error.hint;
    }
    return "";
  }
};

TEST_F(FlatLoopsTest, TreesHaveNone) {
  const Loops loops(example("planar_pendulum"));
  EXPECT_TRUE(loops.equations.conditions.empty());
  EXPECT_TRUE(loops.names.steps.empty());
  EXPECT_EQ(loops.equations.on_links.size(), loops.links.links.size());
}

// A planar four-bar of spatial joints: two of the five conditions of a joint count.
TEST_F(FlatLoopsTest, RedundantConditionsAreLeftOut) {
  const Loops planar(example("four_bar"));
  EXPECT_EQ(planar.equations.conditions.size(), 2u);
  EXPECT_EQ(planar.equations.multipliers.size(), 2u);
  ASSERT_EQ(planar.equations.redundant.size(), 1u);
  EXPECT_EQ(planar.equations.redundant[0], planar.model.joints[planar.kinematics.tree.secondary[0]].name);
  EXPECT_EQ(to_text(planar.equations.multipliers[0]), planar.equations.redundant[0] + "_l1");
  const Loops spatial(example("spatial_slider_crank"));
  EXPECT_FALSE(spatial.equations.conditions.empty());
  EXPECT_TRUE(spatial.equations.redundant.empty());
}

// The conditions are the second derivatives of the residuals, some of them, in their order.
TEST_F(FlatLoopsTest, ConditionsAreSecondDerivatives) {
  std::mt19937_64 random(3);
  for (const Model& model : machines()) {
    SCOPED_TRACE(model.name);
    const Loops loops(model);
    Values values = random_closed_state(loops.model, loops.kinematics, random);
    const std::vector<Expr> residuals = loop_residuals(loops.model, loops.kinematics);
    for (Expr residual : residuals) EXPECT_NEAR(evaluate(residual, values), 0, 1e-10);
    const auto [J, bias] = linear_numbers(
        time_derivatives(loops.kinematics, time_derivatives(loops.kinematics, residuals)), loops.rates, values);
    std::uniform_real_distribution<double> number(-1, 1);
    Eigen::VectorXd rates(J.cols());
    for (Eigen::Index k = 0; k < rates.size(); ++k)
      rates[k] = values[loops.rates[static_cast<std::size_t>(k)]] = number(random);
    const Eigen::VectorXd all = J * rates + bias;
    Eigen::Index next = 0;
    for (Expr condition : loops.equations.conditions) {
      const double value = evaluate(loops.written_out(condition), values);
      while (next < all.size() && std::abs(all[next] - value) > 1e-9 * (1 + std::abs(value))) ++next;
      EXPECT_LT(next++, all.size()) << value;
    }
    const auto rank = Eigen::FullPivLU<Eigen::MatrixXd>(J).setThreshold(1e-9).rank();
    EXPECT_EQ(loops.equations.conditions.size(), static_cast<std::size_t>(rank));
    EXPECT_EQ(loops.equations.redundant.empty(), rank == J.rows());
  }
}

// The loads have the power of the multipliers on the rates of the residuals: for any speeds.
TEST_F(FlatLoopsTest, LoadsAreTheTransposeOfTheConditions) {
  for (const Model& model : machines()) {
    SCOPED_TRACE(model.name);
    const Loops loops(model);
    std::mt19937_64 random(8);
    Values values = random_closed_state(loops.model, loops.kinematics, random);
    std::uniform_real_distribution<double> number(-1, 1);
    for (Expr rate : loops.rates) values[rate] = number(random);
    // ∂(condition)/∂ṡ = Wᵀ J: multiplied by any ṡ = σ it is the rate of the residual for the speeds σ
    Expr of_conditions;
    for (std::size_t k = 0; k < loops.equations.conditions.size(); ++k) {
      values[loops.equations.multipliers[k]] = number(random);
      const Expr condition = loops.written_out(loops.equations.conditions[k]);
      for (Expr rate : loops.rates)
        of_conditions += loops.equations.multipliers[k] * differentiate(condition, rate) * rate;
    }
    // and the part of the accelerations with ṡ is the twist for the speeds σ
    Expr of_loads;
    for (std::size_t i = 0; i < loops.motions.size(); ++i) {
      Twist<Expr> twist;
      for (std::size_t c = 0; c < 3; ++c) {
        for (Expr rate : loops.rates) {
          twist.angular[c] += differentiate(loops.motions[i].acceleration.angular[c], rate) * rate;
          twist.linear[c] += differentiate(loops.motions[i].acceleration.linear[c], rate) * rate;
        }
      }
      of_loads += power(loops.equations.on_links[i], twist);
    }
    const double expected = evaluate(of_conditions, values);
    EXPECT_GT(std::abs(expected), 1e-3);
    EXPECT_NEAR(evaluate(loops.written_out(of_loads), values), expected, 1e-12 * (1 + std::abs(expected)));
  }
}

// Four bars: the last joint closes the loop.
std::string four_bars(const std::string& last, const std::string& more = "") {
  return R"(bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: c, coordinate: q3}
  m: {cut: true, )" +
         last + ", from: {body: c, at: [1, 0, 0]}, to: {body: world, at: [1, 0, 0]}}\n" + more +
         "initial: {q1: pi/2, q2: -pi/2, q3: -pi/2" +
         (last.find("drive") == std::string::npos ? ", q4: pi/2}\n" : "}\n");
}

constexpr const char* kHinge = "type: revolute, axis: z, coordinate: q4";

TEST_F(FlatLoopsTest, WhatCannotCloseALoop) {
  const std::string hint = " | let another joint of the loop close it: cut: true";
  EXPECT_EQ(refused(four_bars(kHinge)), "");
  EXPECT_EQ(refused(four_bars("type: motion, coordinates: [q4], rotation: [[z, q4]]")),
            "joint m closes a loop and is known by its own coordinates alone" + hint);
  EXPECT_EQ(refused(four_bars(std::string(kHinge) + ", drive: pi/2 + sin(t)")),
            "joint m closes a loop and is driven" + hint);
}

TEST_F(FlatLoopsTest, LoopsMustClose) {
  std::string text = four_bars(kHinge);
  text.replace(text.find("world, at: [1, "), 15, "world, at: [9, ");
  EXPECT_EQ(refused(text).substr(0, 52), "the loops cannot be closed; loop closure errors that");
}

// Its coordinate is known to nobody.
TEST_F(FlatLoopsTest, LoadsOnTheJointThatCloses) {
  const std::pair<const char*, const char*> cases[] = {
      {"loads: {spring: {type: torsion, coordinate: q4, stiffness: 1}}\n",
       "load spring acts along q4', of a joint that closes a loop"},
      {"loads: {motor: {type: joint, joint: j, effort: sin(q4)}}\n",
       "the equations depend on q4, of a joint that closes a loop"}};
  for (const auto& [loads, expected] : cases) {
    const Model model = machine(four_bars(kHinge, loads));
    EXPECT_EQ(message_of([&] { flatten(model, compute_kinematics(model)); }), expected);
  }
}

}  // namespace
}  // namespace kinemate
