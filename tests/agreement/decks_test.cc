// Decks of LAGR and the same machines as model files, written by hand: the same metric, Christoffel symbols and forces.
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "base/file.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/pool.h"
#include "expr/substitute.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "formalism/methods/metric.h"
#include "formalism/methods/normal_metric.h"
#include "model/specialise.h"
#include "model_io/deck/deck.h"
#include "model_io/machine_file.h"
#include "model_io/read.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

Deck deck_of(const std::string& path) {
  Deck deck = read_deck(read_text_file(path), path);
  for (const Error& mistake : deck.mistakes) ADD_FAILURE() << render(mistake);
  return deck;
}

Model twin_of(const std::string& path) {
  Reading reading = read_machine_file(path);
  for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
  return std::move(reading.model);
}

// Everything that LAGR prints, by names such as "g(1,0)" with coordinates by their numbers in the name.
std::map<std::string, Expr> results(const Model& model) {
  const Kinematics kinematics = compute_kinematics(model);
  const Metric metric = compute_metric(model, kinematics);
  const Equations equations = derive_by_metric(model, kinematics);
  std::vector<std::string> names;
  for (Expr q : metric.coordinates) names.push_back(q.name() == "t" ? "0" : std::string(q.name().substr(1)));
  auto sorted = [](std::string a, std::string b) { return a < b ? b + "," + a : a + "," + b; };
  std::map<std::string, Expr> all;
  for (std::size_t mu = 0; mu < names.size(); ++mu) {
    for (std::size_t nu = 0; nu <= mu; ++nu) {
      all["g(" + sorted(names[mu], names[nu]) + ")"] = metric.g_at(mu, nu);
      for (std::size_t rho = 1; rho < names.size(); ++rho)
        all["Gamma(" + names[rho] + ";" + sorted(names[mu], names[nu]) + ")"] = metric.christoffel_at(rho, mu, nu);
    }
  }
  for (std::size_t i = 0; i < equations.speeds.size(); ++i)
    all["Q(" + std::string(equations.speeds[i].name().substr(1)) + ")"] = equations.forces[i];
  return all;
}

void expect_equal(const std::map<std::string, Expr>& a, const std::map<std::string, Expr>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, formula] : a) {
    ASSERT_TRUE(b.contains(name)) << name;
    EXPECT_TRUE(test_zero(formula - b.at(name)).zero)
        << name << "\n  " << to_text(formula, {.largest = 1000, .cut = true}) << "\n  "
        << to_text(b.at(name), {.largest = 1000, .cut = true});
  }
}

class Decks : public testing::TestWithParam<const char*> {
 protected:
  Pool pool_;
  PoolScope scope_{pool_};
};

