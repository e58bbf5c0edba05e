// Decks of LAGR against LAGR's own formulas, applied to what stands in the deck: (17) the metric, (27) and (28) forces
// and moments, (31) to (34) springs, (37) dampers. No model, no joints: this is what the program of 1978 computed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/file.h"
#include "expr/differentiate.h"
#include "expr/normal/zero_test.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "formalism/methods/metric.h"
#include "model_io/deck/deck.h"
#include "model_io/deck/reader.h"

namespace kinemate {
namespace {

using Results = std::map<std::string, Expr>;

class Lagr {
 public:
  explicit Lagr(const DeckMachine& machine) : machine_(machine), q_{make_symbol("t")}, rates_{Expr(1)} {
    for (long i = 1; i <= machine.coordinates; ++i) {
      q_.push_back(make_symbol(fmt::format("q{}", i)));
      rates_.push_back(make_symbol(fmt::format("q{}", i), 1));
    }
  }

  Results results() const {
    Results all;
    for (std::size_t mu = 0; mu < q_.size(); ++mu)
      for (std::size_t nu = 0; nu <= mu; ++nu) all[fmt::format("g({},{})", mu, nu)] = metric(mu, nu);
    for (std::size_t mu = 1; mu < q_.size(); ++mu) all[fmt::format("Q({})", mu)] = force(mu);
    return all;
  }

 private:
  Expr d(std::size_t mu, Expr e) const { return differentiate(e, q_[mu]); }
  // E_ji, row j the axis j of the body
  static Expr E(const DeckBody& body, std::size_t j, std::size_t i) { return body.pose.rotation(i, j); }

  Expr metric(std::size_t mu, std::size_t nu) const {
    Expr g;
    for (std::size_t l = 1; l < machine_.bodies.size(); ++l) {
      const DeckBody& body = machine_.bodies[l];
      const Matrix theta = body.binet.matrix();
      for (std::size_t i = 0; i < 3; ++i) {
        g += body.mass * d(nu, body.pose.position[i]) * d(mu, body.pose.position[i]);
        for (std::size_t j = 0; j < 3; ++j)
          for (std::size_t k = 0; k < 3; ++k) g += theta(j, k) * d(nu, E(body, j, i)) * d(mu, E(body, k, i));
      }
    }
    return g;
  }

  Expr force(std::size_t mu) const {
    Expr Q;
    for (std::size_t l = 1; l < machine_.bodies.size(); ++l) {
      const DeckBody& body = machine_.bodies[l];
      const Matrix moment = tilde(body.torque);  // M_ik = −ε_ikl M_l
      for (std::size_t i = 0; i < 3; ++i) {
        Q += d(mu, body.pose.position[i]) * body.force[i];
        for (std::size_t j = 0; j < 3; ++j)
          for (std::size_t k = 0; k < 3; ++k) Q += d(mu, E(body, j, i)) * E(body, j, k) * moment(i, k) / Expr(2);
      }
    }
    for (const DeckLink& link : machine_.links) Q += link.spring ? spring(mu, link) : damper(mu, link);
    return Q;
  }

  // Δx_i
  Vector difference(const DeckLink& link) const {
    Vector result;
    for (std::size_t i = 0; i < 3; ++i) {
      for (const std::size_t end : {0u, 1u}) {
        const DeckBody& body = machine_.bodies[link.bodies[end]];
        Expr x = body.pose.position[i];
        for (std::size_t j = 0; j < 3; ++j) x += E(body, j, i) * link.points[end][j];
        result[i] += end == 0 ? x : -x;
      }
    }
    return result;
  }

  Expr spring(std::size_t mu, const DeckLink& link) const {
    const Vector x = difference(link);
    const Expr square = dot(x, x);
    return -d(mu, link.constant * (square / Expr(2) - link.rest * sqrt(square)));
  }

  Expr damper(std::size_t mu, const DeckLink& link) const {
    const Vector x = difference(link);
    Expr Q;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t nu = 0; nu < q_.size(); ++nu) Q -= link.constant * d(mu, x[i]) * d(nu, x[i]) * rates_[nu];
    return Q;
  }

