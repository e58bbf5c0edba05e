#include "cli/command.h"

#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

const char* const kKinematicsArm = R"(name: arm
bodies: {upper: {mass: 1}, lower: {mass: 1}}
joints:
  shoulder: {type: revolute, axis: z, from: world, to: upper, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [l, 0, 0]}, to: lower, coordinate: b}
)";

TEST(KinematicsVerb, PrintsFormulas) {
  const std::string path = file_with("arm.yaml", kKinematicsArm);
  const Outcome outcome = run("kinematics " + path + " --point lower:r,0,0");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("point [r, 0, 0] of lower, in axes of world\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  x: l*cos(a) + r*cos(a + b)\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  z: a' + b'\n"), std::string::npos) << outcome.out;
}

TEST(KinematicsVerb, InAxesOfABody) {
  const std::string path = file_with("arm.yaml", kKinematicsArm);
  const Outcome outcome = run("kinematics " + path + " --point lower --in lower --json --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["velocity"], (std::vector<std::string>{"l*sin(b)*a'", "l*cos(b)*a'", "0"}));
  EXPECT_EQ(json["rotation"][0], (std::vector<std::string>{"1", "0", "0"}));
}

TEST(KinematicsVerb, PointsMayBeFormulasWithCommas) {
  const Outcome outcome = run("kinematics " + file_with("arm.yaml", kKinematicsArm) + " --point 'upper:max(p, q),0,0'");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("max(p, q)"), std::string::npos) << outcome.out;
}

TEST(KinematicsVerb, LatexAndJson) {
  const std::string path = file_with("arm.yaml", kKinematicsArm);
  EXPECT_NE(run("kinematics " + path + " --point lower --format latex").out.find("\\begin{document}"),
            std::string::npos);
  EXPECT_EQ(run("kinematics " + path + " --point lower --format json").out,
            run("kinematics " + path + " --point lower --json").out);
}

TEST(KinematicsVerb, QuietOfNotes) {
  const std::string path =
      file_with("loose.yaml", "bodies: {b: {mass: 1}}\nparameters: {spare: 1}\n");
  EXPECT_NE(run("kinematics " + path + " --point b").out.find("note: parameter spare is used nowhere"), std::string::npos);
  EXPECT_EQ(run("kinematics " + path + " --point b --quiet").out.find("note:"), std::string::npos);
}

TEST(KinematicsVerb, WrongArguments) {
  const std::string path = file_with("arm.yaml", kKinematicsArm);
  expect_error("kinematics " + path, 2, "--point is required");
  expect_error("kinematics " + path + " --point loer", 2, "did you mean lower?");
  expect_error("kinematics " + path + " --point lower:1,2", 2, "three coordinates");
  expect_error("kinematics " + path + " --point lower:1,2,+", 2, "--point:1:2");
  expect_error("kinematics " + path + " --point lower:a,0,0", 2, "a point is fixed on its body");
  expect_error("kinematics " + path + " --point lower:0,0,t", 2, "t moves");
  expect_error("kinematics " + path + " --point lower --in hand", 2, "there is no body or frame 'hand'");
  expect_error("kinematics " + path + " --point lower --format pdf", 2, "pdf");
  expect_error("kinematics " + file_with("lost.yaml", "bodies: {b: {mass: 1}}") + " --point b", 0, "x: b_x\n");
  expect_error("kinematics " + file_with("wrong.yaml", "bodies: 1") + " --point b", 1, "1 mistake");
}

}  // namespace
}  // namespace kinemate
