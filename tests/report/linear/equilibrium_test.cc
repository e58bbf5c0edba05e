#include "report/linear/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/linear_fixture.h"
#include "study/linear/equilibrium.h"

namespace kinemate {
namespace {

// A von Mises truss, pressed down by a force: it snaps at a fold.
constexpr const char* kPressedTruss = R"(
name: truss
parameters: {F: 0, k: 100}
bodies: {b: {mass: 1}, c: {mass: 1}}
joints:
  j: {type: prismatic, axis: z, from: world, to: b, coordinate: x}
  l: {type: prismatic, axis: x, from: world, to: c, coordinate: still}
loads:
  left:  {type: spring, between: [b, {body: world, at: [-1, 0, 0]}], stiffness: k, length: sqrt(1.25)}
  right: {type: spring, between: [b, {body: world, at: [1, 0, 0]}], stiffness: k, length: sqrt(1.25)}
  press: {type: potential, energy: F*x}
  rub:   {type: torsion, joint: j, damping: 1}
  hold:  {type: torsion, joint: l, stiffness: 1, damping: 1}
initial: {x: 0.5}
)";

class EquilibriumReportTest : public LinearReportTest {
 protected:
  static EquilibriaReport names_of_machine(const Model& model, const VariedMachine& machine) {
    EquilibriaReport report;
    report.machine = model.name;
    for (Expr symbol : machine.coordinates()) report.coordinates.push_back(to_text(symbol));
    for (Expr symbol : machine.states()) report.states.push_back(to_text(symbol));
    report.timed = machine.timed();
    return report;
  }

  static EquilibriaReport report_at(const Model& model, const std::vector<std::vector<std::string>>& starts) {
    const VariedMachine machine(model, {}, keep_quiet);
    EquilibriaReport report = names_of_machine(model, machine);
    for (const std::vector<std::string>& start : starts) {
      LinearSystem system = linearise(
          machine,
          find_equilibrium(machine, machine.point_of(resting_state(model, machine.source().kinematics, given(start)))));
      ModalAnalysis analysis = analyse_modes(system, have_energy(model));
      report.equilibria.push_back({std::move(system), std::move(analysis)});
    }
    return report;
  }

  struct Followed {
    EquilibriumCurve curve;
    EquilibriaReport names;
  };
  static Followed followed(const Model& model, const std::string& parameter, double from, double to) {
    const VariedMachine machine(model, {{parameter}, {}}, keep_quiet);
    MachinePoint start = machine.point_of(resting_state(model, machine.source().kinematics, {}));
    start.p[0] = from;
    return {follow_equilibrium(machine, find_equilibrium(machine, start), 0, to, have_energy(model)),
            names_of_machine(model, machine)};
  }
};

TEST_F(EquilibriumReportTest, Text) {
  EquilibriaReport report = report_at(machine(kTwoArms), {{}, {"u = 3"}});
  report.starts = 60;
  const std::string text = equilibria_text(report);
  EXPECT_TRUE(contains(text, "arms: 2 equilibria, from 61 starts\n\n  at            u = 0, v = 0\n"));
  EXPECT_TRUE(contains(text, "  at            u = 3.14159, v = 0\n  stability     unstable: the pole "));
  EXPECT_TRUE(contains(text, "  poles [1/s]   0 ± "));
  EXPECT_FALSE(contains(text, "note"));
  report.equilibria.pop_back();
  report.starts = 0;
  report.formulas = {{"u", parse("atan(a/b)")}, {"v", make_real(0.25)}};
  report.timed = true;
  const std::string one = equilibria_text(report);
  EXPECT_TRUE(contains(one, "arms: 1 equilibrium\n\n"));
  EXPECT_TRUE(contains(one, "\n\n  as formulas   u = atan(a/b), v = 0.25\n"));
  EXPECT_TRUE(contains(one, "note          terms of time were left out"));
}

TEST_F(EquilibriumReportTest, Json) {
  EquilibriaReport report = report_at(machine(kLaggingSpring), {{"F = 20"}});
  report.formulas = {{"x", parse("F/k")}};
  const nlohmann::json json = nlohmann::json::parse(equilibria_json(report));
  EXPECT_EQ(json["machine"], "lag");
  ASSERT_EQ(json["equilibria"].size(), 1u);
  const nlohmann::json& one = json["equilibria"][0];
  EXPECT_NEAR(one["at"]["x"].get<double>(), 4, 1e-12);
  EXPECT_NEAR(one["at"]["n"].get<double>(), 20, 1e-12);
  EXPECT_EQ(one["stability"], "unstable");
  EXPECT_EQ(one["poles"].size(), 3u);  // both of a pair
  EXPECT_EQ(one["poles"][0]["imaginary"], -one["poles"][1]["imaginary"].get<double>());
  EXPECT_EQ(json["formulas"]["x"], "F/k");
  EXPECT_EQ(json["time_left_out"], false);
}

TEST_F(EquilibriumReportTest, NothingMoves) {
  EXPECT_EQ(equilibria_text(report_at(machine(kBolted), {{}})),
            "bolted: 1 equilibrium\n\n  stability     nothing moves\n");
}

// The fold is shown whatever else is left out, and is neither stable nor unstable.
TEST_F(EquilibriumReportTest, ACurveThroughAFold) {
  const auto [curve, names] = followed(machine(kPressedTruss), "F", 0, 10);
  const std::string text = curve_text("truss", curve, names);
  EXPECT_TRUE(contains(text, "truss: its equilibrium over F\n\n  F  "));
  EXPECT_TRUE(contains(text, "  0      marginal               fold\n"));
  EXPECT_TRUE(contains(text, "unstable               stability changes\n"));
  EXPECT_TRUE(contains(text, "\n  ends          "));
  const nlohmann::json json = nlohmann::json::parse(curve_json("truss", curve, names));
  ASSERT_EQ(json["points"].size(), curve.points.size());
  EXPECT_EQ(json["parameter"], "F");
  EXPECT_EQ(json["ends"], curve.reason);
  int folds = 0;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const nlohmann::json& point = json["points"][i];
    EXPECT_EQ(point["value"], curve.points[i].value);
    EXPECT_EQ(point["at"]["x"], curve.points[i].reference.q[0]);
    if (point["kind"] != "fold") continue;
    ++folds;
    EXPECT_EQ(point["stability"], "marginal");
    EXPECT_EQ(json["points"][i - 1]["stability"], "asymptotically stable");
    EXPECT_EQ(json["points"][i + 1]["stability"], "unstable");
    EXPECT_EQ(json["points"][i + 1]["growing"], 1);
  }
  EXPECT_EQ(folds, 1);
}

