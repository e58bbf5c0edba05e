#include "report/base_parameters.h"

#include <nlohmann/json.hpp>

#include "model/fixture.h"

namespace kinemate {
namespace {

class BaseParametersReportTest : public ModelTest {};

const char* const kArm = R"(name: arm
parameters: {l: , m: 2}
gravity: [0, -10, 0]
bodies: {upper: {mass: 1}, lower: {mass: m, center: [0, 1, 0]}}
joints:
  shoulder: {type: revolute, axis: z, from: world, to: upper, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [l, 0, 0]}, to: {body: lower, at: [0, -1, 0]}, coordinate: b}
)";

TEST_F(BaseParametersReportTest, Text) {
  const Model model = machine(kArm);
  EXPECT_EQ(base_parameters_text(model, find_parameters(model)),
            R"(arm: 6 base parameters of the 20 of 2 bodies, found by rules
  m mass, c mass times centre, I inertia, in a frame at the joint with z along its axis; R: regrouped
upper
  upper_cxR                = upper_cx + l*lower_m
  upper_cy    0
  upper_IzzR               = upper_Izz + l^2*lower_m
lower: frame at [0, -1, 0] of the body
  lower_cx    0
  lower_cy    4
  lower_Izz   8
  no effect     upper_m, upper_cz, upper_Ixx, upper_Iyy, upper_Ixy, upper_Ixz, upper_Iyz, lower_cz,
                lower_Ixx, lower_Iyy, lower_Ixy, lower_Ixz, lower_Iyz
)");
}

TEST_F(BaseParametersReportTest, WhatNumbersFoundIsSaid) {
  const Model model = machine(R"(name: crane
gravity: [0, 0, -10]
bodies: {arm: {mass: 1}, block: {mass: 1}}
joints:
  hinge: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  guide: {type: prismatic, axis: [3, 0, 4], from: arm, to: block, coordinate: b}
)");
  const std::string page = base_parameters_text(model, find_parameters(model));
  EXPECT_NE(page.find("found by rules and by numbers at random states\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n  by numbers    block_c"), std::string::npos) << page;
  EXPECT_NE(page.find("block: frame x along "), std::string::npos) << page;
}

TEST_F(BaseParametersReportTest, JsonHoldsTheSame) {
  const Model model = machine(kArm);
  const auto json = nlohmann::json::parse(base_parameters_json(model, find_parameters(model)));
  EXPECT_EQ(json["name"], "arm");
  ASSERT_EQ(json["standard"].size(), 20u);
  EXPECT_EQ(json["standard"][10],
            nlohmann::json::parse(R"({"name": "lower_m", "body": "lower", "parameter": "m", "value": "m"})"));
  ASSERT_EQ(json["base"].size(), 6u);
  EXPECT_EQ(json["base"][0]["formula"], "upper_cx + l*lower_m");
  EXPECT_EQ(
      json["base"][0]["terms"],
      nlohmann::json::parse(R"([{"parameter": "upper_cx", "factor": "1"}, {"parameter": "lower_m", "factor": "l"}])"));
  EXPECT_TRUE(json["base"][0]["value"].is_null());
  EXPECT_EQ(json["base"][4]["value"], 4.0);
  EXPECT_EQ(json["removed"].size(), 14u);
  EXPECT_EQ(json["removed"][0], nlohmann::json::parse(R"({"name": "upper_m", "reason": "regrouped"})"));
  EXPECT_EQ(json["without_effect"].size(), 13u);
}

}  // namespace
}  // namespace kinemate
