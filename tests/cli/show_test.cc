#include "cli/command.h"

namespace kinemate {
namespace {

std::string crank() {
  return file_with("crank.yaml", R"(name: crank
bodies: {a: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, q2]}
)");
}

TEST(ShowVerb, PrintsTheTopology) {
  expect("show " + crank(), 0,
         "crank: 1 body, 2 joints, 1 loop\n"
         "  freedoms      1, where Grübler counts -2: 1 of the tree, 3 conditions of 1 loop\n"
         "                3 conditions are redundant: joint B: rotation about y, rotation about x,\n"
         "                translation along z\n"
         "tree\n"
         "  world\n"
         "  a      A: revolute q1\n"
         "loops, closed by\n"
         "  B: planar x y q2  around world, a\n"
         "1 branch, 1 joint deep\n");
}

TEST(ShowVerb, EveryGraphInEveryFormat) {
  for (const char* graph : {"topology", "system", "system --form implicit"}) {
    const std::string arguments = "show " + crank() + " --graph " + graph;
    expect_error(arguments + " --format dot", 0, "graph ");
    expect_error(arguments + " --format svg", 0, "</svg>");
    expect_error(arguments + " --format json", 0, "\"name\": \"crank\"");
    EXPECT_EQ(run(arguments + " --json").out, run(arguments + " --format json").out);
    EXPECT_EQ(run(arguments + " --format svg").out, run(arguments + " --format svg").out);
  }
  expect_error("show " + crank() + " --form implicit", 2, "--graph system");
  expect_error("show " + crank() + " --json --format svg", 2, "--format");
  expect_error("show " + crank() + " --graph tree", 2, "topology");
  expect_error("show " + crank() + " --format png", 2, "svg");
}

TEST(ShowVerb, BaseParameters) {
  const std::string pendulum = file_with("pendulum.yaml", R"(name: pendulum
gravity: [0, 0, -10]
bodies: {rod: {mass: 2, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
)");
  expect("show --base-parameters " + pendulum, 0,
         "pendulum: 3 base parameters of the 10 of 1 body, found by rules\n"
         "  m mass, c mass times centre, I inertia, in a frame at the joint with z along its axis; R: regrouped\n"
         "rod: frame x along [0, 0, 1], y along [1, 0, 0], z along [0, 1, 0] of the body\n"
         "  rod_cx   -2\n"
         "  rod_cy   0\n"
         "  rod_Izz  2\n"
         "  no effect     rod_m, rod_cz, rod_Ixx, rod_Iyy, rod_Ixy, rod_Ixz, rod_Iyz\n");
  expect_error("show --base-parameters --json " + pendulum, 0, "\"name\": \"rod_Izz\"");
  expect_error("show --base-parameters --format svg " + pendulum, 2, "--format");
  expect_error("show --base-parameters --graph system " + pendulum, 2, "--graph");
  expect_error("show --base-parameters " + crank(), 2, "this machine has a closed loop");
}

TEST(ShowVerb, NotesAreTold) {
  expect_error("show " + file_with("loose.yaml", "bodies: {a: {mass: 1}}\n"), 0, "note: no joint connects body a");
}

TEST(ShowVerb, TheSystemGraphSaysWhatItLeavesOut) {
  expect_error("show --graph system " +
                   file_with("con.yaml",
                             "bodies: {a: {mass: 1}}\njoints: {j: {type: prismatic, axis: x, from: world, to: "
                             "a, coordinate: q}}\nconstraints: {c: {type: holonomic, equation: q}}\n"),
               0, "without 1 constraint\n");
}

}  // namespace
}  // namespace kinemate