TEST_P(Decks, HasTheEquationsOfItsTwin) {
  const std::string path = std::string(KINEMATE_SOURCE "/examples/lagr_decks/") + GetParam();
  const Deck deck = deck_of(path + ".lagr");
  ASSERT_FALSE(deck.systems.empty());
  for (std::size_t i = 0; i < deck.systems.size(); ++i) {
    const std::string number = deck.systems.size() == 1 ? "" : "_" + std::to_string(i + 1);
    const std::map<std::string, Expr> found = results(deck.systems[i].model);
    expect_equal(found, results(twin_of(path + number + ".yaml")));
    // and what `convert` writes is the same machine
    const Reading again = read_model(write_model(deck.systems[i].model), "written");
    ASSERT_TRUE(again.mistakes.empty());
    EXPECT_TRUE(again.remarks.empty());
    expect_equal(found, results(again.model));
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Decks,
                         testing::Values("double_pendulum", "absolute_pendulum", "two_systems", "turning_rod",
                                         "unknown_forces", "several_springs", "damped_pendulum", "turntable",
                                         "slider_crank", "arm", "moving_anchor"),
                         [](const auto& param) { return std::string(param.param); });

class LagrPendulum : public Decks {
 protected:
  const DeckSystem deck_ = deck_of(KINEMATE_SOURCE "/examples/lagr_pendulum/model.lagr").systems.at(0);

  // Of the model file, in names of the deck. The deck's spring 2 is a force that takes its length without an absolute
  // value, so that lengths are taken as positive here.
  std::map<std::string, Expr> results_of_file(const Model& model) {
    Substitution names;
    for (const auto& [file, deck] : std::map<std::string, std::string>{{"g", "GE"},
                                                                       {"m1", "M1"},
                                                                       {"m2", "M2"},
                                                                       {"m3", "M3"},
                                                                       {"th11", "TH_2_1_1"},
                                                                       {"th22", "TH_2_2_2"},
                                                                       {"c10", "C_1_0"},
                                                                       {"l10", "LA0_1_0"},
                                                                       {"xf10", "XF_1_0_1"},
                                                                       {"c23", "C_2_3"},
                                                                       {"l23", "LA0_2_3"},
                                                                       {"k23", "K_2_3"},
                                                                       {"xf23", "q3 + exp(d)"}})
      names.symbols.emplace(make_symbol(file), parse(deck));
    names.functions.emplace("fu", Template{1, parse("FU($1)")});
    std::map<std::string, Expr> all = results(model);
    for (auto& [name, formula] : all) formula = substitute(formula, names);
    return all;
  }

  static std::map<std::string, Expr> results_of_deck(const Model& model) {
    const Substitution names{{{parse("XF_2_3_2"), parse("q3 + exp(d)")}}, {}};
    std::map<std::string, Expr> all = results(model);
    for (auto& [name, formula] : all) formula = substitute(formula, names);
    return all;
  }
};

// Section 6.2: the tensors of guide and point mass are no parameters of the model file.
TEST_F(LagrPendulum, HasTheEquationsOfTheModelFile) {
  std::vector<std::string> points;
  for (const Parameter& p : deck_.model.parameters)
    if (p.name.starts_with("TH_1") || p.name.starts_with("TH_3")) points.push_back(p.name + " = 0");
  ASSERT_EQ(points.size(), 12u);
  const Model file = twin_of(KINEMATE_SOURCE "/examples/lagr_pendulum/model.yaml");
  expect_equal(results_of_deck(specialise(deck_.model, {points, {}})), results_of_file(file));
}

// Special cases a) and b) of 6.2, each by its lists for the metric and for the forces.
TEST_F(LagrPendulum, HasTheSpecialCasesOfTheSource) {
  ASSERT_EQ(deck_.inertia.size(), 3u);
  ASSERT_EQ(deck_.forces.size(), 2u);
  const Model file = twin_of(KINEMATE_SOURCE "/examples/lagr_pendulum/model.yaml");
  const std::vector<std::vector<std::string>> settings = {
      {"m1 = 0"},
      {"m1 = 0", "fu($1) = 0", "c10 = 0"},
      {"m1 = 0", "fu($1) = 0", "c10 = 0", "m3 = 0", "c23 = 0", "k23 = 0"}};
  for (std::size_t i = 0; i < 3; ++i) {
    std::map<std::string, Expr> deck = results_of_deck(specialise(deck_.model, {deck_.inertia[i].set, {}}));
    const auto forces = i == 0 ? deck_.model : specialise(deck_.model, {deck_.forces[i - 1].set, {}});
    for (const auto& [name, formula] : results_of_deck(forces))
      if (name.starts_with("Q")) deck[name] = formula;
    expect_equal(deck, results_of_file(specialise(file, {settings[i], {}})));
  }
}

// What stands in LAGR's output for this system.
TEST_F(LagrPendulum, HasTheMetricByHand) {
  const Model model = specialise(deck_.model, {deck_.inertia[0].set, {}});
  const std::map<std::string, Expr> found = results(model);
  auto expect = [&](const char* name, const char* formula) {
    EXPECT_TRUE(test_zero(found.at(name) - parse(formula)).zero) << name;
  };
  expect("g(1,1)", "M2 + M3");
  expect("g(2,1)", "(M2*R + M3*(R - q3))*cos(q2)");
  expect("g(3,1)", "-M3*sin(q2)");
  expect("g(2,2)", "M2*R^2 + M3*(R - q3)^2 + TH_2_1_1 + TH_2_2_2");
  expect("g(1,0)", "(M2 + M3)*FU'(t)");
  expect("Gamma(1;2,2)", "-(M2*R + M3*(R - q3))*sin(q2)");
  expect("Gamma(2;0,0)", "(M2*R + M3*(R - q3))*cos(q2)*FU''(t)");
  expect("Q(2)", "-K_2_3*q3^2*q2' - GE*(M2*R + M3*(R - q3))*sin(q2)");
  expect("Q(1)", "-C_1_0*((q1 + XF_1_0_1) - LA0_1_0*sign(q1 + XF_1_0_1))");
  expect("Q(3)", "C_2_3*(XF_2_3_2 - q3 - LA0_2_3) - GE*M3*cos(q2) - K_2_3*q3'");
  const Metric normal = compute_normal_metric(model, compute_kinematics(model));
  EXPECT_TRUE(test_zero(normal.g_at(1, 1) - parse("M2 + M3")).zero);
}

// LAGR's damper acts in all directions; one along the line between its ends has no part in the second equation.
TEST_F(LagrPendulum, ADamperAlongTheLineDropsATerm) {
  Model file = twin_of(KINEMATE_SOURCE "/examples/lagr_pendulum/model.yaml");
  for (LoadElement& load : file.loads)
    if (load.type == LoadType::kVectorDamper) load.type = LoadType::kDamper;
  const std::map<std::string, Expr> found = results(file);
  EXPECT_TRUE(test_zero(found.at("Q(2)") + parse("g*(m2*R + m3*(R - q3))*sin(q2)")).zero);
  EXPECT_FALSE(test_zero(differentiate(found.at("Q(3)"), parse("q3'"))).zero);
}

}  // namespace
}  // namespace kinemate
