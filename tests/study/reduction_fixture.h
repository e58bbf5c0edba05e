// Machines with numbers and a box of states, to drop weak terms of.
#pragma once

#include <Eigen/Dense>
#include <cstdio>
#include <filesystem>

#include "analysis/weak/weak_terms.h"
#include "formalism/formalisms.h"
#include "model/specialise.h"
#include "study/fixture.h"
#include "study/only_trees.h"
#include "study/reduction/reduction.h"
#include "study/state.h"

namespace kinemate {

using Of = ReductionRequest::Of;

struct ReductionCase {
  std::string name;
  Model model;
  Kinematics kinematics;
  Equations equations;
  Box box;

  Reducible reducible(Of of = Of::kRows, bool whole = false) const {
    ReductionRequest request;
    request.of = of;
    request.box = box;
    request.whole = whole;
    return Reducible(model, kinematics, equations, request);
  }
};

/// What a command prints.
inline std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  for (int c; (c = std::fgetc(pipe)) != EOF;) text.push_back(static_cast<char>(c));
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

inline Threshold largest_threshold(double mu) { return {Threshold::Kind::kLargest, mu, 0}; }

inline ReductionCase reduction_case(Model model, Box box) {
  ReductionCase result{model.name, std::move(model), {}, {}, std::move(box)};
  result.kinematics = compute_kinematics(result.model);
  result.equations = find_formalism("kane").derive(result.model, result.kinematics);
  return result;
}

/// {"q' = -1 .. 2"}
inline Box box_of(const std::vector<std::string>& texts) {
  Box box;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('='), dots = text.find("..");
    box[parse(text.substr(0, equals))] = {evaluate(parse(text.substr(equals + 1, dots - equals - 1)), {}),
                                          evaluate(parse(text.substr(dots + 2)), {})};
  }
  return box;
}

/// A load on three links that hardly weigh, the last of them short. M(1, 1) and M(2, 1) weigh its length against that
/// of the others, M(3, 1) does not: by the threshold 0.2 it goes in two of three entries, and M loses its definiteness.
inline ReductionCase light_chain() {
  return reduction_case(machine(R"(name: light chain
bodies:
  upper: &link {mass: 1/1000, inertia: {xx: 1/1000, yy: 1/1000, zz: 1/1000}}
  lower: *link
  load: {mass: 1, center: [1/10, 0, 0], inertia: {xx: 1/1000, yy: 1/1000, zz: 1/1000}}
joints:
  shoulder: {type: revolute, axis: z, from: world, to: upper, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [1, 0, 0]}, to: lower, coordinate: b}
  wrist: {type: revolute, axis: z, from: {body: lower, at: [1, 0, 0]}, to: load, coordinate: c}
)"),
                        box_of({"a' = -1 .. 1", "b' = -1 .. 1", "c' = -1 .. 1"}));
}

/// The smallest eigenvalue of M on a grid of b and c.
inline double least_inertia(const Equations& equations) {
  double least = 1e300;
  for (int i = 0; i < 30; ++i)
    for (int k = 0; k < 30; ++k) {
      const Values state = {{parse("a"), 0},  {parse("b"), 0.21 * i}, {parse("c"), 0.21 * k},
                            {parse("a'"), 0}, {parse("b'"), 0},       {parse("c'"), 0}};
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(numbers(equations, state).mass);
      least = std::min(least, solver.eigenvalues().minCoeff());
    }
  return least;
}

/// Numbers for open parameters: TH_1_2_3 are entries of tensors, and these are to be those of bodies.
inline Model with_numbers(Model model) {
  for (const std::string& name : undeclared_parameters(model)) model.parameters.push_back({.name = name});
  long next = 5;
  for (Parameter& parameter : model.parameters) {
    if (parameter.value) continue;
    const std::string& name = parameter.name;
    const bool tensor = name.starts_with("TH_"), aside = tensor && name[name.size() - 3] != name.back();
    parameter.value = Expr(aside ? Rational(1, 50) : tensor ? Rational(6, 5) : Rational(next++, 10));
  }
  return specialise(model, {{}, std::vector<std::string>{}});
}

