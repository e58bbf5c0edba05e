#include "study/linear/varied_machine.h"

#include "formalism/methods/joint_loads.h"
#include "study/linear/fixture.h"
#include "study/only_trees.h"
#include "study/programs/program_outputs.h"
#include "study/reduction_fixture.h"

namespace kinemate {
namespace {

class VariedMachineTest : public StudyTest {};

// All derivatives of M ṡ + k − τ, q̇ and rates of load states by q, s, ṡ, z and u, at random states: those of the
// program against complex steps of Kane's equations.
void expect_complex_steps(const Model& model) {
  const VariedMachine machine(model, {}, keep_quiet);
  const ProgramSource& source = machine.source();
  const Equations equations = find_formalism("kane").derive(source.model, source.kinematics);
  std::vector<Expr> rows = residual_of(equations);
  rows.insert(rows.end(), source.rates.rates.begin(), source.rates.rates.end());
  for (const LoadState& state : source.states) rows.push_back(state.rate);
  std::vector<Expr> symbols;
  const std::vector<Expr> accelerations = accelerations_of(machine.speeds());
  for (const std::vector<Expr>* part :
       {&machine.coordinates(), &machine.speeds(), &accelerations, &machine.states(), &machine.inputs()})
    symbols.insert(symbols.end(), part->begin(), part->end());
  for (const std::uint64_t seed : {1u, 2u}) {
    State state = make_state(source.model, source.kinematics, {}, seed);
    if (model.name == "flyball-governor")
      for (const auto& [name, value] : {std::pair{"s", 0.5}, {"beta1", 0.5}, {"beta2", 0.52}})
        state.values[parse(name)] = value;
    MachinePoint point = machine.point_of(state);
    for (std::size_t i = 0; i < accelerations.size(); ++i)
      state.values[accelerations[i]] = point.a[static_cast<Eigen::Index>(i)] = 0.1 + 0.2 * static_cast<double>(i % 3);
    // Euler parameters keep their norm: beside it, formulas may differ
    const Eigen::MatrixXd T = deviation_directions(list_deviations(source), point.q);
    const auto others = static_cast<Eigen::Index>(symbols.size()) - T.rows();
    Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(machine.directions(), T.cols() + others);
    directions.topLeftCorner(T.rows(), T.cols()) = T;
    directions.bottomRightCorner(others, others).setIdentity();
    const Eigen::MatrixXd expected = complex_step(rows, symbols, state.values) * directions;
    const Eigen::MatrixXd found = machine.along(point, directions).topRows(expected.rows());
    ASSERT_TRUE(found.allFinite());
    EXPECT_TRUE(is_near(found, expected, 1e-10 * (1 + largest(expected))));
    const std::vector<double> values = evaluate(rows, state.values);
    EXPECT_TRUE(is_near(machine.at(point).head(expected.rows()),
                        Eigen::Map<const Eigen::VectorXd>(values.data(), expected.rows()),
                        1e-10 * (1 + largest(expected))));
  }
}

TEST_F(VariedMachineTest, DerivativesOfEveryTreeAreComplexSteps) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(KINEMATE_SOURCE "/examples")) {
    const std::string folder = entry.path().parent_path().filename();
    if (entry.path().filename() == "model.yaml") texts[folder] = read_text_file(entry.path());
    if (folder == "lagr_decks" && entry.path().extension() == ".yaml")
      texts[entry.path().stem()] = read_text_file(entry.path());
  }
  int trees = 0;
  for (const auto& [name, text] : texts) {
    SCOPED_TRACE(name);
    const Model model = machine(text);
    if (!message_of([&] { require_tree(model, compute_kinematics(model)); }).empty()) continue;
    const Model numbers = with_numbers(model);
    const Kinematics kinematics = compute_kinematics(numbers);
    if (!unspecified_calls(find_formalism("kane").derive(numbers, kinematics).forces).empty()) continue;
    ++trees;
    expect_complex_steps(numbers);
  }
  EXPECT_GE(trees, 12);
}

TEST_F(VariedMachineTest, TermsOfTime) {
  const auto timed = [](const std::string& effort, const std::string& turn) {
    return VariedMachine(machine("name: m\nbodies: {b: {mass: 1, center: [1, 0, 0]}}\n"
                                 "joints: {j: {type: motion, from: world, to: b, coordinates: [q], rotation: [[z, \"" +
                                 turn + "\"]]}}\nloads: {f: {type: joint, joint: j, effort: \"" + effort + "\"}}\n"),
                         {}, keep_quiet)
        .timed();
  };
  EXPECT_FALSE(timed("-q", "q"));
  EXPECT_FALSE(timed("-q", "q + 3*t"));  // the angle does not matter
  EXPECT_FALSE(timed("-q*(sin(t)^2 + cos(t)^2)", "q"));
  EXPECT_TRUE(timed("-q + sin(t)", "q"));
  EXPECT_TRUE(timed("-q", "q + t^3"));
}

TEST_F(VariedMachineTest, TermsOfTimeDoNotBelongToRest) {
  const VariedMachine varied(machine("name: m\nbodies: {b: {mass: 2}}\n"
                                     "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n"
                                     "loads: {f: {type: joint, joint: j, effort: \"-3*x + 5 + (1 + x)*sin(t)\"}}\n"),
                             {}, keep_quiet);
  MachinePoint point = varied.point_of(make_state(varied.source().model, varied.source().kinematics, {}));
  point.t = 1, point.q[0] = 2;
  EXPECT_NEAR(varied.at(point)[varied.resting().first], 3 * 2 - 5, 1e-14);
  EXPECT_NEAR(varied.at(point)[varied.residual().first], 3 * 2 - 5 - 3 * std::sin(1), 1e-14);
}

TEST_F(VariedMachineTest, ParametersAreDirectionsToo) {
  const Model model = machine(
      "name: m\nparameters: {k: 3, m: 2, x0: 1}\nbodies: {b: {mass: m}}\n"
      "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n"
      "loads: {f: {type: torsion, joint: j, stiffness: k, angle: x0}}\n"
      "outputs: {force: k*x}\n");
  const VariedMachine varied(model, {{"k", "m"}, {{"y", parse("force + x0*x''")}}}, keep_quiet);
  MachinePoint point = varied.point_of(make_state(model, varied.source().kinematics, given({"x = 4"})));
  point.a[0] = 0.5;
  EXPECT_EQ(point.p, Eigen::Vector2d(3, 2));
  EXPECT_NEAR(varied.at(point)[0], 2 * 0.5 + 3 * (4 - 1), 1e-14);
  EXPECT_NEAR(varied.at(point)[varied.output_rows().first], 3 * 4 + 0.5, 1e-14);
  Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(varied.directions(), 2);
  directions.bottomRows(2).setIdentity();
  const Eigen::MatrixXd changes = varied.along(point, directions);
  EXPECT_TRUE(is_near(changes.row(0), Eigen::RowVector2d(3, 0.5), 1e-14));
  EXPECT_TRUE(is_near(changes.row(varied.output_rows().first), Eigen::RowVector2d(4, 0), 1e-14));
}

TEST_F(VariedMachineTest, WhatHasNoDerivativesIsRefused) {
  EXPECT_TRUE(contains(refusal([] {
                         VariedMachine(machine("name: m\nbodies: {b: {mass: m}}\n"
                                               "joints: {j: {type: prismatic, axis: x, from: world, to: b, "
                                               "coordinate: x}}\n"),
                                       {}, keep_quiet);
                       }),
                       "parameter without a value: m"));
}

}  // namespace
}  // namespace kinemate
