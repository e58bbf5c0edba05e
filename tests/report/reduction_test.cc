#include "report/reduction.h"

#include <nlohmann/json.hpp>

#include "formalism/formalisms.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

// Shares of the largest term of the torque: 1, 0.05; M = 2.
class ReductionReportTest : public ModelTest {
 protected:
  ReductionReportTest() {
    ReductionRequest request;
    request.box = {{parse("q'"), {-1, 1}}};
    const Kinematics kinematics = compute_kinematics(model_);
    reducible_ =
        std::make_unique<Reducible>(model_, kinematics, find_formalism("kane").derive(model_, kinematics), request);
    const Threshold thresholds[] = {{}, {Threshold::Kind::kLargest, 0.1, 0}};
    table_ = make_reduction_table(*reducible_, thresholds, 50, [](const std::string&) {});
  }
  ReductionReport report(std::optional<std::size_t> entries = {}) const {
    return {*reducible_, table_, "below mu times the largest", 12, entries};
  }

  Model model_ = machine(R"(name: pendulum
bodies: {rod: {mass: 2, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
loads: {motor: {type: joint, joint: hinge, effort: 10*sin(q) + sin(2*q)/2}}
)");
  std::unique_ptr<Reducible> reducible_;
  ReductionTable table_;
};

TEST_F(ReductionReportTest, Text) {
  const std::string page = reduction_text(report());
  for (const char* part :
       {"pendulum: equations of motion without weak terms\n", "  weak          below mu times the largest\n",
        "  box           q = -3.142 .. 3.142\n                q' = -1 .. 1\n", "  terms         3 in 2 entries\n",
        "  recursion     12 operations for the accelerations, nothing dropped\n",
        "         mu    terms  operations       bound    measured   M definite", "\n          0        3",
        "\n        0.1        2           2", "   yes\n", "at 50 random states"})
    EXPECT_NE(page.find(part), std::string::npos) << part << "\nis not in\n" << page;
  EXPECT_EQ(page.find("entries at mu"), std::string::npos);
}

TEST_F(ReductionReportTest, Entries) {
  const std::string page = reduction_text(report(1));
  EXPECT_NE(page.find("\nentries at mu = 0.1\n"), std::string::npos) << page;
  // tau(1): two terms, one dropped, C = 0.1·10, m·C, what is dropped
  EXPECT_NE(page.find("  tau(1)                            2        1           1           1           0.5\n"),
            std::string::npos)
      << page;
}

TEST_F(ReductionReportTest, JsonHoldsTheSame) {
  const auto json = nlohmann::json::parse(reduction_json(report(1)));
  EXPECT_EQ(json["machine"], "pendulum");
  EXPECT_EQ(json["weak"], "below mu times the largest");
  EXPECT_EQ(json["box"]["q'"], nlohmann::json::parse("[-1.0, 1.0]"));
  EXPECT_EQ(json["terms"], 3);
  EXPECT_EQ(json["recursion_operations"], 12);
  EXPECT_EQ(json["speeds"], nlohmann::json::parse(R"(["q'"])"));
  ASSERT_EQ(json["rows"].size(), 2u);
  const auto &all = json["rows"][0], &few = json["rows"][1];
  EXPECT_EQ(all["bound"], 0.0);
  EXPECT_EQ(all["terms"], 3);
  EXPECT_FALSE(all.contains("entries"));
  EXPECT_EQ(few["mu"], 0.1);
  EXPECT_EQ(few["terms"], 2);
  EXPECT_EQ(few["definite"], "yes");
  EXPECT_EQ(few["restored"], 0);
  EXPECT_EQ(few["states"], 50);
  EXPECT_NEAR(few["force_bounds"][0], 0.5, 1e-9);
  EXPECT_NEAR(few["acceleration_bounds"][0], 0.25, 1e-6);
  EXPECT_EQ(few["mass_bounds"][0], 0.0);
  EXPECT_LE(few["acceleration_errors"][0], few["acceleration_bounds"][0]);
  EXPECT_NEAR(few["bound"].get<double>() * few["largest_accelerations"][0].get<double>(), 0.25, 1e-6);
  EXPECT_EQ(few["entries"].size(), 2u);
  EXPECT_EQ(few["entries"][1]["entry"], "tau(1)");
  EXPECT_EQ(few["entries"][1]["dropped"], 1);
}

// Without a bound there is no number.
TEST_F(ReductionReportTest, NoBound) {
  table_.rows[1].reduction.bound.error[0] = std::numeric_limits<double>::infinity();
  table_.rows[1].reduction.bound.definite = AccelerationBound::Definite::kUndecided;
  table_.rows[1].reduction.restored = 4;
  const auto row = nlohmann::json::parse(reduction_json(report()))["rows"][1];
  EXPECT_TRUE(row["bound"].is_null());
  EXPECT_TRUE(row["acceleration_bounds"][0].is_null());
  EXPECT_EQ(row["definite"], "not shown");
  const std::string page = reduction_text(report());
  EXPECT_NE(page.find("        none  "), std::string::npos) << page;
  EXPECT_NE(page.find("   not shown   4\n"), std::string::npos) << page;
}

TEST_F(ReductionReportTest, Figure) {
  const Figure figure = reduction_figure(report());
  EXPECT_EQ(figure.title, "pendulum: without weak terms");
  ASSERT_EQ(figure.panels.size(), 2u);
  ASSERT_EQ(figure.panels[0].curves.size(), 3u);
  EXPECT_EQ(figure.panels[0].curves[0].x, (std::vector<double>{0, 0.1}));
  EXPECT_EQ(figure.panels[0].curves[0].y, (std::vector<double>{3, 2}));
  EXPECT_EQ(figure.panels[0].curves[1].y[1], 2);
  // operations with nothing dropped, beside every threshold: 0 has no place on a logarithmic axis
  EXPECT_EQ(figure.panels[0].curves[2].y, std::vector<double>(2, table_.rows[0].operations));
  ASSERT_EQ(figure.panels[1].curves.size(), 2u);
  EXPECT_EQ(figure.panels[1].curves[0].y[1], table_.rows[1].reduction.guaranteed());
  EXPECT_EQ(figure.panels[1].curves[1].y[1], table_.rows[1].reduction.measured());
}

}  // namespace
}  // namespace kinemate
