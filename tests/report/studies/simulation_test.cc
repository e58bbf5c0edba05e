#include "report/studies/simulation.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace kinemate {
namespace {

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

TEST(SamplingNote, SaysWhatRowsCannotShow) {
  SimulationRequest request;
  request.end = 20;
  SimulationReport report = report_of(0);
  report.highest_frequency = 18;
  report.fastest = "z'";
  const std::string note = sampling_note(request, report);
  for (const char* part :
       {"z' swings at 18 Hz", "rows 0.04 s apart are 1.4 a period", "does not exist", "--every 0.005"})
    EXPECT_NE(note.find(part), std::string::npos) << note;
  request.every = 0.005;
  EXPECT_EQ(sampling_note(request, report), "") << "its own advice is enough";
  request.every = -1;
  EXPECT_EQ(sampling_note(request, report), "") << "each step";
  request.every = 0;
  report.highest_frequency = 5;
  EXPECT_EQ(sampling_note(request, report), "");
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
