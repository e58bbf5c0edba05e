#include "report/point_motion.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/fixture.h"

namespace kinemate {
namespace {

class PointMotionReportTest : public ModelTest {
 protected:
  static PointMotionReport report_of(const Model& model, std::size_t body, const Vector& point) {
    return {model.name,
            model.bodies[body].name,
            point,
            "world",
            {simplify(compute_point_motion(model, compute_kinematics(model), body, point)), {}, {}, {}}};
  }

  static Model chain(int n) {
    std::string bodies = "name: chain\nbodies:\n", joints = "joints:\n";
    for (int i = 1; i <= n; ++i) {
      const std::string k = std::to_string(i);
      bodies += "  b" + k + ": {mass: 1}\n";
      joints += "  j" + k + ": {type: revolute, axis: " + (i % 2 == 0 ? "x" : "y") +
                ", from: {body: " + (i == 1 ? "world" : "b" + std::to_string(i - 1)) + ", at: [0, 0, l]}, to: b" + k +
                ", coordinate: q" + k + "}\n";
    }
    return machine(bodies + joints);
  }
};

TEST_F(PointMotionReportTest, Text) {
  EXPECT_EQ(point_motion_text(report_of(chain(1), 1, parse_vector("0", "0", "a"))),
            "point [0, 0, a] of b1, in axes of world\n"
            "\nposition\n  x: a*sin(q1)\n  y: 0\n  z: l + a*cos(q1)\n"
            "\norientation: the axes of b1\n  x: [cos(q1), 0, -sin(q1)]\n  y: [0, 1, 0]\n  z: [sin(q1), 0, cos(q1)]\n"
            "\nvelocity\n  x: a*cos(q1)*q1'\n  y: 0\n  z: -a*sin(q1)*q1'\n"
            "\nangular velocity\n  x: 0\n  y: q1'\n  z: 0\n"
            "\nacceleration\n  x: a*cos(q1)*q1'' - a*sin(q1)*q1'^2\n  y: 0\n  z: -a*sin(q1)*q1'' - a*cos(q1)*q1'^2\n"
            "\nangular acceleration\n  x: 0\n  y: q1''\n  z: 0\n"
            "\nacceleration without accelerations of the joints\n  x: -a*sin(q1)*q1'^2\n  y: 0\n  z: -a*cos(q1)*q1'^2\n"
            "\nangular acceleration without accelerations of the joints\n  0\n"
            "\nJ_T: velocity per speed\n  q1': [a*cos(q1), 0, -a*sin(q1)]\n"
            "\nJ_R: angular velocity per speed\n  q1': [0, 1, 0]\n");
}

TEST_F(PointMotionReportTest, JsonHoldsTheSameFormulas) {
  const Model model = chain(2);
  const PointMotionReport report = report_of(model, 2, parse_vector("0", "0", "a"));
  const auto json = nlohmann::json::parse(point_motion_json(report));
  EXPECT_EQ(parse(json["position"][0].get<std::string>()), report.kinematics.motion.position.x);
  EXPECT_EQ(parse(json["J_T"][2][1].get<std::string>()), report.kinematics.motion.J_T[1].z);
  EXPECT_EQ(parse(json["rotation"][1][2].get<std::string>()), report.kinematics.motion.rotation(1, 2));
  EXPECT_EQ(json["speeds"][1], "q2'");
  EXPECT_EQ(json["axes"], "world");
  EXPECT_TRUE(json["abbreviations"].empty());
}

TEST_F(PointMotionReportTest, LongFormulasGetNamesAndStayTheSame) {
  const Model model = chain(12);
  const PointMotionReport report = report_of(model, 12, {});
  const auto json = nlohmann::json::parse(point_motion_json(report));
  EXPECT_FALSE(json["abbreviations"].empty());
  Substitution names;
  for (const auto& pair : json["abbreviations"])
    names.symbols.emplace(parse(pair[0].get<std::string>()), substitute(parse(pair[1].get<std::string>()), names));
  EXPECT_EQ(substitute(parse(json["acceleration"][1].get<std::string>()), names),
            report.kinematics.motion.acceleration.y);
  EXPECT_LT(point_motion_text(report).size(), 100'000u);
}

TEST_F(PointMotionReportTest, LatexIsADocument) {
  const std::string text = point_motion_latex(report_of(chain(2), 2, parse_vector("0", "0", "a")));
  EXPECT_EQ(text.rfind("\\documentclass", 0), 0u);
  EXPECT_NE(text.find("\\dot"), std::string::npos);
  EXPECT_NE(text.find("\\frac{\\partial v}{\\partial"), std::string::npos);
  EXPECT_NE(text.find("\\end{document}\n"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
