#include "formalism/closed_equations.h"
#include "dense.h"

#include <fmt/format.h>

#include <set>

#include "formalism/links/closed_recursion.h"
#include "formalism/links/cut_joint.h"
#include "formalism/loop_fixture.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/lagrange.h"
#include "loops/closed_kinematics.h"
#include "loops/closed_machine.h"
#include "loops/loop_machines.h"
#include "loops/named_closing.h"
#include "loops/random_loop.h"
#include "loops/whole_machine.h"

namespace kinemate {
namespace {

class ClosedEquationsTest : public ModelTest {};

Eigen::VectorXd solve_for_accelerations(const Equations& equations, const Values& values) {
  const NumericEquations e = numbers(equations, values);
  return dense::solve(e.mass, e.forces - e.bias);
}

// How much accelerations grow from independent speeds to others. Near places where speeds cannot be independent, digits
// are lost by as much.
double stretch_of(const Kinematics& closed, const Values& values) {
  double most = 1;
  for (const std::vector<Expr>& row : closed.closing->T)
    for (double entry : evaluate(with_sample_functions(row), values)) most = std::max(most, std::abs(entry));
  return most;
}

constexpr double kLongestStretch = 100;

// Accelerations of all speeds against those of all bodies with all their joints.
void expect_accelerations(const Kinematics& closed, const Equations& equations, const WholeMotion& motion) {
  Values values = motion.values;
  const Eigen::VectorXd independent = solve_for_accelerations(equations, values);
  const double tolerance = 1e-10 * std::max(1.0, motion.fastest) * std::max(1.0, stretch_of(closed, values) / 10);
  for (std::size_t k = 0; k < closed.speeds.size(); ++k) {
    const Expr rate = rate_of(closed.speeds[k]);
    EXPECT_NEAR(independent[static_cast<Eigen::Index>(k)], motion.values.at(rate), tolerance) << to_text(rate);
    values[rate] = independent[static_cast<Eigen::Index>(k)];
  }
  for (const auto& [symbol, formula] : dependent_motion(*closed.closing).symbols)
    EXPECT_NEAR(evaluate(with_sample_functions({&formula, 1}), values)[0], motion.values.at(symbol), tolerance)
        << to_text(symbol);
}

// One description of a machine. Returns whether its speeds are fit for the state.
bool expect_same_motion(const Model& model, const WholeMotion& motion) {
  const Kinematics closed = compute_closed_kinematics(model);
  if (stretch_of(closed, motion.values) > kLongestStretch) return false;
  expect_accelerations(closed, derive_by_kane(model, closed), motion);
  return true;
}

TEST_F(ClosedEquationsTest, EveryCutAndEveryPartition) {
  std::mt19937_64 random(1);
  std::size_t looked_at = 0, passed_over = 0;
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    const auto look = [&](const Model& other) { ++(expect_same_motion(other, motion) ? looked_at : passed_over); };
    look(model);
    const std::vector<std::size_t> in_loops = joints_in_loops(model);
    const bool large = in_loops.size() > 9;
    const bool turned_against_world =
        std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) { return joint.from.world_axes; });
    for (std::size_t j : in_loops) {
      if (large && random() % 5 != 0) continue;
      SCOPED_TRACE("cut " + model.joints[j].name);
      const Model other = cut_at(model, {j});
      const std::vector<std::size_t> cut = make_tree(other).secondary;
      EXPECT_TRUE(std::find(cut.begin(), cut.end(), j) != cut.end() || turned_against_world);
      look(other);
    }
    for (std::size_t c = 0; c < model.coordinates.size(); ++c) {
      if (model.coordinates[c].drive || (large && random() % 5 != 0)) continue;
      SCOPED_TRACE("independent " + model.coordinates[c].name);
      Model other = model;
      other.independent = {make_symbol(model.coordinates[c].name, 1)};
      look(other);
    }
  }
  EXPECT_GT(looked_at, 150u);
  EXPECT_LT(passed_over, 12u);
}

TEST_F(ClosedEquationsTest, OtherFramesNamesAndOrder) {
  std::mt19937_64 random(2);
  for (const Model& model : all_loop_machines()) {
    if (model.joints.size() > 11) continue;
    SCOPED_TRACE(model.name);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    expect_same_motion(with_other_frames(model, random), motion);
    expect_same_motion(shuffled(model, random).model, motion);
    expect_same_motion(shuffled(with_other_frames(model, random), random).model, motion);
  }
}

// Every formalism that can have the machine: the tree's equations closed, or those of the closed machine.
TEST_F(ClosedEquationsTest, EveryFormalism) {
  std::mt19937_64 random(3);
  std::map<std::string_view, int> derived;
  std::vector<Model> machines = all_loop_machines();
  for (Model& rolling : all_rolling_machines()) machines.push_back(std::move(rolling));
  for (const Model& model : machines) {
    SCOPED_TRACE(model.name);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    const Kinematics closed = compute_closed_kinematics(model);
    if (stretch_of(closed, motion.values) > kLongestStretch) continue;
    for (const Formalism& formalism : formalisms()) {
      SCOPED_TRACE(formalism.name);
      try {
        const Equations equations = derive_by(formalism, model, closed);
        EXPECT_EQ(equations.speeds, closed.speeds);
        expect_accelerations(closed, equations, motion);
        ++derived[formalism.name];
      } catch (const Error& error) {  // such as coordinates that are not determined by speeds
        EXPECT_NE(std::string(error.what()), "");
      }
    }
  }
  for (const Formalism& formalism : formalisms()) EXPECT_GE(derived[formalism.name], 9) << formalism.name;
  EXPECT_EQ(derived["kane"], derived["joint-loads"]);
}

