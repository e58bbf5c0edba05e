#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kReduceArm = R"(name: arm
parameters: {g: 9.81, m: 2, k: }
inputs: [u]
gravity: [0, 0, -g]
bodies:
  upper: {mass: m, center: [0.02, 0, -0.5], inertia: {xx: 1/10, yy: 1/10, zz: 1/10}}
  lower: {mass: 1/2, center: [0.05, 0, -0.4], inertia: {xx: 1/20, yy: 1/20, zz: 1/20}}
joints:
  shoulder: {type: revolute, axis: y, from: world, to: upper, coordinate: q1}
  elbow: {type: revolute, axis: y, from: {body: upper, at: [0, 0, -1]}, to: lower, coordinate: q2}
loads: {motor: {type: joint, joint: shoulder, effort: u + k*sin(q1)}}
)";
const char* const kRanges = " --range 'speeds = -2 .. 2, inputs = -1 .. 1'";

class ReduceVerb : public testing::Test {
 protected:
  std::string arm_ = file_with("arm.yaml", kReduceArm);
  std::string reduce_ = "reduce " + arm_ + " --quiet --set k=1";

  static nlohmann::json json_of(const std::string& arguments) {
    const Outcome outcome = run(arguments + " --json");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }
};

TEST_F(ReduceVerb, PrintsATable) {
  const Outcome outcome = run(reduce_ + kRanges + " --mu 0,0.3 --entries");
  EXPECT_EQ(outcome.code, 0);
  for (const char* part : {"arm: equations of motion without weak terms\n",
                           "weak          below mu times the largest, each entry by itself\n", "u = -1 .. 1\n",
                           "q1 = -3.142 .. 3.142\n", "q2' = -2 .. 2\n", "recursion ", "\n        0.3 ",
                           "at 1000 random states", "entries at mu = 0.3\n", "  k(1) at q2'^2"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\nis not in\n" << outcome.out;
}

TEST_F(ReduceVerb, Json) {
  const auto json = json_of(reduce_ + kRanges + " --mu 0,0.3 --samples 20");
  ASSERT_EQ(json["rows"].size(), 2u);
  EXPECT_EQ(json["rows"][0]["terms"], json["terms"]);
  EXPECT_LT(json["rows"][1]["terms"], json["terms"]);
  EXPECT_EQ(json["rows"][1]["states"], 20);
  EXPECT_EQ(run(reduce_ + kRanges + " --json").out, run(reduce_ + kRanges + " --json").out);
}

TEST_F(ReduceVerb, RangesMayReferToParameters) {
  const auto json = json_of(reduce_ + " --mu 0.1 --range 'speeds = -m .. 2*m, u = -1 .. 1'");
  EXPECT_EQ(json["box"]["q1'"], nlohmann::json::parse("[-2.0, 4.0]"));
}

TEST_F(ReduceVerb, Kinds) {
  const std::string line = reduce_ + kRanges + " --mu 0.3";
  EXPECT_EQ(json_of(line + " --energy")["weak"], "below mu times the largest, each entry by itself, of T and V");
  EXPECT_EQ(json_of(line + " --by roberson-wittenburg")["weak"],
            "below mu times the largest, each entry by itself, of M and R1 to R6");
  EXPECT_EQ(json_of(line + " --weigh rows")["weak"], "below mu times the largest, all terms of a row together");
  EXPECT_EQ(json_of(reduce_ + kRanges + " --threshold mean")["rows"].size(), 1u);
  EXPECT_EQ(json_of(line + " --threshold mixed --epsilon 2")["weak"],
            "below (epsilon mean + mu largest)/(epsilon + mu), epsilon = 2, each entry by itself");
}

TEST_F(ReduceVerb, ErrorsChooseTheThreshold) {
  const auto json = json_of(reduce_ + kRanges + " --error 0.05");
  ASSERT_EQ(json["rows"].size(), 2u);
  EXPECT_EQ(json["rows"][0]["mu"], 0.0);
  EXPECT_LE(json["rows"][1]["bound"], 0.05);
  const auto sampled = json_of(reduce_ + kRanges + " --error 0.05 --sampled");
  EXPECT_LE(sampled["rows"][1]["measured"], 0.05);
  EXPECT_GE(sampled["rows"][1]["mu"], json["rows"][1]["mu"]);
}

TEST_F(ReduceVerb, DrawsAPicture) {
  const std::string to = testing::TempDir() + "kinemate_reduce.svg";
  expect_error(reduce_ + kRanges + " --mu 0.01,0.3 --plot " + to, 0, "note: the picture is " + to);
  EXPECT_TRUE(std::filesystem::exists(to));
  std::filesystem::remove(to);
  EXPECT_EQ(run(reduce_ + kRanges + " --plot table.doc").code, 2);
}

TEST_F(ReduceVerb, WrongInput) {
  expect_error("reduce " + arm_ + " --quiet" + kRanges, 2, "parameter without a value: k");
  expect_error(reduce_, 2, "no range for q1', q2', u");
  expect_error(reduce_ + " --range 'speeds = -2 .. 2'", 2, "no range for u");
  expect_error(reduce_ + " --range 'speeds = 2 .. -2'", 2, "the range of speeds is empty: 2 is above -2");
  expect_error(reduce_ + " --range 'm = 1 .. 2'", 2, "m is a parameter");
  expect_error(reduce_ + " --range 'q3 = 1 .. 2'", 2, "there is no 'q3' in this machine");
  expect_error(reduce_ + " --range 'q1 = 1'", 2, "expected name = low .. high, found");
  expect_error(reduce_ + " --range 'q1 = 1 .. )'", 2, "--range");
  expect_error(reduce_ + kRanges + " --mu -0.1", 2, "mu = -0.1 is not between 0 and 1");
  expect_error(reduce_ + kRanges + " --mu 0.1,1.5", 2, "mu = 1.5 is not between 0 and 1");
  expect_error(reduce_ + kRanges + " --threshold mixed --epsilon -1", 2, "epsilon = -1 is negative");
  expect_error(reduce_ + kRanges + " --threshold mixed --mu 0", 2, "epsilon = 0 and mu = 0");
  expect_error(reduce_ + kRanges + " --threshold median", 2, "median");
  expect_error(reduce_ + kRanges + " --error -1", 2, "the error -1 is negative");
  expect_error(reduce_ + kRanges + " --error 0.1 --threshold mean", 2, "--error chooses mu");
  expect_error(reduce_ + kRanges + " --error 0.1 --mu 0.1", 2, "--error");
  expect_error(reduce_ + kRanges + " --by nobody", 2, "nobody");
  expect_error(reduce_ + kRanges + " --samples 0", 2, "--samples");
  expect_error("reduce nowhere.yaml", 4, "nowhere.yaml");
  expect_error("reduce " KINEMATE_SOURCE "/examples/four_bar/model.yaml", 2,
               "this machine has a closed loop (joint B)");
  expect_error("reduce " KINEMATE_SOURCE "/examples/rotor/model.yaml --quiet", 2, "no freedom to move");
}

// What slides has to have a range, and what has no bound is named.
TEST_F(ReduceVerb, CoordinatesThatNeedRanges) {
  const std::string disc = "reduce " KINEMATE_SOURCE "/examples/disc_guided_mass/model.yaml --quiet --mu 0.1";
  expect_error(disc + " --range 'speeds = -1 .. 1, t = 0 .. 1'", 2, "no range for R");
  EXPECT_EQ(run(disc + " --range 'speeds = -1 .. 1, t = 0 .. 1, coordinates = 0.1 .. 0.2'").code, 0);
}

TEST_F(ReduceVerb, EquationsWithoutWeakTerms) {
  const Outcome outcome = run("derive " + arm_ + " --quiet --set k=1 --reduce 0.3");
  EXPECT_EQ(outcome.code, 0);
  for (const char* part : {"Kane's equations, 9 of 21 terms dropped, M positive definite in the box\n",
                           "  M(1,2) = 0.2*cos(q2) + 0.13125\n", "  k(2) = 0.2*sin(q2)*q1'^2\n"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
  expect_error("derive " + arm_ + " --quiet --reduce 0.3", 2, "parameter without a value: k");
  expect_error("derive " + arm_ + " --quiet --set k=1 --reduce 3", 2, "mu = 3 is not between 0 and 1");
  expect_error("derive " + arm_ + " --quiet --set k=1 --energy", 2, "belong to --reduce");
  expect_error("derive " + arm_ + " --quiet --set k=1 --reduce 0.3 --show energies", 2, "only equations");
  expect_error("derive " KINEMATE_SOURCE "/examples/four_bar/model.yaml --reduce 0.1", 2, "closed loop");
}

// Of a slow arm k goes as a whole, where rows are weighed; h and p stay.
TEST_F(ReduceVerb, RowsOfASlowMachine) {
  const std::string derive = "derive " + arm_ + " --quiet --set k=1 --show equations --reduce 0.01 " +
                             "--range 'speeds = -0.01 .. 0.01, inputs = -1 .. 1'";
  const std::string rows = run(derive + " --weigh rows").out, entries = run(derive).out;
  EXPECT_EQ(rows.find("  k(1) ="), std::string::npos) << rows;
  EXPECT_EQ(rows.find("  k(2) ="), std::string::npos) << rows;
  EXPECT_NE(rows.find("  p(1) ="), std::string::npos) << rows;
  EXPECT_NE(rows.find("  h(1) = u\n"), std::string::npos) << rows;
  EXPECT_NE(entries.find("  k(1) ="), std::string::npos) << entries;
  const std::string fast = run("derive " + arm_ + " --quiet --set k=1 --show equations --reduce 0.01 --weigh rows" +
                               " --range 'speeds = -10 .. 10, inputs = -1 .. 1'")
                               .out;
  EXPECT_NE(fast.find("  k(1) ="), std::string::npos) << fast;
}

TEST_F(ReduceVerb, ProgramsWithoutWeakTerms) {
  const std::string count = "count " + arm_ + " --quiet --set k=1 --json --what ";
  for (const std::string what : {"equations", "forward", "inverse", "mass"}) {
    const auto total = [&](const std::string& more) {
      return nlohmann::json::parse(run(count + what + more).out)["stages"].back()["total"].get<double>();
    };
    EXPECT_LT(total(" --reduce 0.3"), total(" --reduce 0")) << what;
  }
  expect_error(count + "forward --reduce 0.3 --algorithm articulated", 2, "--reduce needs equations");
  expect_error(count + "regressor --reduce 0.3", 2, "nothing to reduce in regressor");
  expect_error(count + "forward --reduce 0.3 --base-parameters", 2, "base parameters");
  expect_error(count + "forward --range 'q1 = 1 .. 2'", 2, "belong to --reduce");
  expect_error(count + "forward --reduce -1", 2, "mu = -1 is not between 0 and 1");
  const std::string to = testing::TempDir() + "kinemate_reduced";
  EXPECT_EQ(run("generate " + arm_ + " --quiet --set k=1 --reduce 0.3 --output " + to).code, 0);
  std::filesystem::remove_all(to);
}

}  // namespace
}  // namespace kinemate
