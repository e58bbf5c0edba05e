// Loops as macro joints against all bodies with all their joints, in many machines.
#include "formalism/links/macro_links.h"
#include "dense.h"

#include <fmt/format.h>

#include "base/error.h"
#include "expr/count.h"
#include "formalism/fixture.h"
#include "formalism/links/numeric_system.h"
#include "formalism/macro_machines.h"
#include "formalism/methods/align_axes.h"
#include "formalism/methods/kane.h"
#include "loops/closed_kinematics.h"
#include "loops/closed_machine.h"
#include "loops/random_loop.h"
#include "loops/whole_machine.h"

namespace kinemate {
namespace {

class MacroLinksTest : public ModelTest {};

// A machine's accelerations as macro joints give them, in several ways.
class MacroMotion {
 public:
  explicit MacroMotion(const Model& model, AxesRule rule = AxesRule::kTurned, bool regrouped = false)
      : model_(model), kinematics_(compute_closed_kinematics(model_)), links_(make_links(model_, tree())) {
    if (regrouped) {
      align_axes(links_);
      regroup_inertia(links_);
    }
    system_ = make_formula_system(links_, choose_axes(links_, rule));
  }

  const Kinematics& kinematics() const { return kinematics_; }
  const Kinematics& tree() const { return kinematics_.closing ? kinematics_.closing->tree : kinematics_; }
  MacroMachine make(LoopsBy loops) const { return make_macro_machine(model_, kinematics_, links_, system_, loops); }

  std::vector<Expr> formulas() const {
    return with_sample_functions(compute_macro_accelerations(model_, kinematics_, links_, system_));
  }
  // By numbers, loops as relations; of the machine's speeds.
  static std::vector<double> solve_relations(const MacroMachine& machine, const Kinematics& kinematics,
                                             const Values& values) {
    const NumericMacro numbers = evaluate_macro(machine, values);
    const std::vector<double> all = solve_macro_joints(numbers.system, numbers.right, numbers.efforts).accelerations;
    if (!kinematics.closing) return all;
    std::vector<double> independent;
    for (std::size_t column : kinematics.closing->independent) independent.push_back(all[column]);
    return independent;
  }

  // How much faster than independent speeds others are: where it is much, digits are lost.
  double stretch(const Values& values) const {
    double most = 1;
    if (!kinematics_.closing) return most;
    for (const std::vector<Expr>& row : kinematics_.closing->T)
      for (double entry : evaluate(with_sample_functions(row), values)) most = std::max(most, std::abs(entry));
    return most;
  }