// M, k, τ alike, and what of τ has a potential.
TEST_F(ClosedEquationsTest, EveryTermOfTheEquations) {
  std::mt19937_64 random(4);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Values values = WholeMachine(model).random_state(random);
    const Kinematics closed = compute_closed_kinematics(model);
    if (stretch_of(closed, values) > kLongestStretch) continue;
    const NumericEquations kane = numbers(derive_by_kane(model, closed), values);
    Eigen::LLT<Eigen::MatrixXd> positive(kane.mass);
    EXPECT_EQ(positive.info(), Eigen::Success);
    for (const char* name : {"newton-euler", "dalembert", "recursion", "joint-loads"}) try {
        expect_same(kane, numbers(derive_by(find_formalism(name), model, closed), values), 1e-9);
      } catch (const Error&) {
      }
  }
}

// The recursions with multipliers, and one dense system M ṡ − Bᵀλ, B ṡ of residuals differentiated twice.
TEST_F(ClosedEquationsTest, RecursionsAndMultipliers) {
  std::mt19937_64 random(5);
  int taken = 0;
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics tree = compute_kinematics(model);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    const double tolerance = 1e-10 * std::max(1.0, motion.fastest);
    for (ClosedMethod method : {ClosedMethod::kLinear, ClosedMethod::kCubic}) {
      std::vector<double> found;
      try {
        refuse_loads_on_cuts(model, tree);
        if (find_obstacle(model, tree)) continue;
        const MachineLinks links = make_links(model, tree);
        const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
        found = evaluate(
            with_sample_functions(compute_closed_accelerations(model, tree, links, system, method).accelerations),
            motion.values);
      } catch (const Error&) {  // constraints, loads on cuts, a massless link
        continue;
      }
      ++taken;
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], motion.values.at(rate_of(tree.speeds[i])), tolerance) << to_text(tree.speeds[i]);
    }
  }
  EXPECT_GE(taken, 24);
}

// Random trees tied by random joints, with drives, moving bases and frames that are turned against the world.
TEST_F(ClosedEquationsTest, RandomLoops) {
  int looked_at = 0;
  for (unsigned seed : {2u, 3u, 4u, 15u, 16u, 24u, 36u, 39u}) {
    std::mt19937_64 random(seed);
    std::optional<Model> model;
    while (!model) model = random_loop(random);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, model->name));
    const WholeMachine whole(*model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    looked_at += expect_same_motion(*model, motion) ? 1 : 0;
    for (std::size_t j : joints_in_loops(*model)) {
      SCOPED_TRACE("cut " + model->joints[j].name);
      looked_at += expect_same_motion(cut_at(*model, {j}), motion) ? 1 : 0;
    }
  }
  EXPECT_GE(looked_at, 30);
}

// Kinetic energy beside that of bodies, of a coordinate in the loop: at every cut the same.
TEST_F(ClosedEquationsTest, KineticEnergyInALoop) {
  std::mt19937_64 random(6);
  Model model = loop_machine("four bars across the gravity");
  LoadElement rotor;
  rotor.name = "rotor";
  rotor.type = LoadType::kKinetic;
  rotor.formula = parse("(3 + cos(q2))*q3'^2/2 + q1'*q3'");
  model.loads.push_back(rotor);
  Model plain = model;
  plain.loads.pop_back();
  const Values values = WholeMachine(plain).random_state(random);
  Values expected;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    Model other = cut_at(model, {j});
    other.independent = {make_symbol(model.coordinates[0].name, 1)};
    SCOPED_TRACE("cut " + model.joints[j].name);
    const Kinematics closed = compute_closed_kinematics(other);
    for (const char* name : {"kane", "lagrange", "newton-euler", "joint-loads", "jacobian"}) {
      SCOPED_TRACE(name);
      const Equations equations = derive_by(find_formalism(name), other, closed);
      const double acceleration = solve_for_accelerations(equations, values)[0];
      EXPECT_NEAR(acceleration, expected.emplace(parse("q1''"), acceleration).first->second,
                  1e-10 * std::max(1.0, std::abs(acceleration)));
    }
  }
  const Kinematics without = compute_closed_kinematics(plain);
  EXPECT_GT(std::abs(solve_for_accelerations(derive_by_kane(plain, without), values)[0] - expected.begin()->second),
            1e-3);
}

// Equations for people hold names of what follows; with these put in they are the same.
TEST_F(ClosedEquationsTest, NamesForWhatFollows) {
  std::mt19937_64 random(7);
  Model model = loop_machine("gear in a loop");
  const Values state = WholeMachine(model).random_state(random);
  LoadElement rotor;
  rotor.name = "rotor";
  rotor.type = LoadType::kKinetic;
  rotor.formula = parse("(2 + cos(q5))*q2'^2 + q1'*q3'");
  model.loads.push_back(rotor);
  const Kinematics closed = compute_closed_kinematics(model);
  const NamedClosing named = name_closing(model, closed);
  Values values = state;
  for (const ClosingName& name : named.names) values[name.symbol] = evaluate(name.formula, values);
  for (const char* formalism : {"kane", "joint-loads", "lagrange", "newton-euler"})
    expect_same(numbers(derive_by(find_formalism("kane"), model, closed), state),
                numbers(derive_by(find_formalism(formalism), model, named.kinematics), values), 1e-10);
}

TEST_F(ClosedEquationsTest, TreesAreDerivedAsTheyAre) {
  const Model model = example_machine("planar_pendulum");
  const Kinematics kinematics = compute_closed_kinematics(model);
  const Formalism& lagrange = find_formalism("lagrange");
  EXPECT_EQ(derive_by(lagrange, model, kinematics).mass, lagrange.derive(model, kinematics).mass);
}

}  // namespace
}  // namespace kinemate