/// Where formulas of examples are bounded: springs keep their length, cranks do not lock.
inline Box clear_ranges(const std::string& name) {
  if (name == "flyball_governor") return box_of({"s = 0.48 .. 0.52", "beta1 = 0.45 .. 0.55", "beta2 = 0.45 .. 0.55"});
  if (name == "slider_crank") return box_of({"q1 = -0.4 .. 0.4"});
  if (name == "unknown_forces") return box_of({"q1 = 0 .. 1", "q2 = -1 .. 1"});
  if (name == "moving_anchor") return box_of({"q1 = 8 .. 8.5", "q2 = 1 .. 1.2"});
  if (name == "several_springs") return box_of({"q1 = 3 .. 4", "q2 = 1 .. 2", "q3 = -0.2 .. 0.2"});
  return {};
}

/// Speeds and loads small, sliding coordinates away from 0, angles that only turn not in the box.
inline void complete_ranges(ReductionCase& one) {
  for (Expr speed : one.equations.speeds) one.box[speed] = {-2, 2};
  std::vector<Expr> formulas = rows_of(one.equations), angles;
  for (const auto& subject : {reduce_matrices(one.model, one.kinematics), reduce_energies(one.model, one.kinematics)})
    formulas.insert(formulas.end(), subject->formulas.begin(), subject->formulas.end());
  Work work(1e10);
  for (Expr variable : make_harmonic_forms(formulas, work).variables)
    for (Expr leaf : missing_ranges(variable, one.box)) one.box[leaf] = {0.6, 1.1};
  for (const Coordinate& coordinate : one.model.coordinates) angles.push_back(make_symbol(coordinate.name));
  for (Expr formula : formulas)
    for (Expr leaf : missing_ranges(formula, one.box))
      if (std::find(angles.begin(), angles.end(), leaf) == angles.end()) one.box[leaf] = {-1, 1};
}

/// Small boxes of all that the rows of a large example depend on.
inline ReductionCase large_example(const std::string& name) {
  ReductionCase one = reduction_case(with_numbers(example(name)), {});
  one.name = name;
  for (const Joint& joint : one.model.joints)
    for (Expr symbol : euler_parameters(one.model, joint)) one.box[symbol] = {-1, 1};
  for (Expr row : rows_of(one.equations))
    for (Expr leaf : missing_ranges(row, one.box)) one.box[leaf] = {-0.5, 0.5};
  return one;
}

/// Examples that are trees with freedom to move. The quadruped and the spatial pendulum are large_example(), the latter
/// also comes here, with two links instead of seven.
inline std::vector<ReductionCase> tree_examples() {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(KINEMATE_SOURCE "/examples")) {
    const std::string folder = entry.path().parent_path().filename();
    if (folder == "lagr_decks" && entry.path().extension() == ".yaml")
      texts[entry.path().stem()] = read_text_file(entry.path());
    else if (folder != "quadruped" && folder != "spatial_pendulum" && entry.path().filename() == "model.yaml")
      texts[folder == "slider_crank" ? "slider_crank with a loop" : folder] = read_text_file(entry.path());
  }
  texts["spatial_pendulum"] = output_of(KINEMATE_SOURCE "/examples/spatial_pendulum/generate 2");
  std::vector<ReductionCase> cases;
  for (const auto& [name, text] : texts) {
    const Model given = machine(text);
    if (!message_of([&] { require_tree(given, compute_kinematics(given)); }).empty()) continue;
    ReductionCase one = reduction_case(with_numbers(given), clear_ranges(name));
    one.name = name;
    if (one.equations.speeds.empty()) continue;
    complete_ranges(one);
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace kinemate
