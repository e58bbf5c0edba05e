#include <gtest/gtest.h>

#include <cmath>

#include "base/file.h"
#include "cli/command.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

TEST(SensitivityCommand, TableTextAndPictures) {
  const std::string model = file_with("oscillator.yaml", R"(
name: oscillator
parameters: {k: 9, m: 1}
bodies: {b: {mass: m}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -k*x}}
initial: {x: 1}
)"),
                    table = testing::TempDir() + "kinemate_sensitivity.csv",
                    plot = testing::TempDir() + "kinemate_sensitivity.svg",
                    bars = testing::TempDir() + "kinemate_tornado.svg";
  const Outcome outcome =
      run("sensitivity " + model + " --by 'k, x' --of x --to 2 --rtol 1e-12 --atol 1e-13 --quiet -o " + table +
          " --plot " + plot + " --tornado " + bars);
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const ResultTable rows = read_results(table);
  const std::size_t last = rows.rows() - 1;
  EXPECT_NEAR(rows.at(last, find_result_column(rows.header, "d(x)/d(k)")), -2 * std::sin(6) / 6, 1e-9);
  EXPECT_NEAR(rows.at(last, find_result_column(rows.header, "d(x)/d(x)")), std::cos(6), 1e-9);
  EXPECT_NE(outcome.out.find("relative"), std::string::npos);
  for (const std::string& file : {plot, bars}) EXPECT_NE(read_text_file(file).find("<svg"), std::string::npos);
  expect_error("sensitivity " + model + " --by kk --quiet", 2, "kk");
  expect_error("sensitivity " + model + " --of y --quiet", 2, "'y' is nothing that a run records");
  expect_error("sensitivity " + model + " --share 0 --quiet", 2, "--share");
}

}  // namespace
}  // namespace kinemate