  const DeckMachine& machine_;
  std::vector<Expr> q_, rates_;
};

Results of_model(const Model& model) {
  const Kinematics kinematics = compute_kinematics(model);
  const Metric metric = compute_metric(model, kinematics);
  const Equations equations = derive_by_metric(model, kinematics);
  auto number = [](Expr q) { return q.name() == "t" ? 0 : std::stoi(std::string(q.name().substr(1))); };
  Results all;
  for (std::size_t mu = 0; mu < metric.coordinates.size(); ++mu) {
    for (std::size_t nu = 0; nu <= mu; ++nu) {
      const int a = number(metric.coordinates[mu]), b = number(metric.coordinates[nu]);
      all[fmt::format("g({},{})", std::max(a, b), std::min(a, b))] = metric.g_at(mu, nu);
    }
  }
  for (std::size_t i = 0; i < equations.speeds.size(); ++i)
    all[fmt::format("Q({})", number(equations.speeds[i]))] = equations.forces[i];
  return all;
}

class LagrFormulas : public testing::Test {
 protected:
  void expect_agreement(const std::string& text, const std::string& name) {
    DeckCards cards(name, text);
    DeckNotes notes;
    const std::vector<DeckMachine> machines = read_deck_machines(cards, notes);
    const Deck deck = read_deck(text, name);
    for (const Error& mistake : deck.mistakes) ADD_FAILURE() << render(mistake);
    ASSERT_EQ(deck.systems.size(), machines.size());
    if (!deck.mistakes.empty()) return;
    for (std::size_t i = 0; i < machines.size(); ++i) {
      const Results lagr = Lagr(machines[i]).results(), ours = of_model(deck.systems[i].model);
      ASSERT_EQ(lagr.size(), ours.size()) << name;
      for (const auto& [entry, formula] : lagr) {
        ASSERT_TRUE(ours.contains(entry)) << name << ": " << entry;
        EXPECT_TRUE(test_zero(formula - ours.at(entry)).zero)
            << name << ": " << entry << "\n  " << to_text(formula, {.largest = 1000, .cut = true}) << "\n  "
            << to_text(ours.at(entry), {.largest = 1000, .cut = true});
      }
    }
  }

  Pool pool_;
  PoolScope scope_{pool_};
};

constexpr const char* kAxes = "'1' '0' '0' '0' '1' '0' '0' '0' '1' ";
constexpr const char* kZero = "'0' '0' '0' ";

std::string turn(const std::string& angle) {
  return fmt::format("'COS({0})' 'SIN({0})' '0' '-SIN({0})' 'COS({0})' '0' '0' '0' '1' ", angle);
}

TEST_F(LagrFormulas, HoldInTheExamples) {
  std::size_t count = 0;
  for (const char* folder : {"lagr_decks", "lagr_pendulum"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(KINEMATE_SOURCE "/examples/") + folder)) {
      if (entry.path().extension() != ".lagr") continue;
      expect_agreement(read_text_file(entry.path()), entry.path().stem());
      ++count;
    }
  }
  EXPECT_EQ(count, 12u);
}

// More coordinates move a body than it has directions: it is described against another body.
TEST_F(LagrFormulas, HoldWhereBodiesTakeManyCoordinates) {
  std::string sum_x, sum_y, text = fmt::format("1 4 4 '0'B {}{}", kAxes, kZero);
  for (int i = 1; i <= 4; ++i) {
    sum_x += fmt::format("+ A({0})*SIN(Q({0}))", i);
    sum_y += fmt::format("- A({0})*COS(Q({0}))", i);
    text += fmt::format("{} '{}' '{}' '0' '1'B '0' '-GE*M({})' '0' {}", kAxes, sum_x, sum_y, i, kZero);
  }
  expect_agreement(text + "0 0 0 0", "points on strings");

  // links whose angles are absolute: fewer coordinates in axes of the world, not in those of the link before
  text = fmt::format("1 4 4 '0'B {}{}", kAxes, kZero);
  for (int i = 1; i <= 4; ++i) {
    std::string x, y;
    for (int k = 1; k <= i; ++k) {
      x += fmt::format("+ {1}*SIN(Q({0}))", k, k == i ? "A" : "B");
      y += fmt::format("- {1}*COS(Q({0}))", k, k == i ? "A" : "B");
    }
    text += fmt::format("{} '{}' '{}' '0' '1'B '0' '-GE*M({})' '0' {}", turn(fmt::format("Q({})", i)), x, y, i, kZero);
  }
  expect_agreement(text + "0 0 0 0", "links on links");

  std::string angle = "0", x = "0", y = "0";
  text = fmt::format("1 4 4 '0'B {}{}", kAxes, kZero);
  for (int i = 1; i <= 4; ++i) {
    angle += fmt::format("+Q({})", i);
    x += fmt::format("+A*COS({})", angle);
    y += fmt::format("+A*SIN({})", angle);
    text += fmt::format("{} '{}' '{}' '0' '0'B ", turn(angle), x, y);
  }
  expect_agreement(text + "0 0 0 0", "angles between bodies");

  text = fmt::format("1 2 2 '0'B {0}{1} {0} 'Q(1)' '0' '0' '0'B {0} 'Q(1)+Q(2)' '0' '0' '0'B 0 0 0 0", kAxes, kZero);
  expect_agreement(text, "sliders");
}

