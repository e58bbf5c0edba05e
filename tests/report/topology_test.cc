#include "report/topology.h"

#include <nlohmann/json.hpp>

#include "model/fixture.h"

namespace kinemate {
namespace {

class TopologyReportTest : public ModelTest {
 protected:
  std::string text(const std::string& yaml) {
    const Model model = machine(yaml);
    const Tree tree = make_tree(model);
    return topology_text(model, tree, compute_mobility(model, tree));
  }
};

const char* const kFourBar = R"(
name: four-bar
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, arm: {mass: 1}, "the \"hand\"": {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [0, 1, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [0, 1, 0]}, coordinate: q3, cut: true}
  D: {type: revolute, axis: z, from: c, to: {body: world, at: [2, 0, 0]}, coordinate: q4}
  E: {type: universal, axes: [x, y], from: b, to: arm, coordinates: [e1, e2]}
  F: {type: fixed, from: arm, to: "the \"hand\""}
)";

TEST_F(TopologyReportTest, Text) {
  EXPECT_EQ(text(kFourBar), R"(four-bar: 5 bodies, 6 joints, 1 loop
  freedoms      3, where Grübler counts 0: 5 of the tree, 5 conditions of 1 loop
                3 conditions are redundant: joint C: rotation about y, rotation about x,
                translation along z
tree
  world
  |- a           A: revolute q1
  |  b           B: revolute q2
  |  arm         E: universal e1 e2
  |  the "hand"  F: fixed
  `- c           D: revolute q4, reversed
loops, closed by
  C: revolute q3  around world, a, b, c
subsystems, each one joint to recursions
  a, c, b on world, closed by C; carries arm
2 branches, 4 joints deep
)");
}

TEST_F(TopologyReportTest, WhatIsSpecialIsSaid) {
  const std::string flat = text(R"(
parameters: {l: }
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [l, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [l, 0, 0]}, to: {body: c, at: [l, 0, 0]}, coordinate: q3}
  D: {type: revolute, axis: z, from: {body: world, at: [l, 0, 0]}, to: c, coordinate: q4}
)");
  EXPECT_NE(flat.find("the start is singular: 2 freedoms there"), std::string::npos) << flat;
  EXPECT_NE(flat.find("found with random values and functions for l"), std::string::npos) << flat;
  const std::string open = text(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: {body: world, at: [3, 0, 0]}, coordinate: q3}
)");
  EXPECT_NE(open.find("not known, Grübler counts -3: no configuration was found that closes all loops"),
            std::string::npos)
      << open;
  EXPECT_NE(open.find("loop closure errors at the initial values: joint B 1 m"), std::string::npos) << open;
  const std::string driven = text(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: prismatic, axis: x, from: world, to: a, coordinate: q1, drive: t}
  B: {type: prismatic, axis: x, from: world, to: b, coordinate: q2, drive: t}
  C: {type: fixed, from: a, to: b}
)");
  EXPECT_NE(driven.find("1 drive is too many: others determine the motion already"), std::string::npos) << driven;
}

TEST_F(TopologyReportTest, JsonHoldsTheSame) {
  const Model model = machine(kFourBar);
  const Tree tree = make_tree(model);
  const auto json = nlohmann::json::parse(topology_json(model, tree, compute_mobility(model, tree)));
  EXPECT_EQ(json["freedoms"], 3);
  EXPECT_EQ(json["gruebler"], 0);
  EXPECT_EQ(json["loops"], 1);
  EXPECT_EQ(json["redundant"].size(), 3u);
  EXPECT_EQ(json["redundant"][2]["direction"], "translation along z");
  EXPECT_EQ(json["secondary"][0]["joint"], "C");
  EXPECT_EQ(json["secondary"][0]["around"], (std::vector<std::string>{"world", "a", "b", "c"}));
  EXPECT_EQ(json["primary"][0],
            nlohmann::json::parse(R"({"joint":"A","parent":"world","child":"a","reversed":false,"depth":1})"));
  ASSERT_EQ(json["subsystems"].size(), 1u);
  EXPECT_EQ(json["subsystems"][0]["bodies"].size(), 3u);
  EXPECT_EQ(json["subsystems"][0]["loops"], nlohmann::json({"C"}));
  EXPECT_EQ(json["branches"].size(), 2u);
}

TEST_F(TopologyReportTest, DotHasEveryBodyAndJoint) {
  const Model model = machine(kFourBar);
  const std::string dot = topology_dot(model, make_tree(model));
  for (const char* part : {"b0 [label=\"world\", shape=box", "b5 [label=\"the \\\"hand\\\"\"]",
                           "b0 -- b1 [label=\"A: revolute q1\"]", "b2 -- b3 [label=\"C: revolute q3\", style=dashed"})
    EXPECT_NE(dot.find(part), std::string::npos) << part << "\n" << dot;
}

TEST_F(TopologyReportTest, DeepForksStayOnThePage) {
  std::string yaml = "bodies:\n", joints = "joints:\n";
  for (int i = 1; i <= 200; ++i) {
    const std::string n = std::to_string(i), before = i == 1 ? "world" : "b" + std::to_string(i - 1);
    yaml += "  b" + n + ": {mass: 1}\n  leaf" + n + ": {mass: 1}\n";
    joints += "  j" + n + ": {type: fixed, from: " + before + ", to: b" + n + "}\n  k" + n +
              ": {type: fixed, from: " + before + ", to: leaf" + n + "}\n";
  }
  const std::string page = text(yaml + joints);
  for (std::size_t begin = 0, end; (end = page.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 200u);
}

}  // namespace
}  // namespace kinemate
