#include "model/topology/system_graph.h"

#include <map>
#include <set>

#include "model/fixture.h"
#include "model/random_machine.h"

namespace kinemate {
namespace {

class SystemGraphTest : public ModelTest {};

const char* const kFourBar = R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: a, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: b, to: c, coordinate: q3}
  D: {type: revolute, axis: z, from: world, to: c, coordinate: q4}
)";

std::map<SystemRole, std::size_t> roles(const SystemGraph& graph) {
  std::map<SystemRole, std::size_t> count;
  for (const SystemNode& node : graph.nodes) ++count[node.role];
  return count;
}

// Figure 3.4 of source E: per body x, l, s' and I, A, D; per joint that closes a loop l, s' and A, D.
TEST_F(SystemGraphTest, FourBarIsALadder) {
  const Model model = machine(kFourBar);
  const Tree tree = make_tree(model);
  const SystemGraph graph = make_system_graph(model, tree, SystemForm::kExplicit);
  EXPECT_EQ(roles(graph), (std::map<SystemRole, std::size_t>{{SystemRole::kAcceleration, 3},
                                                             {SystemRole::kJointAcceleration, 4},
                                                             {SystemRole::kJointLoad, 4},
                                                             {SystemRole::kNewtonEuler, 3},
                                                             {SystemRole::kMotion, 4},
                                                             {SystemRole::kPower, 4}}));
  std::size_t rungs = 0, handles = 0;
  for (const SystemEdge& edge : graph.edges) {
    rungs += graph.nodes[edge.equation].role == SystemRole::kNewtonEuler &&
             graph.nodes[edge.variable].role == SystemRole::kAcceleration;
    handles += graph.nodes[edge.equation].role == SystemRole::kPower ||
               graph.nodes[edge.variable].role == SystemRole::kJointAcceleration;
  }
  EXPECT_EQ(rungs, 3u);
  EXPECT_EQ(handles, 8u);
  const SystemGraph implicit = make_system_graph(model, tree, SystemForm::kImplicit);
  EXPECT_EQ(roles(implicit), (std::map<SystemRole, std::size_t>{{SystemRole::kAcceleration, 3},
                                                                {SystemRole::kMultiplier, 4},
                                                                {SystemRole::kNewtonEuler, 3},
                                                                {SystemRole::kLocked, 4}}));
  EXPECT_EQ(graph.joints.back(), tree.secondary[0]);
  EXPECT_EQ(graph.bodies.back(), kNone);
}

// Without rungs both rails are the topology: bodies as nodes, joints as what connects them.
void expect_rail(const Model& model, const SystemGraph& graph, SystemRole body_role, SystemRole joint_role) {
  std::map<std::size_t, std::set<std::size_t>> bodies_of;  // joint to bodies, by number
  for (const SystemEdge& edge : graph.edges) {
    const SystemNode& equation = graph.nodes[edge.equation];
    const SystemNode& variable = graph.nodes[edge.variable];
    for (const auto& [body, joint] : {std::pair{equation, variable}, std::pair{variable, equation}})
      if (body.role == body_role && joint.role == joint_role) bodies_of[joint.number].insert(body.number);
  }
  for (std::size_t i = 0; i < graph.joints.size(); ++i) {
    const Joint& joint = model.joints[graph.joints[i]];
    std::set<std::size_t> expected;
    for (std::size_t body : {body_of(model, joint.from), body_of(model, joint.to)})
      for (std::size_t k = 0; k < graph.bodies.size(); ++k)
        if (body != kWorld && graph.bodies[k] == body) expected.insert(k + 1);
    EXPECT_EQ(bodies_of[i + 1], expected);
  }
}

TEST_F(SystemGraphTest, RailsAreTheTopologyAndThereAreAsManyEquationsAsUnknowns) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 60; ++round) {
    std::string text = random_machine(random, 8);
    if (round % 2 == 0) text += "  loop: {type: revolute, axis: x, from: world, to: b1, coordinate: l1}\n";
    const Model model = machine(text);
    const Tree tree = make_tree(model);
    for (SystemForm form : {SystemForm::kExplicit, SystemForm::kImplicit}) {
      const SystemGraph graph = make_system_graph(model, tree, form);
      std::size_t equations = 0, unknowns = 0;
      for (const SystemNode& node : graph.nodes) (node.is_equation() ? equations : unknowns) += node.size;
      EXPECT_EQ(equations, unknowns);
      for (const SystemEdge& edge : graph.edges) {
        EXPECT_TRUE(graph.nodes[edge.equation].is_equation());
        EXPECT_FALSE(graph.nodes[edge.variable].is_equation());
      }
    }
    const SystemGraph graph = make_system_graph(model, tree, SystemForm::kExplicit);
    expect_rail(model, graph, SystemRole::kAcceleration, SystemRole::kMotion);
    expect_rail(model, graph, SystemRole::kNewtonEuler, SystemRole::kJointLoad);
  }
}

}  // namespace
}  // namespace kinemate
