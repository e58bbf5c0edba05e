#include "report/studies/simulation.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace kinemate {
namespace {

ResultTable table() {
  return {{{{"t", "s", "time"},
            {"x", "m", "coordinate"},
            {"q", "rad", "coordinate"},
            {"y", "m", "coordinate"},
            {"x'", "m/s", "speed"}},
           {{"machine", "crane"}}},
          {0, 1, 2, 3, 4, 1, 5, 6, 7, 8},
          false};
}

TEST(ResultFigure, HasAPanelForEachUnit) {
  const Figure figure = result_figure(table(), {});
  EXPECT_EQ(figure.title, "crane");
  EXPECT_EQ(figure.x_label, "t [s]");
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].curves.size(), 2u);
  EXPECT_EQ(figure.panels[0].y_label, "[m]");
  EXPECT_EQ(figure.panels[1].y_label, "q [rad]");
  EXPECT_EQ(figure.panels[0].curves[1].y, (std::vector<double>{3, 7}));
}

TEST(ResultFigure, ShowsWhatIsAskedFor) {
  const Figure figure = result_figure(table(), {"x'"}, "x");
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.x_label, "x [m]");
  EXPECT_EQ(figure.panels[0].curves[0].x, (std::vector<double>{1, 5}));
  EXPECT_THROW(result_figure(table(), {"z"}), Error);
}

SimulationReport report_of(double drift) {
  SimulationReport report;
  report.status.time = 10;
  report.method = "dop853";
  report.audit.energy = true;
  report.audit.largest_kinetic = 2;
  report.audit.energy_drift = drift;
  report.events = {{1.5, "floor", "thrown back"}};
  report.rows = 501;
  return report;
}

TEST(RunText, SaysHowItWent) {
  const SimulationRequest request;
  const SimulationReport report = report_of(1e-9);
  const ResultHeader header{{{"t", "s", "time"}, {"x", "m", ""}}, {}};
  const std::string text = run_text({request, report, header, "crane", "crane.csv", {10, 0.25}});
  for (const char* part : {"crane: from t = 0 to 10 s", "dop853", "off by 1e-09 J, 5e-10 of",
                           "t = 1.5: floor: thrown back", "501 rows in crane.csv", "x             0.25 m"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const std::string json = run_json({request, report, header, "crane", "", {10, 0.25}});
  EXPECT_NE(json.find("\"energy_drift\": 1e-09"), std::string::npos) << json;
}

TEST(AuditWarning, ComesWhereEnergyIsLost) {
  SimulationRequest request;
  EXPECT_EQ(audit_warning(request, report_of(1e-9)), "");
  EXPECT_NE(audit_warning(request, report_of(1e-2)), "");
  SimulationReport momentum = report_of(0);
  momentum.audit.integrals = {{"momentum of x", 3, 0.1}};
  EXPECT_NE(audit_warning(request, momentum).find("momentum of x"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