 private:
  Model model_;
  Kinematics kinematics_;
  MachineLinks links_;
  FormulaSystem system_;
};

// Those of the reference are of joints, a closed machine's are some of them.
Eigen::VectorXd expected_accelerations(const Kinematics& kinematics, const WholeMotion& motion) {
  Eigen::VectorXd found(static_cast<Eigen::Index>(kinematics.speeds.size()));
  for (std::size_t k = 0; k < kinematics.speeds.size(); ++k)
    found[static_cast<Eigen::Index>(k)] = motion.values.at(rate_of(kinematics.speeds[k]));
  return found;
}

void expect_vector(const std::vector<double>& found, const Eigen::VectorXd& expected, double tolerance,
                   const char* what) {
  ASSERT_EQ(static_cast<Eigen::Index>(found.size()), expected.size()) << what;
  for (Eigen::Index k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(found[static_cast<std::size_t>(k)], expected[k], tolerance) << what << " " << k;
}

// At some states: macro joints by T and by relations against Newton and Euler of all bodies, and against the minimal
// equations. Returns at how many states it was looked.
int expect_macro_motion(const Model& model, int states, std::mt19937_64& random) {
  SCOPED_TRACE(model.name);
  const MacroMotion macro(model);
  const Kinematics& kinematics = macro.kinematics();
  const std::vector<Expr> formulas = macro.formulas();
  const MacroMachine related = macro.make(LoopsBy::kRelations);
  const Equations minimal = derive_by_kane(model, kinematics);
  const WholeMachine whole(model);
  int looked_at = 0;
  for (int i = 0; i < states; ++i) {
    SCOPED_TRACE(i);
    const Values state = whole.random_state(random);
    const double stretch = macro.stretch(state);
    if (stretch > 30) continue;
    ++looked_at;
    const WholeMotion motion = whole.at(state);
    const Eigen::VectorXd expected = expected_accelerations(kinematics, motion);
    const double size = std::max(1.0, motion.fastest), tolerance = 1e-10 * size * std::max(1.0, stretch / 10);
    expect_vector(evaluate(formulas, state), expected, tolerance, "subsystems");
    expect_vector(MacroMotion::solve_relations(related, kinematics, state), expected, tolerance, "relations");
    const NumericEquations e = numbers(minimal, state);
    const Eigen::VectorXd by_equations = dense::solve(e.mass, e.forces - e.bias);
    expect_vector(evaluate(formulas, state), by_equations, tolerance, "minimal equations");
  }
  return looked_at;
}

TEST_F(MacroLinksTest, EveryMachineWithLoops) {
  std::mt19937_64 random(1);
  for (const Model& model : all_loop_machines()) EXPECT_GE(expect_macro_motion(model, 6, random), 4) << model.name;
}

// Joints of every kind, before the loop, in it and closing it.
TEST_F(MacroLinksTest, RandomLoopsOfAllJoints) {
  int looked_at = 0;
  for (unsigned seed : {2u, 3u, 4u, 15u, 16u, 24u, 36u, 39u}) {  // of others drives contradict each other
    std::mt19937_64 random(seed);
    std::optional<Model> model;
    while (!model) model = random_loop(random);
    SCOPED_TRACE(seed);
    looked_at += expect_macro_motion(*model, 2, random);
    for (std::size_t j : joints_in_loops(*model)) looked_at += expect_macro_motion(cut_at(*model, {j}), 1, random);
  }
  EXPECT_GE(looked_at, 25);
}

TEST_F(MacroLinksTest, EveryMachineWithSubsystems) {
  std::mt19937_64 random(2);
  for (const LoopMachine& one : kMacroMachines)
    EXPECT_GE(expect_macro_motion(macro_machine(one.name), 20, random), 14) << one.name;
}

TEST_F(MacroLinksTest, ExamplesThatAreTrees) {
  std::mt19937_64 random(3);
  for (const char* name : {"disc_guided_mass", "flyball_governor", "puma_560"})
    EXPECT_EQ(expect_macro_motion(example_machine(name), 20, random), 20) << name;
}

TEST_F(MacroLinksTest, OtherSizesAndMasses) {
  std::mt19937_64 random(4);
  for (const LoopMachine& one : kMacroMachines)
    for (int i = 0; i < 2; ++i)
      EXPECT_GE(expect_macro_motion(with_other_sizes(macro_machine(one.name), random), 4, random), 2) << one.name;
  for (const char* name : {"four_bar", "slider_crank", "concrete_pump_mast", "excavator_arm", "andrews_squeezer",
                           "spatial_slider_crank", "bricard"})
    EXPECT_GE(expect_macro_motion(with_other_sizes(example_machine(name), random), 4, random), 2) << name;
}

// What only couples others needs no mass.
TEST_F(MacroLinksTest, CouplersWithoutMass) {
  std::mt19937_64 random(5);
  const std::pair<const char*, std::vector<std::string>> examples[] = {
      {"four_bar", {"coupler"}},
      {"slider_crank", {"rod"}},
      {"concrete_pump_mast", {"rod1", "rod2", "rod3", "rod4", "rod5", "lever2", "lever4"}},
      {"excavator_arm", {"link", "rocker", "stick_barrel", "stick_rod", "bucket_barrel", "bucket_rod"}}};
  for (const auto& [name, bodies] : examples)
    EXPECT_GE(expect_macro_motion(without_mass(example_machine(name), bodies), 6, random), 3) << name;
  const std::pair<const char*, std::vector<std::string>> machines[] = {
      {"four bars on a cart on a free body", {"coupler"}}, {"parallelogram with a pendulum", {"coupler", "left"}},
      {"cylinder between two arms", {"barrel", "rod"}},    {"slider-crank on a turning table", {"rod", "crank"}},
      {"loads where a loop closes", {"coupler", "crank"}}, {"double wishbone", {"tie"}}};
  for (const auto& [name, bodies] : machines)
    EXPECT_GE(expect_macro_motion(without_mass(macro_machine(name), bodies), 6, random), 3) << name;
}

// In all axes, and with inertia moved to carriers.
TEST_F(MacroLinksTest, AxesAndRegroupedInertiaOfSubsystems) {
  std::mt19937_64 random(6);
  std::vector<Model> machines;
  for (const char* name : {"concrete_pump_mast", "excavator_arm", "spatial_slider_crank"})
    machines.push_back(example_machine(name));
  for (const char* name : {"four bars on a cart on a free body", "cylinder between two arms",
                           "slider-crank on a turning table", "parallelogram with a pendulum"})
    machines.push_back(macro_machine(name));
  for (const char* name : {"free flight with Euler parameters", "loop on a body that turns"})
    machines.push_back(loop_machine(name));
  for (const Model& model : machines) {
    SCOPED_TRACE(model.name);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random, 0.5));
    for (AxesRule rule : kAxesRules) {
      const MacroMotion macro(model, rule, true);
      const Eigen::VectorXd expected = expected_accelerations(macro.kinematics(), motion);
      const double tolerance = 1e-10 * std::max(1.0, motion.fastest) * std::max(1.0, macro.stretch(motion.values) / 10);
      expect_vector(evaluate(macro.formulas(), motion.values), expected, tolerance, "subsystems");
      expect_vector(MacroMotion::solve_relations(macro.make(LoopsBy::kRelations), macro.kinematics(), motion.values),
                    expected, tolerance, "relations");
    }
  }
}

// Which links become one joint: each four-bar of the mast on the arm before it, others alone.
TEST_F(MacroLinksTest, TheMastIsFiveJoints) {
  const Model model = example_machine("concrete_pump_mast");
  const MacroMotion macro(model);
  for (LoopsBy loops : {LoopsBy::kShares, LoopsBy::kRelations}) {
    const MacroSystem<Expr> system = macro.make(loops).system;
    ASSERT_EQ(system.joints.size(), 5u);
    for (const MacroJoint<Expr>& joint : system.joints) {
      EXPECT_EQ(joint.links.size(), 3u);
      EXPECT_EQ(joint.relations.empty(), loops == LoopsBy::kShares);
      EXPECT_EQ(joint.speeds.size(), loops == LoopsBy::kShares ? 1u : 4u);
    }
    EXPECT_EQ(system.joints[0].carrier, kBase);
    for (std::size_t j = 1; j < 5; ++j) {  // each hangs on a link of the one before
      const auto& before = system.joints[j - 1].links;
      EXPECT_NE(std::find(before.begin(), before.end(), system.joints[j].carrier), before.end());
    }
  }
}

TEST_F(MacroLinksTest, DeclaredSubsystemsJoinWhatWouldBeSeveral) {
  Model model = example_machine("concrete_pump_mast");
  std::mt19937_64 random(7);
  model.subsystems = {{"both", {find_body(model, "rod2"), find_body(model, "lever3")}}};
  EXPECT_EQ(MacroMotion(model).make(LoopsBy::kShares).system.joints.size(), 4u);
  EXPECT_EQ(expect_macro_motion(model, 3, random), 3);
  // a tree: what is named is one joint, and nothing changes
  Model tree = example_machine("flyball_governor");
  const std::size_t before = MacroMotion(tree).make(LoopsBy::kShares).system.joints.size();
  tree.subsystems = {{"some", {find_body(tree, "rod1"), find_body(tree, "slider")}}};
  EXPECT_EQ(MacroMotion(tree).make(LoopsBy::kShares).system.joints.size(), before - 1);
  EXPECT_EQ(expect_macro_motion(tree, 5, random), 5);
}

// A machine of n equal loops on each other costs n times as much.
std::string bars_on_bars(int loops) {
  std::string bodies, joints, at;
  for (int i = 1; i <= loops; ++i) {
    const std::string on = i == 1 ? "world" : fmt::format("c{}", i - 1);
    for (const char* name : {"a", "b", "c"})
      bodies +=
          fmt::format("  {}{}: {{mass: 1, center: [0.5, 0.1, 0], inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}}}\n", name, i);
    joints += fmt::format(
        R"(  j{0}: {{type: revolute, axis: z, from: {{body: {1}, at: [0.3, 0.2, 0]}}, to: a{0}, coordinate: q{0}}}
  k{0}: {{type: revolute, axis: z, from: {{body: a{0}, at: [1, 0, 0]}}, to: b{0}, coordinate: r{0}}}
  l{0}: {{cut: true, type: revolute, axis: z, from: {{body: b{0}, at: [2, 0, 0]}}, to: {{body: c{0}, at: [1.5, 0, 0]}}, coordinate: s{0}}}
  m{0}: {{type: revolute, axis: z, from: {{body: {1}, at: [2.5, 0.2, 0]}}, to: c{0}, coordinate: t{0}}}
)",
        i, on);
    at += fmt::format("  q{0}: 1\n  r{0}: -0.6\n  s{0}: 0.7\n  t{0}: 1.2\n", i);
  }
  return "gravity: [0, -10, 0]\nbodies:\n" + bodies + "joints:\n" + joints + "initial:\n" + at;
}

TEST_F(MacroLinksTest, CostGrowsWithTheNumberOfSubsystems) {
  std::vector<double> costs;
  for (int loops : {2, 3, 4}) {
    const MacroMotion macro(machine(bars_on_bars(loops)), AxesRule::kTurned, true);
    costs.push_back(count_shared(macro.formulas()).total());
  }
  EXPECT_NEAR((costs[2] - costs[1]) / (costs[1] - costs[0]), 1, 0.1);
}

// A coordinate that moves nothing with mass is named as such.
TEST_F(MacroLinksTest, RefusesWhatMeetsNoInertiaInALoop) {
  const Model model = without_mass(example_machine("four_bar"), {"crank", "coupler", "rocker"});
  EXPECT_THROW(MacroMotion(model).formulas(), Error);
}

}  // namespace
}  // namespace kinemate
