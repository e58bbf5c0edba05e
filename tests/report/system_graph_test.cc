#include "report/system_graph.h"

#include <nlohmann/json.hpp>

#include "model/fixture.h"

namespace kinemate {
namespace {

class SystemGraphReportTest : public ModelTest {};

const char* const kLoop = R"(
name: loop
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: prismatic, axis: x, from: a, to: b, coordinate: q2}
  C: {type: spherical, sequence: zyx, from: b, to: world, coordinates: [q3, q4, q5], cut: true}
)";

TEST_F(SystemGraphReportTest, Text) {
  const Model model = machine(kLoop);
  const Tree tree = make_tree(model);
  EXPECT_EQ(system_graph_text(model, make_system_graph(model, tree, SystemForm::kExplicit)),
            R"(loop: explicit joints, 35 scalar equations in 35 unknowns
1  joint A, body a
   I1   6  M x1, -E l1, G^T l2
   A1   6  E x1, -Phi s'1
   D1   1  Phi^T l1
2  joint B, body b
   I2   6  M x2, -E l2, G^T l3
   A2   6  E x2, -G x1, -Phi s'2
   D2   1  Phi^T l2
3  joint C, closes a loop
   A3   6  -G x2, -Phi s'3
   D3   3  Phi^T l3
)");
  EXPECT_EQ(system_graph_text(model, make_system_graph(model, tree, SystemForm::kImplicit)),
            R"(loop: implicit joints, 25 scalar equations in 25 unknowns
1  joint A, body a
   I1   6  M x1, -Psi lambda1, G^T Psi lambda2
   X1   5  Psi^T x1
2  joint B, body b
   I2   6  M x2, -Psi lambda2, G^T Psi lambda3
   X2   5  Psi^T x2, -Psi^T G x1
3  joint C, closes a loop
   X3   3  -Psi^T G x2
)");
}

TEST_F(SystemGraphReportTest, DotAndJson) {
  const Model model = machine(kLoop);
  const SystemGraph graph = make_system_graph(model, make_tree(model), SystemForm::kExplicit);
  const std::string dot = system_graph_dot(model, graph);
  for (const char* part : {"[label=\"x1\", shape=ellipse", "[label=\"I1\", shape=box", "[label=\"M\", penwidth=2]"})
    EXPECT_NE(dot.find(part), std::string::npos) << part << "\n" << dot;
  const auto json = nlohmann::json::parse(system_graph_json(model, graph));
  EXPECT_EQ(json["nodes"].size(), graph.nodes.size());
  EXPECT_EQ(json["edges"].size(), graph.edges.size());
  EXPECT_EQ(json["rows"][2]["joint"], "C");
  EXPECT_TRUE(json["rows"][2]["body"].is_null());
}

}  // namespace
}  // namespace kinemate
