#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kCountPendulum = R"(name: pendulum
parameters: {g: 9.81, m: 2, l: 0.5, k: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {spring: {type: torsion, joint: hinge, stiffness: k}}
)";

TEST(CountVerb, PrintsATable) {
  const std::string path = file_with("pendulum.yaml", kCountPendulum);
  const Outcome outcome = run("count " + path + " --set k=3 --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(
      outcome.out.find("pendulum: forward dynamics: accelerations of a state, by articulated bodies, O(n) explicit\n"
                       "  from  t (1), q (1), s (1)\n  to    a (1)\n"),
      std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("as derived"), std::string::npos);
  EXPECT_NE(outcome.out.find("sine and cosine of 1 argument in 1 batch"), std::string::npos);
}

// -9.81/0.5*sin(phi) - 3/(2*0.25)*phi: two products, one sum, one sine
TEST(CountVerb, FoldsValues) {
  const std::string path = file_with("pendulum.yaml", kCountPendulum);
  const auto json = nlohmann::json::parse(run("count " + path + " --set k=3 --quiet --json").out);
  const auto& last = json["stages"].back();
  EXPECT_LE(last["total"], 6);
  EXPECT_EQ(last["divisions"], 0);
  const auto kept = nlohmann::json::parse(run("count " + path + " --keep k,m,g,l --quiet --json").out);
  EXPECT_EQ(kept["inputs"]["p"], 4);
  EXPECT_GT(kept["stages"].back()["cost"], last["cost"]);
}

TEST(CountVerb, EveryPurpose) {
  const std::string path = file_with("pendulum.yaml", kCountPendulum);
  for (const char* what : {"forward", "inverse", "mass", "equations", "ode", "jacobian", "regressor"}) {
    const Outcome outcome = run("count " + path + " --set k=3 --quiet --what " + what);
    EXPECT_EQ(outcome.code, 0) << outcome.out;
  }
}

// c_x, c_z and I_yy of the rod; the first is 0.
TEST(CountVerb, BaseParameters) {
  const std::string path = file_with("pendulum.yaml", kCountPendulum);
  for (const char* what : {"forward", "inverse", "mass", "ode"}) {
    const std::string line = "count " + path + " --set k=3 --quiet --json --what " + what;
    EXPECT_EQ(nlohmann::json::parse(run(line + " --base-parameters").out)["inputs"]["b"], 3) << what;
    EXPECT_EQ(nlohmann::json::parse(run(line + " --base-parameters=nonzero").out)["inputs"]["b"], 2) << what;
    EXPECT_FALSE(nlohmann::json::parse(run(line).out)["inputs"].contains("b")) << what;
  }
  const auto regressor = nlohmann::json::parse(run("count " + path + " --set k=3 --quiet --json --what regressor").out);
  EXPECT_EQ(regressor["outputs"], nlohmann::json::parse(R"({"Y": 3, "r": 1, "b": 3})"));
  expect("count " + path + " --set k=3 --quiet --what equations --base-parameters", 2,
         "error: --base-parameters cannot be used: M, k and tau themselves are asked for [K305]\n"
         "  hint: base parameters are of forward, inverse, mass, ode and regressor, of machines that recursions can "
         "take\n");
  expect_error("count " + path + " --set k=3 --quiet --base-parameters --by kane", 2, "cannot be used with equations");
  expect_error("count " + path + " --set k=3 --quiet --base-parameters --algorithm implicit", 2,
               "which inverts inertias of bodies");
  EXPECT_EQ(run("count " + path + " --set k=3 --quiet --base-parameters=some").code, 2);
}

TEST(CountVerb, WrongInput) {
  const std::string path = file_with("pendulum.yaml", kCountPendulum);
  expect("count " + path + " --quiet", 2,
         "error: parameter without a value: k [K215]\n"
         "  hint: give a value with --set \"k = 1\", or make it an input of the program with --keep k\n");
  expect("count " + path + " --quiet --what forwards", 2,
         "error: --what: there is no 'forwards' [K604]\n  hint: did you mean forward?\n");
  expect("count " + path + " --set k=3 --quiet --what inverse --algorithm implicit", 2,
         "error: --algorithm implicit finds accelerations, for which --what inverse does not ask [K305]\n"
         "  hint: --algorithm articulated takes the recursion that is made for it\n");
  EXPECT_EQ(run("count " + path + " --set k=3 --quiet --what inverse --algorithm articulated").code, 0);
  EXPECT_EQ(run("count " + path + " --by nobody").code, 2);
  EXPECT_EQ(run("count " + path + " --keep nothing").code, 2);
  expect("count " + path + " --quiet --keep k,k", 2, "error: --keep: k stands there twice [K216]\n");
  EXPECT_EQ(run("count " + path + " --quiet --set k=2*zz --keep zz").code, 0);
  EXPECT_EQ(run("count " + path + " --quiet --set k=2*zz --set zz=3").code, 0);
  EXPECT_EQ(run("count nowhere.yaml").code, 4);
}

// The matrices of Roberson and Wittenburg are reduced one by one: on a base that turns, their products have many times as
// many terms.
TEST(CountVerb, MatricesOnAMovingBaseStaySmall) {
  const Outcome rods = run_line(KINEMATE_SOURCE "/bench/machines/generate rods 6");
  ASSERT_EQ(rods.code, 0);
  const Outcome outcome = run("count " + file_with("rods.yaml", rods.out) +
                              " --what equations --reduce 0.01 --by roberson-wittenburg --memory 300MB --quiet --json");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
}

// Where all is driven there is nothing to compute.
TEST(CountVerb, DrivenMachinesHaveNoSuchProgram) {
  expect_error("count --quiet " + file_with("shaft.yaml", "bodies: {shaft: {mass: 1}}\njoints: {axle: {type: revolute, "
                                            "axis: z, from: world, to: shaft, coordinate: a, drive: 3*t}}\n"),
               2, "--what outputs");
}

}  // namespace
}  // namespace kinemate