TEST_F(EquilibriumReportTest, LongCurvesAreThinnedInText) {
  const auto [curve, names] = followed(machine(kPressedTruss), "F", 0, 10);
  EquilibriumCurve longer = curve;
  longer.points.clear();
  for (int i = 0; i < 20; ++i)
    for (const EquilibriumCurve::Point& point : curve.points) longer.points.push_back(point);
  const std::string text = curve_text("truss", longer, names);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60 + 2 * 20 + 10);
  std::size_t folds = 0;
  for (std::size_t i = 0; (i = text.find("fold\n", i)) != std::string::npos; ++i) ++folds;
  EXPECT_EQ(folds, 20u);
}

// Solid up to the fold, dashed from it on; a coordinate that does not change has no panel.
TEST_F(EquilibriumReportTest, FigureOfACurve) {
  const auto [curve, names] = followed(machine(kPressedTruss), "F", 0, 10);
  const Figure figure = curve_figure("truss", curve, names);
  EXPECT_EQ(figure.title, "equilibrium of truss; constant: still") << "what has no panel is named";
  EXPECT_EQ(figure.x_label, "F");
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.panels[0].y_label, "x");
  const Curve &stable = figure.panels[0].curves[0], &unstable = figure.panels[0].curves[1];
  EXPECT_EQ(stable.style, CurveStyle::kLine);
  EXPECT_EQ(unstable.style, CurveStyle::kDashed);
  bool before = true;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const bool fold = curve.points[i].kind == CurvePoint::Kind::kFold;
    if (fold) before = false;
    EXPECT_EQ(std::isfinite(stable.y[i]), before || fold) << i;
    EXPECT_EQ(std::isfinite(unstable.y[i]), !before) << i;
    EXPECT_EQ(stable.x[i], curve.points[i].value);
    EXPECT_EQ(fold || before ? stable.y[i] : unstable.y[i], curve.points[i].reference.q[0]);
  }
  EXPECT_FALSE(before);
  EquilibriumCurve backwards = curve;  // from unstable to stable
  std::reverse(backwards.points.begin(), backwards.points.end());
  const Figure mirrored = curve_figure("truss", backwards, names);
  for (std::size_t i = 0; i < curve.points.size(); ++i)
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_EQ(std::isfinite(mirrored.panels[0].curves[c].y[curve.points.size() - 1 - i]),
                std::isfinite(figure.panels[0].curves[c].y[i]));
}

TEST_F(EquilibriumReportTest, AFigureHasAPanelEvenOfWhatStays) {
  const auto [curve, names] = followed(machine(kPressedTruss), "k", 50, 60);
  const Figure figure = curve_figure("truss", curve, names);
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.panels[0].y_label, "still");
}

}  // namespace
}  // namespace kinemate