// The world turns with body 0, and so do the axes that are not inherited.
TEST_F(LagrFormulas, HoldWhereBody0Turns) {
  const std::string base = turn("OM*Q(0)**2") + "'V*Q(0)' 'S.(Q(0))' '0' ";
  const std::string first = fmt::format("0 {} '0' '0' '0' {}{} '0'B ", turn("Q(1)"), kZero, kZero);
  const std::string second = fmt::format(
      "0 {} 'A*COS(Q(1))+B*SIN(Q(2)+Q(1))' 'A*SIN(Q(1))' 'Q(3)+Q(2)' {}{} '1'B 'P' 'QP(1)' 'Q(0)' '0' 'T' 'U' ",
      turn("Q(1)+Q(2)+Q(3)"), kZero, kZero);
  expect_agreement(fmt::format("1 2 3 '1'B {}{}{} 0 0 0 0", base, first, second), "turning world");

  // points on strings, each against body 0
  std::string x = "0", y = "0", text = fmt::format("1 3 3 '1'B {}", base);
  for (int i = 1; i <= 3; ++i) {
    x += fmt::format("+A({0})*SIN(Q({0}))", i);
    y += fmt::format("-A({0})*COS(Q({0}))", i);
    text += fmt::format("0 {} '{}' '{}' '0' {}{} '1'B 'P' '0' '0' {}", kAxes, x, y, kZero, kZero, kZero);
  }
  expect_agreement(text + "0 0 0 0", "strings in a turning world");
}

TEST_F(LagrFormulas, HoldWherePointsAndConstantsMove) {
  const std::string bodies = fmt::format(
      "1 2 2 '1'B {0} 'V.(Q(0))' '0' '0'  0 {1} {2} 'A' '0' '0' '0' 'R' '0' '0'B  1 {1} '0' 'Q(2)' 'Q(0)' "
      "'Q(1)' 'B' '0' 'Q(2)*C' '0' 'D' '0'B ",
      kAxes, turn("Q(1)"), kZero);
  expect_agreement(bodies + R"(
2
2 0 '1'B 'XD(2,0,1), Q(1)*A, XD(0,2,2), Q(0), XD(2,0,3), 0, XD(0,2,3), 0'
1 2 '1'B 'K(1,2), KA*Q(2)**2'
2
2 1 '1'B '1'B 'XF(2,1,1), Q(2)**2, XF(2,1,2), 0, XF(1,2,3), GAM(1,1,1)' 'C(2,1), CA*COS(Q(1)), LA0(2,1), LA*Q(2)'
1 0 '1'B '1'B 'XF(1,0,1), 0' 'C(1,0), CB.(Q(0)), LA0(1,0), LB*Q(0)'
0 0)",
                   "moving points");
}

// Several replacements one inside of the other.
TEST_F(LagrFormulas, HoldForListsThatReferToThemselves) {
  expect_agreement(fmt::format("1 1 1 '1'B {0}{1} 0 {0} 'Q(1)' '0' '0' {1}{1} '0'B 0 1 1 0 '1'B '1'B "
                               "'XF(1,0,1), XF(1,0,2), XF(1,0,2), XF(0,1,1)/2' 'LA0(1,0), XF(1,0,1)' 0 0",
                               kAxes, kZero),
                   "lists");
}

}  // namespace
}  // namespace kinemate
